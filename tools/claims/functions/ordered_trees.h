/* SPDX-License-Identifier: MIT */
/* All ordered trees with so many nodes: who is whose child, and in which place. */
#pragma once

#include <stdbool.h>

enum { ORDERED_TREES_MOST = 12 };

/* Node 0 is the root, and nodes are numbered in preorder. */
struct ordered_tree {
    int count, depth[ORDERED_TREES_MOST], parent[ORDERED_TREES_MOST];
    int place[ORDERED_TREES_MOST]; /* 0, 1, .. among its siblings */
};

/* The first of 1 <= count <= ORDERED_TREES_MOST nodes: each node has one child at most. */
void ordered_tree_first(struct ordered_tree *tree, int count);

/* The next one; false behind the last. There are Catalan(count-1) in all. */
bool ordered_tree_next(struct ordered_tree *tree);
