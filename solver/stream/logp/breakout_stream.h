/* SPDX-License-Identifier: MIT */
/* Streams on a LogP machine under any capacity, for large numbers of processors: blocks in counts,
 * changed until messages and receptions are in balance (balance.h).
 *
 * The heads are first those of the whole tree but for leaves that are left out, the leaves of each
 * block as equal as they can be. Changes are of one kind of blocks, of as many as is best: two
 * leaves move by a level in opposite directions; leaves rise or sink by as many levels as the block
 * has processors, which M. Hall's theorem allows as well; a head sends once more or once less, with
 * a processor more or less in its block; a leaf becomes a head; the processor without a block
 * receives another value. */
#pragma once

#include "solver/base/limits.h"
#include "solver/stream/logp/logp_schedule.h"

/* More processors are not counted; trees of larger depth, or with larger leaves, in units of
 * gcd(l,G), take too long. */
#define BREAKOUT_MOST_PROCESSORS INT64_C(100000000000000)
enum { BREAKOUT_MOST_DEPTH = 20000, BREAKOUT_MOST_LEAF = 1000 };

/* Looks for a schedule of smaller depth than `schedule` has, from the least one on that the tree
 * bound leaves (where these are very many, not at each), for the same machine, capacity and number
 * of processors; replaces it by the best one that is found. Leaves it as it is if there is none, if
 * it is beyond what is above, or when stopped (`limits` may be NULL). The same on every run that is
 * not stopped. */
enum status breakout_improve(struct logp_schedule *schedule, const struct limits *limits,
                             struct failure *failure);
