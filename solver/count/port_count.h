/* SPDX-License-Identifier: MIT */
/* How many schedules with p >= 2 ports there are in blocks on the whole tree of depth t: ways to
 * deal the leaves of an item to its blocks, p r - 1 to each of size r >= 2, with head + (their sum)
 * divisible by r, equal blocks in no order; the others are loose (solver/model/schedule.h). */
#pragma once

#include <gmp.h>

#include "solver/base/limits.h"

/* Most numbers of its table: (product of 1 + how many leaves there are of each value) times 1 +
 * (most blocks of one size). */
enum { PORT_COUNT_MOST = 4000000 };

/* STATUS_INPUT for a machine or a depth that there is not; STATUS_LIMIT when stopped, or for a
 * table that is too large; `limits` may be NULL. O(table size * fillings of blocks) additions. */
enum status port_count(int latency, int ports, int depth, const struct limits *limits,
                       mpz_ptr count, struct failure *failure);
