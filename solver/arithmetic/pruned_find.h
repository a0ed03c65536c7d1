/* SPDX-License-Identifier: MIT */
/*
 * Is there a block-cyclic schedule on a pruned tree for N processors with delay L + t? Decided by
 * arithmetic: local search first, then exhaustion.
 */
#ifndef STEADYCAST_SOLVER_ARITHMETIC_PRUNED_FIND_H
#define STEADYCAST_SOLVER_ARITHMETIC_PRUNED_FIND_H

#include "solver/arithmetic/pruned_exhaust.h"

/* More processors are refused. */
enum { PRUNED_FIND_MAX_PROCESSORS = 20000 };

/*
 * Looks at the depths from B(N), the least with so many nodes, up to t: adding 1 to all values of a
 * schedule gives one of the next depth, so VERDICT_INFEASIBLE is about all of them. On
 * VERDICT_FEASIBLE `pruned` (not initialised before) is sorted and checked. `nodes` counts steps.
 * On one thread. STATUS_INPUT unless L >= 1, t >= 0, N >= 1; STATUS_LIMIT for too many processors.
 */
enum status pruned_find(int latency, int depth, long processors, const struct limits *limits,
                        enum verdict *end, struct schedule *pruned, uint64_t *nodes,
                        struct failure *failure);

#endif
