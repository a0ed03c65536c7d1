/* SPDX-License-Identifier: MIT */
/* The frontier of a collective, for every number of chunks at once: the pairs of S and T(S), the
 * least rounds per chunk in S steps, where more steps need fewer rounds. Each has a schedule, and
 * prices that say that there is nothing better before the next one (kind network-frontier). */
#pragma once

#include "solver/network/network_bound.h"
#include "solver/network/network_search.h"

struct frontier_point {
    int steps;
    bool is_shown;                    /* there is a schedule with so few rounds */
    struct network_schedule schedule; /* if so */
    struct network_bound bound;       /* its value is T(S); for fewer steps than the next point */
    mpq_t most; /* where T(S) may be more than that: it is no more than this; 0: it is not known */
};

struct network_frontier {
    const struct network_problem *problem; /* borrowed */
    int until;                             /* steps; NETWORK_ANY: it ends with the last point */
    bool is_whole;                         /* all points are shown: it has a certificate */
    mpq_t limit;                           /* what T(S) comes to as S grows; 0: it is not known */
    mpq_t least;                           /* no schedule has fewer rounds a chunk, by counting */
    int count;
    struct frontier_point *points; /* owned */
};

/* Steps beyond the least that are looked at if it does not end, where the caller says nothing. */
enum { FRONTIER_STEPS = 4 };

/* Called with each number of rounds a chunk as it is known: for so many steps, or NETWORK_ANY, at
 * least; and at most, or NULL where that is not known. */
typedef void frontier_tell(void *context, int steps, mpq_srcptr least, mpq_srcptr most);

/* `until`: steps up to which it is asked for; NETWORK_ANY: until it ends, or FRONTIER_STEPS.
 * `frontier` is not initialised before, borrows the problem, and is cleared. Stopped, where a
 * schedule is not found, or the linear programs are too large, it is not whole, but has what was
 * found. `tell` may be NULL. */
enum status network_frontier_find(const struct network_problem *problem, int until,
                                  frontier_tell *tell, void *context, const struct limits *limits,
                                  struct network_frontier *frontier, struct failure *failure);
/* What two collectives take, one behind the other: of each number of steps the least sum, in rounds
 * for `parts` chunks of either. It has neither schedules nor prices; `limit` where both have one,
 * and steps as far as both are known, and up to `most` (NETWORK_ANY: all). Theirs is the problem of
 * the first. STATUS_MEMORY; as above. */
enum status network_frontier_add(const struct network_frontier halves[2], int parts, int most,
                                 struct network_frontier *sum, struct failure *failure);
void network_frontier_clear(struct network_frontier *frontier);

enum status certificate_put_frontier(const void *frontier, struct certificate_output *output,
                                     const struct limits *limits, struct failure *failure);
