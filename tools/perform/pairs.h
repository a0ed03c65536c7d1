/* SPDX-License-Identifier: MIT */
/* Which pairs of ranks are measured. No MPI here. */
#pragma once

#include <stddef.h>

/* PAIRS_NEAR has about P log P pairs of P ranks, near ones and far ones: mpirun numbers ranks
 * machine by machine as a rule, so that those 1, 2, 4, .. behind a rank are on the same machine, on
 * its neighbour, and in the other half of the job. */
enum pairs_choice {
    PAIRS_ROOT, /* rank 0 with each other rank */
    PAIRS_NEAR, /* each rank with those 1, 2, 4, 8, .. behind it, and behind the last one is 0 */
    PAIRS_ALL   /* every two ranks */
};

/* Two ranks. */
struct pair {
    int first; /* asks, and takes the times */
    int second;
};

/* How many pairs there are of `ranks` >= 2 ranks. They are written to `pairs` if it is not NULL,
 * which then has room for all of them. No two ranks are together in more than one pair. */
size_t pairs_list(enum pairs_choice choice, int ranks, struct pair *pairs);
