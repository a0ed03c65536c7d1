/* SPDX-License-Identifier: MIT */
/* All ordered trees with so many nodes: who is whose child, and in which place. */
#pragma once

enum { ORDERED_TREES_MOST = 12 };

/* Node 0 is the root, and nodes are numbered in preorder. */
struct ordered_tree {
    int count, depth[ORDERED_TREES_MOST], parent[ORDERED_TREES_MOST];
    int place[ORDERED_TREES_MOST]; /* 0, 1, .. among its siblings */
};

/* One of them: 1, 2, .. are all of 1 <= count <= ORDERED_TREES_MOST nodes, Catalan(count-1), and
 * behind the last comes that one again. Borrowed until the next call. */
const struct ordered_tree *ordered_tree_at(int count, long number);
