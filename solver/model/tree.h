/* SPDX-License-Identifier: MIT */
/*
 * Broadcast trees in the postal model: the optimal one of depth t (Karp et al. 1993,
 * Definitions 2.3 and 2.4), in which a node with label d sends at every step from d on, so its
 * children have the labels d+L, d+L+1, .., t; and pruned ones, in which a node may stop sooner.
 */
#ifndef STEADYCAST_SOLVER_MODEL_TREE_H
#define STEADYCAST_SOLVER_MODEL_TREE_H

#include "automata/status.h"
#include "solver/model/schedule.h"

struct tree_node {
    int label;    /* steps from the root's reception to this one's */
    int parent;   /* index; -1 for the root */
    int children; /* 0 for a leaf; in the optimal tree t-label-L+1 */
};

struct tree {
    int latency;
    int depth;
    int count;
    struct tree_node *nodes; /* in pre-order, earlier children first; nodes[0] is the root */
};

/* STATUS_LIMIT when f_t is more than `most_nodes`. */
enum status tree_init(struct tree *tree, int latency, int depth, int most_nodes,
                      struct failure *failure);
/* A tree of a block-cyclic schedule, which has been checked and sorted: among the nodes of a value
 * those that send most come first. STATUS_LIMIT for more than `most_nodes` processors. */
enum status tree_of_schedule(struct tree *tree, const struct schedule *schedule, int most_nodes,
                             struct failure *failure);
void tree_clear(struct tree *tree);

#endif
