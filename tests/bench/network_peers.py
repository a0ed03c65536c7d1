#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Peers for networks, in a page: what is quickly written instead. Usage: network_peers.py greedy|cut AxBx.. [SEED]

greedy: an allgather on a torus, step by step; each link, in random order, takes a random chunk that its end lacks and
will not have otherwise (as TACOS matches links with chunks; Won et al. 2024). Prints the steps.
cut: the rounds a chunk of an allgather on a torus in the long run, by maximal flows (Edmonds and Karp) from all nodes
to each, with Newton's iteration. Prints them."""
import collections
import fractions
import itertools
import random
import sys


def torus(sizes):
    """Of each node its neighbours."""
    nodes = list(itertools.product(*(range(n) for n in sizes)))
    number = {node: i for i, node in enumerate(nodes)}
    near = []
    for node in nodes:
        ends = {number[node[:i] + ((node[i] + step) % n,) + node[i + 1:]] for i, n in enumerate(sizes) for step in (1, -1)}
        near.append(sorted(ends - {number[node]}))
    return near


def greedy(near, seed):
    chance = random.Random(seed)
    arcs = [(u, v) for u, ends in enumerate(near) for v in ends]
    has = [1 << v for v in range(len(near))]
    left, steps = len(near) * (len(near) - 1), 0
    while left:
        chance.shuffle(arcs)
        will = list(has)
        for u, v in arcs:
            new = has[u] & ~will[v]
            if new:
                later = new >> chance.randrange(len(near))
                shift = new.bit_length() - later.bit_length() if later else 0
                chosen = (later & -later) << shift if later else new & -new
                will[v] |= chosen
                left -= 1
        has = will
        steps += 1
    return steps


def flow_cut(capacity, near, source, sink):
    """The nodes on the source's side of a least cut."""
    left = dict(capacity)
    while True:
        came, queue = {source: None}, collections.deque([source])
        while queue and sink not in came:
            u = queue.popleft()
            for v in near[u]:
                if v not in came and left[u, v] > 0:
                    came[v] = u
                    queue.append(v)
        if sink not in came:
            return set(came)
        path, v = [], sink
        while came[v] is not None:
            path.append((came[v], v))
            v = came[v]
        least = min(left[arc] for arc in path)
        for u, v in path:
            left[u, v] -= least
            left[v, u] += least


def cut(near):
    n = len(near)
    source = n
    ends = [[*ends, source] for ends in near] + [list(range(n))]
    best = max(fractions.Fraction(n - 1, len(ends)) for ends in near)
    for target in range(n):
        while True:
            capacity = collections.defaultdict(int)
            for u in range(n):
                for v in near[u]:
                    capacity[u, v] = best.numerator
                capacity[source, u] = best.denominator * (u != target)
                capacity[u, source] = 0
            side = flow_cut(capacity, ends, source, target) - {source}
            out = sum(v not in side for u in side for v in near[u])
            if not out or fractions.Fraction(len(side), out) <= best:
                break
            best = fractions.Fraction(len(side), out)
    return best


def main():
    what, sizes, *seed = sys.argv[1:]
    near = torus([int(n) for n in sizes.split("x")])
    print(greedy(near, int(seed[0]) if seed else 1) if what == "greedy" else cut(near))


main()
