/* SPDX-License-Identifier: MIT */
/* Streams by formula, of any size: rings, trees, complete networks, hypercubes and complete
 * bipartite networks (results/THEOREMS.md, 21.2). A network is known by its arcs, whatever its
 * name; what it carries is seen when the schedule is played. */
#pragma once

#include "solver/network/network_schedule.h"

/* Of a stream of task->items in task->per steps the schedule of the least delay below `below` that
 * some construction has; *found: there is one, and `schedule`, which is not initialised before, is
 * it. STATUS_LIMIT when stopped. O(messages of a period), some millions at most. */
enum status network_closed_stream(const struct network_task *task, int below,
                                  const struct limits *limits, struct network_schedule *schedule,
                                  bool *found, struct failure *failure);

/* The nodes of a ring one behind the other, from the root on; false: it is none. O(nodes). */
bool network_ring_order(const struct network_problem *problem, int *nodes);
