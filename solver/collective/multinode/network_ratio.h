/* SPDX-License-Identifier: MIT */
/* The least rounds for a chunk, however many chunks and steps there are: what a step has room for
 * in the long run. From below by prices of cuts, counting, ways or trees, from above by the best
 * schedule of a few numbers of chunks, or by trees with weights. */
#pragma once

#include "solver/collective/multinode/network_least.h"
#include "solver/network/tree_packing.h"

struct network_ratio {
    struct network_bound bound;  /* no schedule has fewer rounds a chunk than its value */
    struct network_least least;  /* its schedule has so many rounds a chunk; upper 0: none has */
    struct tree_packing packing; /* where there is no such schedule, schedules come close to it */
    mpq_t upper;                 /* the fewest rounds a chunk; 0: there is none */
};

/* Called with the bound as soon as it is there. */
typedef void network_ratio_tell(void *context, mpq_srcptr rounds);

/* Of a problem with commodities. `tell` may be NULL; `ratio` is not initialised before. Of
 * schedules multiples of the bound's denominator are tried, as they alone can reach it, while they
 * have some million messages at most; where trees reach it, some ten thousand. Stopped, it has what
 * was found. STATUS_MEMORY; STATUS_INPUT for what can't be reached. */
enum status network_ratio_find(const struct network_problem *problem,
                               const struct network_hints *hints, network_ratio_tell *tell,
                               void *context, const struct limits *limits,
                               struct network_ratio *ratio, uint64_t *decisions,
                               struct failure *failure);
void network_ratio_clear(struct network_ratio *ratio);
