/* SPDX-License-Identifier: MIT */
/* A graph whose colours tell what the automorphisms of a problem keep: its nodes are the first
 * vertices, and arcs and groups are edges, or vertices more. */
#pragma once

#include "solver/network/network_problem.h"

struct symmetry_graph {
    int count;
    uint64_t *colour; /* of each vertex; owned */
    int64_t joined_count;
    int (*joined)[2]; /* pairs of vertices, each once; owned */
};

/* `precise`: with a vertex for each group of several arcs. Else groups are told by the colours of
 * their arcs alone, which is smaller and mostly enough: of the automorphisms of the graph each has
 * to be looked at in any case, as colours are hashes. `fixed` is a node that stays, or -1.
 * STATUS_LIMIT where it has more than 2^24 vertices or edges; STATUS_MEMORY. O(arcs log arcs +
 * members). */
enum status symmetry_graph_make(const struct network_problem *problem, int fixed, bool precise,
                                struct symmetry_graph *graph, struct failure *failure);
void symmetry_graph_clear(struct symmetry_graph *graph);
