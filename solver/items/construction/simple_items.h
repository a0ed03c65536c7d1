/* SPDX-License-Identifier: MIT */
/* K items where it is simple: one item, a star, and bundles of items for several ports. */
#pragma once

#include "solver/items/items_schedule.h"

/* One item, as soon as possible: everybody who has it sends it to new processors, with all ports,
 * at every step. At time i it is with as many as can be, g_i of results/README.md, kind
 * items-bound, the source included (Theorem 2.2 of Karp et al. 1993 for one port). */

/* STATUS_LIMIT for more than MESSAGES_MOST_PROCESSORS. `schedule` is not initialised before; it is
 * for one port in the postal model, for more with that many ports. O(N log N). */
enum status one_item(int latency, int ports, int processors, struct items_schedule *schedule,
                     struct failure *failure);

/* The source sends everything itself, p messages a step: for latencies so long that there is
 * nothing to be gained from the others. The last of the K N messages is received at time L + ceil(K
 * N / p) - 1. For K N <= p L that is the least time: nobody but the source has anything to send
 * before time L, and by then it has sent all. */

/* Fills `schedule`, whose messages are made as they are emitted. STATUS_INPUT unless L, p, N, K >=
 * 1; STATUS_LIMIT for more than MESSAGES_MOST_PROCESSORS, or times beyond 2^31 - 1. */
enum status star(int latency, int ports, int processors, int items, struct items_schedule *schedule,
                 struct failure *failure);

/* Several ports by one: p items are sent as if they were one item of a schedule for one port, each
 * by a port of its own. K items take as long as ceil(K/p) do with one port. */

/* How many bundles K items make. */
static inline int bundle_count(int items, int ports) {
    return (items - 1) / ports + 1;
}

/* Takes over `base`, a list of bundle_count items in the postal model that the source has at time
 * 0; on failure it is cleared. */
enum status bundle_schedule(struct items_schedule *base, int ports, int items,
                            struct items_schedule *schedule, struct failure *failure);
