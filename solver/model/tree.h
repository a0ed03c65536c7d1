/*
 * The optimal broadcast tree of depth t in the postal model (Karp et al. 1993, Definitions 2.3
 * and 2.4): a node with label d sends at every step from d on, so its children have the labels d+L,
 * d+L+1, .., t.
 */
#ifndef STEADYCAST_SOLVER_MODEL_TREE_H
#define STEADYCAST_SOLVER_MODEL_TREE_H

#include "automata/status.h"

struct tree_node {
    int label;    /* steps from the root's reception to this one's */
    int parent;   /* index; -1 for the root */
    int children; /* t-label-L+1, or 0 for a leaf */
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
void tree_clear(struct tree *tree);

#endif
