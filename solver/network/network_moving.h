/* SPDX-License-Identifier: MIT */
/* Broadcasts, and reductions, of networks of any size: cuts that move while the chunks are on their
 * way (results/THEOREMS.md, 21.4). A set of nodes with the source grows step by step; a message
 * from it to a node that is not in it when the message arrives is critical, and each chunk has one
 * for each target that never comes in. */
#pragma once

#include "solver/network/network_bound.h"
#include "solver/network/network_schedule.h"

/* Has the problem one commodity, which all want? */
bool network_is_of_one(const struct network_problem *problem);

/* So many chunks take *time steps of one round, and no fewer, as `bound` proves: on the way to the
 * farthest node behind some cut they wait for each other once. The cuts are balls around the source
 * and single targets. *time is 0, and there is no bound, where that says no more than distances.
 * Of a problem of one. STATUS_LIMIT when stopped; STATUS_MEMORY. O(nodes arcs), or O(arcs) where
 * that is too much. */
enum status network_moving_time(const struct network_problem *problem, int chunks,
                                const struct limits *limits, int *time, struct network_bound *bound,
                                struct failure *failure);

/* Links of capacity and latency 1 that are a tree, a ring or complete: all T(S) by formula. */
enum moving_shape { MOVING_NONE, MOVING_TREE, MOVING_RING, MOVING_COMPLETE };

struct moving_form {
    const struct network_problem *problem; /* borrowed */
    enum moving_shape shape;               /* MOVING_NONE: nothing that follows is there */
    int fewest;                            /* steps, at least */
    int *order; /* of a ring the nodes round it; of a tree those on a longest way; owned */
    int *place; /* of a tree: of each node, behind which of those it hangs; owned */
    int *depth; /* of a tree; owned */
};

/* MOVING_NONE for all else, and where T(S) is the same for all S. STATUS_MEMORY. O(arcs). */
enum status moving_form_find(struct moving_form *form, const struct network_problem *problem,
                             struct failure *failure);
void moving_form_clear(struct moving_form *form);

/* T(S), S >= fewest: on the average S cuts prove it. *found is false, and there is no bound, where
 * they would be too large. */
enum status moving_form_bound(const struct moving_form *form, int steps,
                              const struct limits *limits, struct network_bound *bound, bool *found,
                              struct failure *failure);

/* A schedule of T(S), with one round in each step. As above. */
enum status moving_form_schedule(const struct moving_form *form, int steps,
                                 const struct limits *limits, struct network_schedule *schedule,
                                 bool *found, struct failure *failure);
