/* SPDX-License-Identifier: MIT */
/*
 * One item, as soon as possible: everybody who has it sends it to new processors, with all ports,
 * at every step. At time i it is with as many as can be, g_i of results/README.md, kind
 * items-bound, the source included (Theorem 2.2 of Karp et al. 1993 for one port).
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_ONE_ITEM_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_ONE_ITEM_H

#include "solver/items/items_schedule.h"

/* STATUS_LIMIT for more than MESSAGES_MOST_PROCESSORS. `schedule` is not initialised before; it is
 * for one port in the postal model, for more with that many ports. O(N log N). */
enum status one_item(int latency, int ports, int processors, struct items_schedule *schedule,
                     struct failure *failure);

#endif
