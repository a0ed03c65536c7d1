/* SPDX-License-Identifier: MIT */
/* A flow in time from a source to one target: what arcs carry in each step is bounded, and a node
 * may keep what it has. Of less than one unit the least cuts say why: of each node from which time
 * on it is on the side of the source. All times are internal (network_problem.h). */
#pragma once

#include "solver/network/network_problem.h"

struct timed_flow;

/* Borrows the problem and the limits. STATUS_LIMIT for steps times arcs, or nodes, beyond 2^26;
 * STATUS_MEMORY. */
enum status timed_flow_new(const struct network_problem *problem, int steps,
                           const struct limits *limits, struct timed_flow **flow,
                           struct failure *failure);
void timed_flow_free(struct timed_flow *flow); /* NULL is allowed */

/* How many sendings there are, of arcs times steps; that along an arc in step s, 1 the first, has
 * the number (s - 1) * arcs + arc. */
static inline size_t timed_sending(const struct network_problem *problem, int arc, int step) {
    return (size_t)(step - 1) * (size_t)problem->network->arc_count + (size_t)arc;
}

/* The largest flow from `source` to `target`, up to one unit, where a sending carries load[its
 * number] at most. Of less than a unit near[v] and far[v] are times, 0..steps + 1, of the least
 * cuts nearest to the source and to the target: tau of results/THEOREMS.md, section 20.2.
 * STATUS_LIMIT when stopped. O(steps arcs) for each way on which the flow grows. */
enum status timed_flow_find(struct timed_flow *flow, int source, int target, const double *load,
                            double *found, int *near, int *far, struct failure *failure);
