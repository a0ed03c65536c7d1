/* SPDX-License-Identifier: MIT */
/* The cheapest trees by which a chunk gets to its targets, in networks of any size, where an arc
 * costs the same at all times: arborescences (Chu, Liu 1965; Edmonds 1967), or ways, where there is
 * one target. Their dual, sets of nodes with weights, is a proof that none is cheaper. */
#pragma once

#include "solver/network/network_problem.h"

struct cheap_tree;

/* Borrows the problem. STATUS_MEMORY. */
enum status cheap_tree_new(const struct network_problem *problem, struct cheap_tree **tree,
                           struct failure *failure);
void cheap_tree_free(struct cheap_tree *tree); /* NULL is allowed */

/* Of a commodity, costs[arc] >= 0, of which no sum over a tree reaches 2^62. Arcs of the tree,
 * `*count` of them in `arcs`, with room for as many as there are nodes: each goes on from a node
 * that has the chunk. No branch ends at a node that wants nothing. Where no node forwards only, it
 * is a cheapest one; else one of the cheapest to all nodes without what is needless. It must be
 * possible. O(arcs log nodes) as a rule; to one target O(nodes^2). */
void cheap_tree_find(struct cheap_tree *tree, int commodity, const int64_t *costs, int *arcs,
                     int *count);

/* Sets of nodes without the source, of the tree to all that was found last: the weights of those
 * that an arc enters are no more than what it costs together. Of set i, 0 the first, *weight, 0 if
 * no target is in it, and inside[v] 1 for its nodes, else 0; false behind the last one. O(nodes
 * depth). */
bool cheap_tree_set(const struct cheap_tree *tree, int i, int64_t *weight, int *inside);
