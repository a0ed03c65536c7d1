# SPDX-License-Identifier: MIT
"""A function for each subject of questions. Made by make_subjects.py from `steadycast help questions`; not to be changed here."""

from typing import Literal, Optional, Sequence, Union

from . import Answer, _ask_keys

__all__ = ["decide", "serve", "capacity", "delay", "delays", "count", "family", "fraction", "broadcast", "allgather", "allreduce", "scatter", "gather", "alltoall", "reduce_scatter", "frontier", "rate", "reduce", "formula"]


def decide(
    *,
    postal: Optional[int] = None,
    logp: Optional[Union[str, Sequence[int]]] = None,
    latency: Optional[int] = None,
    overhead: Optional[int] = None,
    gap: Optional[int] = None,
    capacity: Optional[Literal["full", "flight", "none"]] = None,
    ports: Optional[int] = None,
    depth: int,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """Is there a block-cyclic schedule for L, t?

    postal: latency L, no overhead, one message a step; latency says the same
    logp: a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap
    latency: latency L; postal where nothing else stands
    overhead: o
    gap: g
    capacity: which messages to one processor count for its limit ceil(L/g)
    ports: sends, and receptions, of a processor at a time

    Engines:
        arithmetic: congruences by M. Hall's theorem, any t
        backtrack: exhaustive search of words, in parallel
        sat: a formula; impossible comes with a refutation
        paper: the base-case algorithm of 1993, with the words of its Lemma 3.1

    The other parameters are those of ask().
    """
    return _ask_keys("decide", locals())


def serve(
    *,
    postal: Optional[int] = None,
    logp: Optional[Union[str, Sequence[int]]] = None,
    latency: Optional[int] = None,
    overhead: Optional[int] = None,
    gap: Optional[int] = None,
    capacity: Optional[Literal["full", "flight", "none"]] = None,
    ports: Optional[int] = None,
    schedule: str,
    roles: Optional[Literal["permute", "keep"]] = None,
    depth: int,
    served: int,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """Can N processors be served?

    postal: latency L, no overhead, one message a step; latency says the same
    logp: a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap
    latency: latency L; postal where nothing else stands
    overhead: o
    gap: g
    capacity: which messages to one processor count for its limit ceil(L/g)
    ports: sends, and receptions, of a processor at a time

    Engines:
        construction: unions of known schedules, words in closed form, and prices
        deal: local search, then all trees and all ways to deal their leaves, by sums
        search: backtracking over words in their order
        sat: a formula for one period; impossible comes with a refutation
        construction: the best stream that is known on such LogP machines
        logp-construction: the best stream that is known on such LogP machines
        search: prices that bound all schedules, whatever waits; g >= 2o
        logp-search: prices that bound all schedules, whatever waits; g >= 2o
        circulation: streams of any words by an integer program, some 15 steps of depth at most
        sat: streams of any words by a formula, up to 128 processors
        logp-sat: streams of any words by a formula, up to 128 processors
        construction: unions of trees with p children a step, and how many one item can reach
        sat: formulas of the first items of a stream, p at each step; they know messages alone

    The other parameters are those of ask().
    """
    return _ask_keys("serve", locals())


def capacity(
    *,
    postal: Optional[int] = None,
    logp: Optional[Union[str, Sequence[int]]] = None,
    latency: Optional[int] = None,
    overhead: Optional[int] = None,
    gap: Optional[int] = None,
    capacity: Optional[Literal["full", "flight", "none"]] = None,
    ports: Optional[int] = None,
    depth: int,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How many processors, at most?

    postal: latency L, no overhead, one message a step; latency says the same
    logp: a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap
    latency: latency L; postal where nothing else stands
    overhead: o
    gap: g
    capacity: which messages to one processor count for its limit ceil(L/g)
    ports: sends, and receptions, of a processor at a time

    Engines:
        construction: words and prices in closed form
        search: the linear program over the window automaton, backtracking and formulas
        construction: the best streams that are known, and how many can know an item, for g >= 2o
        search: the same, the best prices, and words of any kind for more processors
        logp-construction: what is asked of any LogP machine, with o = 0, g = 1
        logp-search: the same, the best prices, and words of any kind
        construction: unions of trees with p children a step, and how many one item can reach

    The other parameters are those of ask().
    """
    return _ask_keys("capacity", locals())


def delay(
    *,
    postal: Optional[int] = None,
    logp: Optional[Union[str, Sequence[int]]] = None,
    latency: Optional[int] = None,
    overhead: Optional[int] = None,
    gap: Optional[int] = None,
    capacity: Optional[Literal["full", "flight", "none"]] = None,
    ports: Optional[int] = None,
    network: Optional[str] = None,
    duplex: Optional[Literal["full", "half", "links"]] = None,
    processors: Optional[int] = None,
    root: Optional[Union[int, str]] = None,
    rate: Optional[Union[int, str]] = None,
    per: Optional[Union[int, str]] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How soon, with P processors?

    postal: latency L, no overhead, one message a step; latency says the same
    logp: a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap
    latency: latency L; postal where nothing else stands
    overhead: o
    gap: g
    capacity: which messages to one processor count for its limit ceil(L/g)
    ports: sends, and receptions, of a processor at a time
    network: along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..
    duplex: what a port of a network does at a time; links: there are none

    Engines:
        construction: unions of known schedules, and prices
        search: local search for blocks, backtracking and formulas, and prices
        construction: the best schedule that is known, and how many can know an item
        search: the same, prices below its delay, and words of any kind, for g >= 2o
        rounding: all in whole steps of max(g,2o) cycles, no bound
        logp-construction: what is asked of any LogP machine, with o = 0, g = 1
        logp-search: the same, prices below its delay, and words of any kind
        construction: unions of trees with p children a step, and how many one item can reach
        search: the postal model and other closed forms; prices, then periods and windows by formulas
        closed: the postal model and other closed forms alone
        formulas: without closed forms: prices, then periods and windows by formulas

    The other parameters are those of ask().
    """
    return _ask_keys("delay", locals())


def delays(
    *,
    postal: Optional[int] = None,
    logp: Optional[Union[str, Sequence[int]]] = None,
    latency: Optional[int] = None,
    overhead: Optional[int] = None,
    gap: Optional[int] = None,
    capacity: Optional[Literal["full", "flight", "none"]] = None,
    ports: Optional[int] = None,
    processors: Optional[int] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How soon, with each number of processors from 2 to P?

    postal: latency L, no overhead, one message a step; latency says the same
    logp: a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap
    latency: latency L; postal where nothing else stands
    overhead: o
    gap: g
    capacity: which messages to one processor count for its limit ceil(L/g)
    ports: sends, and receptions, of a processor at a time

    Engines:
        construction: unions of known schedules, and prices

    The other parameters are those of ask().
    """
    return _ask_keys("delays", locals())


def count(
    *,
    postal: Optional[int] = None,
    logp: Optional[Union[str, Sequence[int]]] = None,
    latency: Optional[int] = None,
    overhead: Optional[int] = None,
    gap: Optional[int] = None,
    capacity: Optional[Literal["full", "flight", "none"]] = None,
    ports: Optional[int] = None,
    depth: int,
    of: Optional[Literal["words", "parikh"]] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How many block-cyclic schedules are there?

    postal: latency L, no overhead, one message a step; latency says the same
    logp: a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap
    latency: latency L; postal where nothing else stands
    overhead: o
    gap: g
    capacity: which messages to one processor count for its limit ceil(L/g)
    ports: sends, and receptions, of a processor at a time

    Engines:
        dynamic: generating functions over letter counts; needs memory
        backtrack: exhaustive search, one by one
        dynamic: leaves that are dealt to blocks of one size after the other; of parikh

    The other parameters are those of ask().
    """
    return _ask_keys("count", locals())


def family(
    *,
    postal: Optional[int] = None,
    logp: Optional[Union[str, Sequence[int]]] = None,
    latency: Optional[int] = None,
    overhead: Optional[int] = None,
    gap: Optional[int] = None,
    capacity: Optional[Literal["full", "flight", "none"]] = None,
    ports: Optional[int] = None,
    of: Optional[Literal["depths", "processors", "items"]] = None,
    processors: Optional[int] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """Are there schedules for all t from some on, for every N, or for all K from some on?

    postal: latency L, no overhead, one message a step; latency says the same
    logp: a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap
    latency: latency L; postal where nothing else stands
    overhead: o
    gap: g
    capacity: which messages to one processor count for its limit ceil(L/g)
    ports: sends, and receptions, of a processor at a time

    Engines:
        construction: a base window and the union rule
        construction: a window of whole trees whose roots take the same leaves from one depth to the next
        paper: a window by the base-case algorithm of 1993, with the words of its Lemma 3.1
        construction: blocks on whole trees of so many depths that a rule continues them; capacity none
        construction: the endless stream and, by formulas, an endgame of its last items

    The other parameters are those of ask().
    """
    return _ask_keys("family", locals())


def fraction(
    *,
    latency: int,
    of: Literal["a", "b", "c"],
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """Is there a fractional stream, where N has no bound?

    latency: L

    Engines:
        columns: column generation over words of one, two or three heads, then exact equations

    The other parameters are those of ask().
    """
    return _ask_keys("fraction", locals())


def broadcast(
    *,
    postal: Optional[int] = None,
    logp: Optional[Union[str, Sequence[int]]] = None,
    latency: Optional[int] = None,
    overhead: Optional[int] = None,
    gap: Optional[int] = None,
    capacity: Optional[Literal["full", "flight", "none"]] = None,
    ports: Optional[int] = None,
    network: Optional[str] = None,
    duplex: Optional[Literal["full", "half", "links"]] = None,
    sends: Optional[Literal["any", "single"]] = None,
    processors: Optional[int] = None,
    items: Optional[int] = None,
    steps: Optional[int] = None,
    rounds: Optional[int] = None,
    root: Optional[Union[int, str]] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How soon, K items from one processor to all?

    postal: latency L, no overhead, one message a step; latency says the same
    logp: a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap
    latency: latency L; postal where nothing else stands
    overhead: o
    gap: g
    capacity: which messages to one processor count for its limit ceil(L/g)
    ports: sends, and receptions, of a processor at a time
    network: along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..
    duplex: what a port of a network does at a time; links: there are none

    Engines:
        any: constructions, then formulas for what they leave open
        construction: one item's tree, pieces of the endless stream, endgames, boxes
        sat: a formula for each time from the counting bound on
        backtrack: the same by exhaustive search
        tree: one item, sent again and again: the least time
        star: the source sends all itself, not single-sending: L + ceil((P-1)K/p) - 1
        stream: single-sending: L + B(P-1) + K-1 (L = 2: one more where the stream needs it), with p ports L + t + ceil(K/p) - 1
        single: L = 2, single-sending, where the stream is slower: 2 + B(P-1) + K-1
        endgame: not single-sending, where one is found: the bound by counting, for large K
        few: not single-sending, L >= 3, where it is found: the bound by counting, for K < k1
        bundle: p items at a time, as ceil(K/p) items with one
        boxes: L = 1, single-sending, a chain of boxes: ceil(K/p) + ceil(log_(p+1) P), or one more
        paper: P-1 = P(t), single-sending: Theorem 3.7 of the paper, B(P-1) + 2L + K-2
        tree: one item by the tree of the least labels
        construction: the best of one item's tree, the source alone, whole steps and a stream; counting
        logp-construction: the same, with o = 0, g = 1
        buffered: o = 0, g = 1, capacity none: Theorem 3.8 of the paper, single-sending, L + B(P-1) + K-1
        any: the postal model, what is at hand, greedy, then prices and formulas
        sat: shortest ways, prices, then a formula for each number of steps
        greedy: step by step, or along a spanning tree: any network

    The other parameters are those of ask().
    """
    return _ask_keys("broadcast", locals())


def allgather(
    *,
    postal: Optional[int] = None,
    logp: Optional[Union[str, Sequence[int]]] = None,
    latency: Optional[int] = None,
    overhead: Optional[int] = None,
    gap: Optional[int] = None,
    capacity: Optional[Literal["full", "flight", "none"]] = None,
    ports: Optional[int] = None,
    network: Optional[str] = None,
    duplex: Optional[Literal["full", "half", "links"]] = None,
    processors: Optional[int] = None,
    items: Optional[int] = None,
    steps: Optional[int] = None,
    rounds: Optional[int] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How soon, everybody's K items to everybody?

    postal: latency L, no overhead, one message a step; latency says the same
    logp: a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap
    latency: latency L; postal where nothing else stands
    overhead: o
    gap: g
    capacity: which messages to one processor count for its limit ceil(L/g)
    ports: sends, and receptions, of a processor at a time
    network: along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..
    duplex: what a port of a network does at a time; links: there are none

    Engines:
        rotation: each item to i+1, i+2, .., i+P-1
        any: the postal model, what is at hand, greedy, then prices and formulas
        sat: shortest ways, prices, then a formula for each number of steps
        greedy: step by step, or along a spanning tree: any network
        ring: along a hamiltonian cycle
        product: from the best schedules of the factors
        orbits: chunks of one source, turned to all others by the symmetries of the network

    The other parameters are those of ask().
    """
    return _ask_keys("allgather", locals())


def allreduce(
    *,
    postal: Optional[int] = None,
    logp: Optional[Union[str, Sequence[int]]] = None,
    latency: Optional[int] = None,
    overhead: Optional[int] = None,
    gap: Optional[int] = None,
    capacity: Optional[Literal["full", "flight", "none"]] = None,
    ports: Optional[int] = None,
    network: Optional[str] = None,
    duplex: Optional[Literal["full", "half", "links"]] = None,
    processors: Optional[int] = None,
    items: Optional[int] = None,
    steps: Optional[int] = None,
    rounds: Optional[int] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How soon, everybody's sum to everybody?

    postal: latency L, no overhead, one message a step; latency says the same
    logp: a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap
    latency: latency L; postal where nothing else stands
    overhead: o
    gap: g
    capacity: which messages to one processor count for its limit ceil(L/g)
    ports: sends, and receptions, of a processor at a time
    network: along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..
    duplex: what a port of a network does at a time; links: there are none

    Engines:
        window: windows of operands that grow as the tree does
        composition: reduce, then broadcast, or reduce-scatter, then allgather; prices of all schedules

    The other parameters are those of ask().
    """
    return _ask_keys("allreduce", locals())


def scatter(
    *,
    ports: Optional[int] = None,
    network: Optional[str] = None,
    duplex: Optional[Literal["full", "half", "links"]] = None,
    items: Optional[int] = None,
    steps: Optional[int] = None,
    rounds: Optional[int] = None,
    root: Optional[Union[int, str]] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How soon, a root's chunks, to each node its own?

    ports: sends, and receptions, of a processor at a time
    network: along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..
    duplex: what a port of a network does at a time; links: there are none

    Engines:
        any: the postal model, what is at hand, greedy, then prices and formulas
        sat: shortest ways, prices, then a formula for each number of steps
        greedy: step by step, or along a spanning tree: any network

    The other parameters are those of ask().
    """
    return _ask_keys("scatter", locals())


def gather(
    *,
    ports: Optional[int] = None,
    network: Optional[str] = None,
    duplex: Optional[Literal["full", "half", "links"]] = None,
    items: Optional[int] = None,
    steps: Optional[int] = None,
    rounds: Optional[int] = None,
    root: Optional[Union[int, str]] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How soon, everybody's chunks to a root?

    ports: sends, and receptions, of a processor at a time
    network: along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..
    duplex: what a port of a network does at a time; links: there are none

    Engines:
        any: the postal model, what is at hand, greedy, then prices and formulas
        sat: shortest ways, prices, then a formula for each number of steps
        greedy: step by step, or along a spanning tree: any network

    The other parameters are those of ask().
    """
    return _ask_keys("gather", locals())


def alltoall(
    *,
    ports: Optional[int] = None,
    network: Optional[str] = None,
    duplex: Optional[Literal["full", "half", "links"]] = None,
    items: Optional[int] = None,
    steps: Optional[int] = None,
    rounds: Optional[int] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How soon, a chunk from everybody for everybody?

    ports: sends, and receptions, of a processor at a time
    network: along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..
    duplex: what a port of a network does at a time; links: there are none

    Engines:
        any: the postal model, what is at hand, greedy, then prices and formulas
        sat: shortest ways, prices, then a formula for each number of steps
        greedy: step by step, or along a spanning tree: any network

    The other parameters are those of ask().
    """
    return _ask_keys("alltoall", locals())


def reduce_scatter(
    *,
    ports: Optional[int] = None,
    network: Optional[str] = None,
    duplex: Optional[Literal["full", "half", "links"]] = None,
    items: Optional[int] = None,
    steps: Optional[int] = None,
    rounds: Optional[int] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How soon, a sum of everybody's at each node?

    ports: sends, and receptions, of a processor at a time
    network: along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..
    duplex: what a port of a network does at a time; links: there are none

    Engines:
        any: the postal model, what is at hand, greedy, then prices and formulas
        sat: shortest ways, prices, then a formula for each number of steps
        greedy: step by step, or along a spanning tree: any network
        ring: along a hamiltonian cycle
        product: from the best schedules of the factors
        orbits: chunks of one source, turned to all others by the symmetries of the network

    The other parameters are those of ask().
    """
    return _ask_keys("reduce-scatter", locals())


def frontier(
    *,
    ports: Optional[int] = None,
    network: Optional[str] = None,
    duplex: Optional[Literal["full", "half", "links"]] = None,
    collective: Literal["broadcast", "scatter", "gather", "reduce", "allgather", "alltoall", "reduce-scatter", "allreduce"],
    root: Optional[Union[int, str]] = None,
    steps: Optional[int] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How few rounds a chunk, by the number of steps, over a network?

    ports: sends, and receptions, of a processor at a time
    network: along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..
    duplex: what a port of a network does at a time; links: there are none

    Engines:
        search: linear programs over timed trees, formulas

    The other parameters are those of ask().
    """
    return _ask_keys("frontier", locals())


def rate(
    *,
    ports: Optional[int] = None,
    network: Optional[str] = None,
    duplex: Optional[Literal["full", "half", "links"]] = None,
    collective: Literal["broadcast", "scatter", "gather", "reduce", "allgather", "alltoall", "reduce-scatter", "allreduce"],
    root: Optional[Union[int, str]] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How few rounds a chunk, in the long run, over a network?

    ports: sends, and receptions, of a processor at a time
    network: along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..
    duplex: what a port of a network does at a time; links: there are none

    Engines:
        search: cuts, counting and prices from below; trees, and schedules of some numbers of chunks

    The other parameters are those of ask().
    """
    return _ask_keys("rate", locals())


def reduce(
    *,
    postal: Optional[int] = None,
    logp: Optional[Union[str, Sequence[int]]] = None,
    latency: Optional[int] = None,
    overhead: Optional[int] = None,
    gap: Optional[int] = None,
    capacity: Optional[Literal["full", "flight", "none"]] = None,
    ports: Optional[int] = None,
    network: Optional[str] = None,
    duplex: Optional[Literal["full", "half", "links"]] = None,
    processors: Optional[int] = None,
    until: Optional[int] = None,
    operands: Optional[int] = None,
    items: Optional[int] = None,
    steps: Optional[int] = None,
    rounds: Optional[int] = None,
    root: Optional[Union[int, str]] = None,
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """How soon are operands added up at one processor, or how many in a time?

    postal: latency L, no overhead, one message a step; latency says the same
    logp: a LogP machine, as (6, 2, 4) or "6,2,4": latency, overhead, gap
    latency: latency L; postal where nothing else stands
    overhead: o
    gap: g
    capacity: which messages to one processor count for its limit ceil(L/g)
    ports: sends, and receptions, of a processor at a time
    network: along the edges of a network: "ring:8", "dgx1", "torus:3x5", "file:PATH", ..
    duplex: what a port of a network does at a time; links: there are none

    Engines:
        tree: the tree of the least labels
        any: the postal model, what is at hand, greedy, then prices and formulas
        sat: shortest ways, prices, then a formula for each number of steps
        greedy: step by step, or along a spanning tree: any network

    The other parameters are those of ask().
    """
    return _ask_keys("reduce", locals())


def formula(
    *,
    file: Union[int, str],
    engine: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    certificates: bool = True,
    messages: Optional[int] = None,
) -> Answer:
    """Is there a model?


    Engines:
        sat: PicoSAT, then CaDiCaL where it is installed

    The other parameters are those of ask().
    """
    return _ask_keys("formula", locals())
