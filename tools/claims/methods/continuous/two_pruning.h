/* SPDX-License-Identifier: MIT */
/*
 * The trees that the sketch of Theorem 3.5 of Karp et al. 1993 prunes, L = 2, depth t, P(t-1)
 * nodes: without both leaves of the nodes with 4 children or more and of some of those with 3, and
 * without the later leaf of the nodes with 2 children and of some of those with one.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_KARP_TWO_PRUNING_H
#define STEADYCAST_TOOLS_CLAIM_KARP_TWO_PRUNING_H

#include "solver/base/limits.h"
#include "solver/model/schedule.h"

/* Of the nodes with 3 children some keep their leaves, which settles all else: each number of them
 * is tried, until the leaves of the tree can be dealt to its blocks. *found: `pruned` (not
 * initialised before) is such a schedule, checked. Else none is known: limits end the search, too.
 * 2 <= t <= 30. */
enum status two_pruning_find(int depth, const struct limits *limits, bool *found,
                             struct schedule *pruned, struct failure *failure);

/* Whether the blocks of a schedule, L = 2, send as often as such nodes do. */
bool two_pruning_has(const struct schedule *pruned);

#endif
