/* SPDX-License-Identifier: MIT */
/* One item in each step for both sides of a complete bipartite network, one port each way: trees
 * whose nodes are dealt to words (results/THEOREMS.md, 21.2). A full node of value v has v children
 * of values v - 1, .., 0, all on the other side; those of the value w get the item w steps before
 * the last step. */
#pragma once

#include <stdint.h>

#include "automata/status.h"

/* A node with children is at position 0 of a word of as many processors, which take turns; a leaf,
 * at another position of one. */
struct full_node {
    int parent; /* -1 of the root, which is the first */
    int value;
    int side;     /* 0: that of the root */
    int children; /* that it has; the value, but of those that were cut to one */
    int first;    /* processors of its side from this one on are those of the word */
    int length;   /* of the word; 0 of the last leaf of the other side, which has none */
    int position;
};

struct full_tree {
    int count; /* 2 b */
    struct full_node *nodes;
    int64_t period; /* of all words; INT_MAX or more: too many steps */
};

/* With b >= 1 nodes on each side, where each side's word have b and b - 1 processors.
 * STATUS_MEMORY. O(b). */
enum status full_tree_make(int b, struct full_tree *tree, struct failure *failure);
void full_tree_clear(struct full_tree *tree);

/* The processor of its side, 0 the first, that is this node of the items born in a step; b - 1 is
 * that of the last leaf of the other side. */
int full_tree_place(const struct full_tree *tree, int node, int birth);
