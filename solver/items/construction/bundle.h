/* SPDX-License-Identifier: MIT */
/*
 * Several ports by one: p items are sent as if they were one item of a schedule for one port, each
 * by a port of its own. K items take as long as ceil(K/p) do with one port.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_BUNDLE_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_BUNDLE_H

#include "solver/items/items_schedule.h"

/* How many bundles K items make. */
static inline int bundle_count(int items, int ports) {
    return (items - 1) / ports + 1;
}

/* Takes over `base`, a list of bundle_count items in the postal model that the source has at time
 * 0; on failure it is cleared. */
enum status bundle_schedule(struct items_schedule *base, int ports, int items,
                            struct items_schedule *schedule, struct failure *failure);

#endif
