/* SPDX-License-Identifier: MIT */
/* The stream of the least delay that is known for a LogP machine and a number of processors: in
 * whole steps, with all processors at one offset (Theorem F, below); where there is no limit at the
 * receiver, at different offsets (waiting_stream.h); what changes of many equal blocks make of it
 * (breakout_stream.h); and, for small numbers, changes at random (annealed_stream.h).
 *
 * A stream of capacity full is one of capacity flight, and that one of capacity none. What is found
 * under a capacity is never later than under one before it. */
#pragma once

#include "solver/base/limits.h"
#include "solver/stream/logp/logp_schedule.h"

/* An endless stream on a LogP machine, by a schedule for the postal model: Theorem F of
 * results/THEOREMS.md. All processors receive at one offset.
 *
 * A step takes G = max(g,2o) cycles, and the latency is lambda = ceil((L+2o)/G) steps. Sendings of
 * step s begin at cycle sG. A reception begins at the first cycle, not before the message arrives
 * at sG + o + L, whose offset modulo G is within o .. G-o; until then the message waits. So sends
 * take the offsets 0 .. o-1, receptions are within o .. G-1, and neither disturbs the other.
 *
 * Why this is legal, for any postal schedule with latency lambda. Let L + o = qG + a, 0 <= a < G.
 *
 *     a < o           waits o-a,    begins at (s+q)G + o,     known by (s+q+1)G, lambda = q+1
 *     o <= a <= G-o   waits 0,      begins at (s+q)G + a,     known by (s+q+1)G, lambda = q+1, but
 *                                                             for a = o = 0 at (s+q)G, lambda = q
 *     a > G-o         waits G-a+o,  begins at (s+q+1)G + o,   known by (s+q+2)G, lambda = q+2
 *
 * In each line the item is known, o cycles after the reception began, at the beginning of step s +
 * lambda or before, and L + 2o = qG + a + o gives this lambda. The wait is less than 2o and the
 * same for all messages, so what a processor receives comes at one offset, in different steps as in
 * the postal schedule: G >= g apart; so does what it sends.
 *
 * Capacity, waiting included: a message is under way for L + wait cycles, and those from one
 * processor, or to one, are G apart: at most ceil((L+wait)/G) at a time. In the first line L + wait
 * = qG and L = qG - (o-a) > (q-1)G; in the last L + wait = (q+1)G and L = qG + (a-o) > qG. So this
 * is ceil(L/G) <= ceil(L/g) in all lines.
 *
 * An item that the source has at cycle sG and that reaches the last processor at the postal time s
 * + lambda + t, by a message of step s + t, is there at cycle sG + Gt + (L + 2o + wait).
 *
 * G is the right rate for g >= 2o, as every processor receives each item, and otherwise up to one
 * part in P: see results/THEOREMS.md, section 11. */

struct logp_steps {
    int length;  /* G, cycles */
    int latency; /* lambda, steps */
    int wait;    /* of each message, cycles */
};

/* STATUS_INPUT if there is no such machine, STATUS_LIMIT if G or lambda is beyond 2^31 - 1. */
enum status logp_reduce(const struct logp_machine *machine, struct logp_steps *steps,
                        struct failure *failure);

/* The delay, in cycles, that a postal schedule with delay lambda + depth gives. */
int64_t logp_delay(const struct logp_machine *machine, const struct logp_steps *steps, int depth);

/* Fills `schedule` with that of the best postal schedule for N = processors >= 1, of this capacity,
 * checked: one class of offset 0, whose receptions wait as above and whose sendings are late by
 * what is left to a step. `limits` may be NULL. Errors as above, and STATUS_LIMIT where the postal
 * schedule or the delay would be too large, or when stopped. */
enum status whole_steps_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                               enum logp_capacity capacity, mpz_srcptr processors,
                               const struct limits *limits, struct failure *failure);

/* Fills `schedule` for N = processors >= 1, checked; the better of those constructions that are not
 * beyond their limits. `limits` may be NULL. STATUS_INPUT for a machine that there is not,
 * STATUS_LIMIT if all constructions are, or when stopped. */
enum status logp_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                        enum logp_capacity capacity, mpz_srcptr processors,
                        const struct limits *limits, struct failure *failure);

/* Streams on LogP machines without a limit at the receiver: blocks in every class, messages that
 * wait for as long as they like.
 *
 * The depth is tried from S(N) on (heads.h), as no stream has a smaller one for g >= 2o. At each
 * one the leaves to be left out are chosen by prices, the blocks take their leaves (leaves.h), and
 * where room is missing the prices rise, for some rounds. *Theorem M* ends this: with l and G
 * divided by d = gcd(l,G), at depth S(N) + 2G - 1 every leaf of the raised tree has the value 2G-1
 * or more, which is level 1 or more in each class; as no block needs a larger sum than one for each
 * of its leaves, any way to deal them will do. So the delay is at most l + S(N) + 2G - d cycles.
 * (results/THEOREMS.md, section 11.6.) */

/* Fills `schedule` with one for N = processors >= 1, of capacity none, checked. `limits` may be
 * NULL; when time is up before the least depth was found, Theorem M's is taken. STATUS_LIMIT for
 * trees beyond the limits of heads.h. */
enum status waiting_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                           mpz_srcptr processors, const struct limits *limits,
                           struct failure *failure);
