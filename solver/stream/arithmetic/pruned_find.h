/* SPDX-License-Identifier: MIT */
/* Is there a block-cyclic schedule on a pruned tree for N processors with delay L + t? Decided by
 * arithmetic: local search first, then exhaustion. */
#pragma once

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/base/verdict.h"
#include "solver/model/schedule.h"

/* Schedules on pruned trees (solver/model/schedule.h) by exhaustive arithmetic: all pruned trees,
 * and for each all ways to deal its leaves (pruned_deal.h).
 *
 * Trees are made from the top value down: how many of the nodes of a value send how often is chosen
 * as a multiset, and then it is known how many nodes each lower value has. What a block takes is at
 * least the residue that its head asks for, so the sum of all leaves must not be less than the sum
 * of these residues. For any factor f this excess + f * (the number of nodes) is a sum over nodes,
 * and the largest that a subtree below a value can contribute is known beforehand; for each of many
 * factors the whole must reach f * N (Lagrange's bound), or the branch is left. Factors for which
 * the largest is 2^60 or more exclude nothing: those of large trees, P(t) > 2^40. */

enum { PRUNED_EXHAUST_MAX_DEPTH = 64, PRUNED_EXHAUST_MAX_PROCESSORS = 10000 };

/* For L <= t <= PRUNED_EXHAUST_MAX_DEPTH, 2 <= N <= PRUNED_EXHAUST_MAX_PROCESSORS.
 * VERDICT_INFEASIBLE: every tree and every way was tried. On VERDICT_FEASIBLE `pruned` (not
 * initialised before) is the schedule, not yet checked. Adds its steps to *nodes. */
enum status pruned_exhaust(int latency, int depth, int processors, const struct limits *limits,
                           enum verdict *end, struct schedule *pruned, uint64_t *nodes,
                           struct failure *failure);

/* Sets *excluded: does the bound alone say that there is none at this depth, or a smaller one? For
 * questions as above. O(t^3). */
enum status pruned_bound(int latency, int depth, int processors, bool *excluded,
                         struct failure *failure);

/* More processors are refused. */
enum { PRUNED_FIND_MAX_PROCESSORS = 20000 };

/* Looks at the depths from B(N), the least with so many nodes, up to t: adding 1 to all values of a
 * schedule gives one of the next depth, so VERDICT_INFEASIBLE is about all of them. On
 * VERDICT_FEASIBLE `pruned` (not initialised before) is sorted and checked. `nodes` counts steps.
 * On one thread. STATUS_INPUT unless L >= 1, t >= 0, N >= 1; STATUS_LIMIT for too many
 * processors. */
enum status pruned_find(int latency, int depth, long processors, const struct limits *limits,
                        enum verdict *end, struct schedule *pruned, uint64_t *nodes,
                        struct failure *failure);
