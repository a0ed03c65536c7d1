/* SPDX-License-Identifier: MIT */
/* Continuous broadcast on a network: the least delay of a stream of rate p/q from one source. For
 * each delay exactly one is there, a periodic schedule, or a window of some items in a row that
 * have no schedule (results/THEOREMS.md, 20); both are looked for in turn, behind the prices that
 * say at once that the capacity is not enough. */
#pragma once

#include "solver/network/network_bound.h"
#include "solver/network/network_search.h"

/* Streams: an item has to leave a node, as its source, along certain arcs, and early, or comes too
 * late to some target, as what goes round is late. Where the node can't send as much there is no
 * such delay: prices of what limits it, and a cut in time for each of these arcs
 * (results/THEOREMS.md, 21.1). Nor is there one that is less than the way to a target. */

/* That p items in q steps have no stream of this delay: a bound of CLAIM_RATE, if *found. The
 * problem is a broadcast. STATUS_LIMIT when stopped. O(arcs) as a rule for each arc, those
 * of the source first; where that is too much, of some nodes alone; and where
 * arcs times steps are more than the checker takes nothing is found. */
enum status network_departures_find(const struct network_problem *problem, int items, int per,
                                    int delay, const struct limits *limits,
                                    struct network_bound *bound, bool *found,
                                    struct failure *failure);

/* By all that is known; by distances, counting and constructions alone (results/THEOREMS.md, 21);
 * or without these, by distances, prices, periods and windows. */
enum network_stream_way { NETWORK_STREAM_ANY, NETWORK_STREAM_CLOSED, NETWORK_STREAM_SEARCHED };

struct network_stream {
    const struct network_problem *problem; /* a broadcast; borrowed */
    int items, per;                        /* p, q; in lowest terms */
    int lower;                             /* no stream has a smaller delay */
    int upper;                             /* a schedule has this one; 0: none was found */
    struct network_schedule schedule;      /* if so */
    bool is_built;                         /* by a construction (network_closed.h) */
    bool is_refuted;                       /* of lower - 1: a window's formula, else prices */
    bool is_priced;
    bool is_too_fast; /* no stream has this rate: the bound is CLAIM_MOST, and all else is 0 */
    struct network_refutation refutation;
    struct network_bound bound;
};

/* Stopped, or where neither side of a delay ends, upper and lower differ. Where no linear program
 * can be solved parts (network_parts.h) say what a rate is at most, and windows alone are tried.
 * A schedule that is known is taken over; or NULL. */
enum status network_stream_find(const struct network_problem *problem, int items, int per,
                                enum network_stream_way way, struct network_schedule *known,
                                const struct limits *limits, struct network_stream *stream,
                                uint64_t *decisions, struct failure *failure);
void network_stream_clear(struct network_stream *stream);
