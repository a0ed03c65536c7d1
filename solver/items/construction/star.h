/* SPDX-License-Identifier: MIT */
/*
 * The source sends everything itself, p messages a step: for latencies so long that there is
 * nothing to be gained from the others. The last of the K N messages is received at time
 * L + ceil(K N / p) - 1. For K N <= p L that is the least time: nobody but the source has anything
 * to send before time L, and by then it has sent all.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_STAR_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_STAR_H

#include "solver/items/items_schedule.h"

/*
 * Fills `schedule`, whose messages are made as they are told. STATUS_INPUT unless L, p, N, K >= 1;
 * STATUS_LIMIT for more than MESSAGES_MOST_PROCESSORS, or times beyond 2^31 - 1.
 */
enum status star(int latency, int ports, int processors, int items, struct items_schedule *schedule,
                 struct failure *failure);

#endif
