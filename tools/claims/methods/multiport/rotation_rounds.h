/* SPDX-License-Identifier: MIT */
/* The rounds of the rotation algorithm and of the best chain of boxes that is known, as played. */
#ifndef STEADYCAST_TOOLS_CLAIM_ROTATION_ROUNDS_H
#define STEADYCAST_TOOLS_CLAIM_ROTATION_ROUNDS_H

#include "tools/claims/methods/multiport/multiport_sweep.h"

struct rotation_rounds {
    int rotation[MULTIPORT_MOST_M]; /* [m-1]: by the rotation algorithm as reconstructed */
    int best[MULTIPORT_MOST_M];
    int time; /* of any message, after it was sent, by the former */
    int best_time;
};

/* For m up to the last of the sweep. */
enum status rotation_play(const struct multiport_sweep *sweep, int n, int k,
                          struct rotation_rounds *rounds, struct failure *failure);

/* All points of the ranges n, k and m of the case; says in the table which. */
enum status rotation_sweep(struct claim_job *job, multiport_point *point,
                           struct multiport_sweep *sweep, struct failure *failure);

#endif
