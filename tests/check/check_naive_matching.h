/* SPDX-License-Identifier: MIT */
/* For the tests: a matching in any bipartite graph, by augmenting paths. */
#pragma once

#include <stdbool.h>

enum { MATCHING_NODES = 1000 };

/* The graph: `lefts` and `rights` nodes, MATCHING_NODES at most, and its edges. */
struct matching_graph {
    long lefts, rights;
    const void *context;
    bool (*is_edge)(const void *context, long left, long right);
};

/* Gives each left node a right node of its own, right[left], tried from `first` on. False if there
 * is no such matching. */
bool matching_find(const struct matching_graph *graph, long first, long *right);
