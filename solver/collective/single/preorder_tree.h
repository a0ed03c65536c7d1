/* SPDX-License-Identifier: MIT */
/*
 * The broadcast trees of Shou and Chen 1996, node by node from their definitions; the recurrence is
 * not used.
 *
 * A node has an effective time, the cycles that are left when it has the item; that of the root is
 * the time T of the whole broadcast. A node with effective time e has a child with effective time
 * e - l - kg for each k >= 0 for which that is not negative. This is OBT(f_T), all that T cycles
 * reach. T*(P) are its first P nodes in preorder (Definition 4).
 *
 * Numbers (Definition 3): the root's is P0; with C_0, C_1, .. the sizes of the subtrees of the
 * children of a node with number i, child k has the number i + 1 + C_0 + .. + C_(k-1), modulo the
 * number of processors.
 */
#ifndef STEADYCAST_SOLVER_PREORDER_TREE_H
#define STEADYCAST_SOLVER_PREORDER_TREE_H

#include <stdint.h>

#include "automata/status.h"

enum { PREORDER_TREE_MOST_NODES = 20000000 };

struct preorder_node {
    int parent; /* place in the list; -1 for the root */
    int child;  /* k: which child of its parent */
    int size;   /* nodes of the subtree below it, itself included */
    int number;
    int64_t effective;
};

struct preorder_tree {
    int count;
    struct preorder_node *nodes; /* in preorder; owned */
};

/* OBT(f_T) for T = time >= 0, sendings `apart` >= 1 that take `transfer` >= 1, and numbers from
 * root = P0 >= 0 on (modulo count). STATUS_INPUT for other numbers, STATUS_LIMIT for too many
 * nodes. O(nodes). */
enum status preorder_tree_build(int64_t apart, int64_t transfer, int64_t time, int root,
                                struct preorder_tree *tree, struct failure *failure);
void preorder_tree_clear(struct preorder_tree *tree);

/* Definition 4: keeps the first P nodes; sizes and numbers are those of the smaller tree. */
void preorder_tree_truncate(struct preorder_tree *tree, int processors, int root);

/*
 * Instead: takes away count - P nodes with effective time 0, the last of them in preorder. There
 * must be as many, which is so for f_(T-1) <= P <= f_T. They are leaves, and the last to have the
 * item; so what is left are P smallest labels.
 */
void preorder_tree_take_last(struct preorder_tree *tree, int processors, int root);

#endif
