/* SPDX-License-Identifier: MIT */
/* The small pieces that the union rule (pruned_union.h) starts from: schedules that are listed, the
 * scheme for depths up to 3L, stars, and left parts. */
#pragma once

#include "solver/base/limits.h"
#include "solver/model/schedule.h"

/* Fills `pruned`: N = processors at depth t, 2L <= t <= 3L, P(t-1) < N < P(t): the optimal tree of
 * depth t-1, and as first child of the root a star. (One case is listed.) STATUS_INTERNAL if it
 * does not come out. O(L) ranges of leaves. */
enum status union_scheme(struct schedule *pruned, int latency, int depth, int processors,
                         struct failure *failure);

/* L + 3 processors at depth >= 2L+1: a root with L+2 leaves. */
enum status union_star(struct schedule *pruned, int latency, int depth, struct failure *failure);

/* Left parts of the union rule (pruned_union.h): a schedule of depth t in which the leaf left over
 * is the first child of the root, of value t-L. Any schedule of depth t-L can stand in the place of
 * that leaf. */

/* Fills `pruned` with such a schedule for P(t-1) + 1 processors, t > L: by the scheme above up to
 * 3L. For L <= 9, else, by a local search for one of the whole tree of depth t-1 whose root is a
 * ball of the letter left over, which the root then takes; or a listed one, for P(t-1) processors.
 * *found = false if there is none of these, which proves nothing. STATUS_LIMIT when stopped
 * (`limits` may be NULL). */
enum status left_part_find(int latency, int depth, const struct limits *limits, bool *found,
                           struct schedule *pruned, struct failure *failure);
