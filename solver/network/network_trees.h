/* SPDX-License-Identifier: MIT */
/* Schedules at once, without any search: each chunk goes along a tree of shortest ways, by arcs
 * with little load. */
#pragma once

#include "solver/network/network_schedule.h"

/* In as few steps as distances allow, or the task's, of any connected network; the rounds come out.
 * Not for streams. STATUS_LIMIT: so few steps are too few, the schedule has too many messages or
 * loads, or the limits say stop. O(messages degree + sources arcs). */
enum status network_shortest(const struct network_task *task, const struct limits *limits,
                             struct network_schedule *schedule, struct failure *failure);

/* The same with one round in each step, whatever the number of steps, which comes out: each node
 * sends on as soon as there is room. O(log) more for each message, and for each step and arc. */
enum status network_one_by_one(const struct network_task *task, const struct limits *limits,
                               struct network_schedule *schedule, struct failure *failure);

/* Of a stream whose delay (task->steps) distance allows: each item along the same tree, in the
 * period q. *found is false where these trees do not fit into the capacities, which says nothing of
 * others. */
enum status network_stream_tree(const struct network_task *task, const struct limits *limits,
                                struct network_schedule *schedule, bool *found,
                                struct failure *failure);

/* Schedules of chunks with one target each, with one round in each step: every chunk goes along a
 * shortest way, which is chosen arc by arc as there is room, and those that have the farthest to go
 * come first. */

/* Nodes beyond which the distances of all pairs are not kept. */
enum { ROUTES_MOST_NODES = 2048 };

/* At most so many steps, or *found is false. Equals are taken in an order of the seed. The task has
 * even rounds, and no chunk that goes to all. STATUS_LIMIT when stopped, and beyond the nodes
 * above, or where ways are too long for a list of each length. O(nodes arcs + messages degree +
 * steps nodes), as a rule. */
enum status network_routes(const struct network_task *task, uint64_t seed, int most,
                           const struct limits *limits, struct network_schedule *schedule,
                           bool *found, struct failure *failure);
