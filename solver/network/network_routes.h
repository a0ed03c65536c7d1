/* SPDX-License-Identifier: MIT */
/* Schedules of chunks with one target each, with one round in each step: every chunk goes along a
 * shortest way, which is chosen arc by arc as there is room, and those that have the farthest to go
 * come first. */
#pragma once

#include "solver/network/network_schedule.h"

/* Nodes beyond which the distances of all pairs are not kept. */
enum { ROUTES_MOST_NODES = 2048 };

/* At most so many steps, or *found is false. Equals are taken in an order of the seed. The task has
 * even rounds, and no chunk that goes to all. STATUS_LIMIT when stopped, and beyond the nodes
 * above, or where ways are too long for a list of each length. O(nodes arcs + messages degree +
 * steps nodes), as a rule. */
enum status network_routes(const struct network_task *task, uint64_t seed, int most,
                           const struct limits *limits, struct network_schedule *schedule,
                           bool *found, struct failure *failure);
