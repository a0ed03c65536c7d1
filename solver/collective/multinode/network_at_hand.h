/* SPDX-License-Identifier: MIT */
/* Schedules of one round in each step that are there before any formula: along shortest ways;
 * greedily, wherever chunks are for all nodes; by
 * symmetries; everybody's chunks, or sums, along a hamiltonian
 * cycle, along a spanning tree, of a product from the schedules of its factors. */
#pragma once

#include "solver/collective/multinode/network_least.h"

/* What ends before `least->upper` is kept there, until it meets `least->lower`. The limits end what
 * is tried, and are no failure. The task has even rounds. STATUS_INPUT for a cycle that is none. */
enum status network_at_hand(struct network_least *least, const struct network_hints *hints,
                            const struct limits *limits, struct failure *failure);

/* Schedules that the symmetries of a network take to themselves (network_one_source.h), of rounds
 * in S steps as of one round in each. */

/* Schedules of so few messages along shortest ways take less time than symmetries. */
enum { ORBITS_FEW_MESSAGES = 20000 };

/* About so many messages has a schedule of the task. */
static inline int64_t network_messages(const struct network_least *least) {
    return network_task_chunks(&least->task) * (least->task.problem->network->nodes - 1);
}

/* Has every node one chunk, or wants one sum, and is that all? */
static inline bool network_is_gossip(const struct network_problem *problem) {
    return network_is_even(problem->network) && (problem->collective == COLLECTIVE_ALLGATHER ||
                                                 problem->collective == COLLECTIVE_REDUCE_SCATTER);
}

/* Of an allgather or a reduce-scatter; others have none. What is less than `least->upper` is kept
 * there, until it meets `least->lower`, or `enough`. Nothing is tried where it would take more than
 * some seconds. STATUS_LIMIT when stopped; STATUS_MEMORY. */
enum status network_try_orbits(struct network_least *least, const struct limits *limits,
                               struct failure *failure);

/* A schedule of the lower bound of rounds, by a formula of ten times as many decisions, some half a
 * minute: for when there is no better bound to come. Else as above. */
enum status network_close_orbits(struct network_least *least, const struct limits *limits,
                                 struct failure *failure);
