/* SPDX-License-Identifier: MIT */
/* Timed trees: sendings by which a chunk gets from its source to its targets in so many steps, and
 * the cheapest one where each sending has a price. By the recursion of Dreyfus and Wagner (1971) on
 * the network spread out in time: what it costs to bring a chunk from a node, in a step, to a set
 * of targets. All times here are internal (network_problem.h). */
#pragma once

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/network/network_problem.h"

/* To all nodes of a network trees are found for so many nodes: the steps times 3^nodes. */
enum { TIMED_TREE_MOST_NODES = 14 };

/* When a sending counts. Steps each for itself (period 0), or only modulo a period: of streams,
 * whose items are born in the phases 0..period-1; 1: in all steps alike. */
struct time_axis {
    int steps;  /* S */
    int period; /* 0: none */
};

/* How many prices a group has. */
static inline int axis_length(struct time_axis axis) {
    return axis.period ? axis.period : axis.steps;
}

/* The place, from 0 on, of the sending in step s of what was born in a phase; -1: it can't be. */
static inline int axis_send_place(struct time_axis axis, const struct network_problem *problem,
                                  int arc, int phase, int s) {
    return axis.period ? (phase + s - 1) % axis.period
                       : problem_step(problem, arc, s, axis.steps) - 1;
}

/* The place at which that counts in a group. */
static inline int axis_count_place(struct time_axis axis, const struct network_problem *problem,
                                   int group, int arc, int phase, int s) {
    int place =
        axis_send_place(axis, problem, arc, phase, s) + network_late(problem->network, group, arc);
    return axis.period ? place % axis.period : place;
}

struct timed_send {
    int arc;
    int step; /* >= 1 */
};

struct timed_tree {
    int count;
    struct timed_send *sends; /* by steps; owned */
};

void timed_tree_clear(struct timed_tree *tree);

struct tree_search;

/* Borrows the problem. STATUS_LIMIT for more nodes than above (of chunks that go to all), and where
 * the tables would take more than a gigabyte.
 *
 * Trees that are `near` are for chunks that go to all nodes of networks of any size; they are
 * cheap, but not the cheapest: each node in turn along the cheapest way from those that have the
 * chunk. It visits with the cost 0; a tree takes O(nodes steps arcs). In so many steps all can
 * arrive, and there is no period. */
enum status tree_search_new(const struct network_problem *problem, struct time_axis axis, bool near,
                            struct tree_search **search, struct failure *failure);
void tree_search_free(struct tree_search *search);

/* About how many divisions of sets a run looks at, in one phase. */
double tree_search_cells(const struct network_problem *problem, struct time_axis axis);

#define TREE_COST_NONE INT64_MAX

/* Called with the least cost of a commodity, TREE_COST_NONE where there is no tree; it may ask for
 * the tree then. Anything but STATUS_OK ends the search. */
typedef enum status tree_visit(void *context, struct tree_search *search, int commodity,
                               int64_t cost, struct failure *failure);

/* The least costs of trees of all commodities, whose chunks were born in this phase (0 where there
 * are none); prices[g * axis_length + place] >= 0, of which no sum passes 2^60. STATUS_LIMIT when
 * stopped. O(steps arcs 2^n + steps nodes 3^n) where chunks go to all n nodes, else O(steps arcs)
 * for each target. */
enum status tree_search_run(struct tree_search *search, const int64_t *prices, int phase,
                            const struct limits *limits, tree_visit *visit, void *context,
                            struct failure *failure);

/* A cheapest tree of the commodity that is visited, without what would come to a node twice. */
enum status tree_search_tree(struct tree_search *search, int commodity, struct timed_tree *tree,
                             struct failure *failure);
