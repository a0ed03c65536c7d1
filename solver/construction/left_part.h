/* SPDX-License-Identifier: MIT */
/*
 * Left parts of the union rule (every.h): a schedule of depth t in which the leaf left over is the
 * first child of the root, of value t-L. Any schedule of depth t-L can stand in the place of that
 * leaf.
 */
#ifndef STEADYCAST_SOLVER_CONSTRUCTION_LEFT_PART_H
#define STEADYCAST_SOLVER_CONSTRUCTION_LEFT_PART_H

#include "solver/base/limits.h"
#include "solver/model/schedule.h"

/*
 * Fills `pruned` with such a schedule for P(t-1) + 1 processors, t > L: by the scheme of
 * every_base.h up to 3L. For L <= 9, else, by a local search for one of the whole tree of depth t-1
 * whose root is a ball of the letter left over, which the root then takes; or a listed one, for
 * P(t-1) processors. *found = false if there is none of these, which proves nothing. STATUS_LIMIT
 * when stopped (`limits` may be NULL).
 */
enum status left_part_find(int latency, int depth, const struct limits *limits, bool *found,
                           struct schedule *pruned, struct failure *failure);

#endif
