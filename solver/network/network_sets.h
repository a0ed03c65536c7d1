/* SPDX-License-Identifier: MIT */
/* Prices of networks whose nodes have ports, by a set R of nodes. Parts: what is left without R
 * falls into components, into which all has to be sent by R. And messages in a round: what does not
 * end in R stays within a component; so much for each of R, and for each component of half duplex
 * half of its nodes, rounded down (Tutte, Berge), or of full duplex its nodes, unless it is one
 * alone (Koenig). */
#pragma once

#include "solver/base/limits.h"
#include "solver/network/network_bound.h"
#include "solver/network/network_problem.h"

/* is_cut[v], for all nodes v of a network whose arcs are edges; set by the caller to false. O(nodes
 * + arcs). */
enum status network_cut_vertices(const struct network_problem *problem, bool *is_cut,
                                 struct failure *failure);

/* The groups of the ports, in internal time. */
struct network_sides {
    bool all;   /* every node has both; else they say nothing */
    bool half;  /* both are the same group, */
    bool alone; /* of capacity 1 for all nodes, in which both ends count in one step */
    int *leave; /* of each node the group of the arcs by which something leaves it; owned */
    int *come;
};

enum status network_sides_find(const struct network_problem *problem, struct network_sides *sides,
                               struct failure *failure);
void network_sides_clear(struct network_sides *sides);

/* A set of nodes is looked for among all of small networks. */
enum { SETS_SMALL = 14, SETS_MOST = 3000 };

/* Weighs all sets of small networks; of others, up to SETS_MOST nodes, none, each cut vertex, and
 * if they are bipartite the least set of nodes at which all arcs end (Koenig). With odd sets if
 * `even`. O(nodes * arcs), or 2^nodes arcs. STATUS_LIMIT when stopped. */
enum status network_sets_try(struct network_trial *trial, const struct network_sides *sides,
                             bool even, const struct limits *limits, struct failure *failure);
