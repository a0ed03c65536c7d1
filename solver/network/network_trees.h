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
