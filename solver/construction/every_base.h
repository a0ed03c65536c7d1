/* SPDX-License-Identifier: MIT */
/* The pieces that the union rule of every.h starts from: depths up to 3L, and stars. */
#ifndef STEADYCAST_SOLVER_CONSTRUCTION_EVERY_BASE_H
#define STEADYCAST_SOLVER_CONSTRUCTION_EVERY_BASE_H

#include "solver/model/schedule.h"

/*
 * Fills `pruned`: N = processors at depth t, 2L <= t <= 3L, P(t-1) < N < P(t): the optimal tree of
 * depth t-1, and as first child of the root a star. (One case is listed.) STATUS_INTERNAL if it
 * does not come out. O(L) ranges of leaves.
 */
enum status every_base_scheme(struct schedule *pruned, int latency, int depth, int processors,
                              struct failure *failure);

/*
 * The same tree, N = P(t-1) + 1, with the first child of the root left over: a left part
 * (left_part.h). *found = false where there is none of this form: always for t < 2L+3.
 */
enum status every_base_left(struct schedule *pruned, int latency, int depth, bool *found,
                            struct failure *failure);

/* L + 3 processors at depth >= 2L+1: a root with L+2 leaves. */
enum status every_base_star(struct schedule *pruned, int latency, int depth,
                            struct failure *failure);

#endif
