/* SPDX-License-Identifier: MIT */
#ifndef AUTOMATA_JUGGLING_GRAPH_H
#define AUTOMATA_JUGGLING_GRAPH_H

#include "automata/juggling.h"
#include "automata/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* One part of the juggling state graph (juggling.h), written out: all states with a given number of
 * balls and their edges. The order is fixed: states ascending as numbers, the edges of a state by
 * ascending letter. Edges of state k: first_edge[k] .. first_edge[k+1] - 1. Read-only after
 * construction. */
struct juggling_graph {
    int maximal_throw;
    int balls;
    size_t state_count;
    size_t edge_count;
    juggling_state *states;
    size_t *first_edge;  /* state_count + 1 entries */
    uint8_t *letters;    /* per edge */
    uint32_t *successor; /* per edge, the index of a state */
};

/* Builds the part with `balls` balls, 0 <= balls <= maximal_throw, into *graph; to be given back
 * with juggling_graph_clear. STATUS_INPUT for arguments out of range, STATUS_LIMIT for more than
 * JUGGLING_GRAPH_STATES states. Time O(edges * log states). */
enum { JUGGLING_GRAPH_STATES = 10 * 1000 * 1000 };

enum status juggling_graph_init(struct juggling_graph *graph, int maximal_throw, int balls,
                                struct failure *failure);
void juggling_graph_clear(struct juggling_graph *graph);

/* The index of a state that belongs to the graph. O(log states). */
size_t juggling_graph_find(const struct juggling_graph *graph, juggling_state state);

/* Writes the parts balls_from..balls_to in the language of Graphviz, one cluster each. A state is
 * shown as its bits, the next landing time first; edges carry the names of the letters (word.h);
 * states where the maximal throw is possible, in which a legal word may begin, have a double
 * circle. STATUS_INPUT for arguments out of range and STATUS_LIMIT for maximal_throw > 12, where
 * nobody can look at the picture: nothing is written then. */
enum status juggling_write_dot(FILE *file, int maximal_throw, int balls_from, int balls_to,
                               struct failure *failure);

#endif
