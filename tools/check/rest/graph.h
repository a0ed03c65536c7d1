/* SPDX-License-Identifier: MIT */
/* The edges of a graph, as they stand in the kinds that speak about one: a line `edges E` and E
 * lines `edge A B`. A graph that is not connected is refuted: no claim is made of it.
 *
 * Room: 4 bytes for each edge and 8 for each processor, used as lines are read. For that edge i, 0
 * the first, must have its lower end at i or below: the edges in front of it must join each of the
 * processors below that end to another, and in a connected graph i processors, which are not all,
 * have i edges at least. */
#pragma once

#include "core/read.h"

enum { GRAPH_PROCESSORS_LIMIT = 100000000, GRAPH_EDGES_LIMIT = 100000000 };

/* The edges from processor p to higher ones are first[p] and behind, up to first[p+1]; their higher
 * ends ascend. */
struct graph {
    uint32_t processors, edges;
    uint32_t *first;
    uint32_t *higher;
    char digest[DIGEST_HEX_SIZE]; /* of the lines `edge` */
};

/* Reads the lines of a connected graph of this many processors, at least 2. */
void graph_read(struct graph *graph, struct reader *reader, uint32_t processors);

bool graph_has_edge(const struct graph *graph, uint32_t one, uint32_t other);

/* "graph of 4 edges whose lines have sha256 ..", appended to the claim. */
void graph_claim(const struct graph *graph, struct verdict *verdict);
