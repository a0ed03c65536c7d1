/* SPDX-License-Identifier: MIT */
/*
 * Networks by name: the usual families of graphs, edge lists from files, and cartesian products of
 * them, written as one text.
 *
 *     NETWORK  = GRAPH or GRAPH*GRAPH*..        the cartesian product
 *     ring:N path:N star:N complete:N wheel:N   N nodes; star and wheel have node 0 in the middle
 *     bipartite:AxB                             complete bipartite graph
 *     bowtie petersen                           two triangles with a node in common; 10 nodes
 *     torus:AxBx.. mesh:AxBx..                  products of rings, of paths
 *     hypercube:D ccc:D debruijn:D              ccc: cube-connected cycles, D 2^D nodes
 *     butterfly:D wrapped-butterfly:D           (D+1) 2^D and D 2^D nodes
 *     file:NAME                                 a line `A B` for each edge, nodes 0, 1, ..; lines
 *                                               that start with # are for the reader. For each *
 *                                               of the name ** is written
 *
 * A ring of two nodes is a path; de Bruijn graphs are without directions, loops and double edges,
 * and so are cube-connected cycles and wrapped butterflies for D = 1, 2 (Leighton 1992, chapter 3).
 */
#ifndef STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_NETWORK_H
#define STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_NETWORK_H

#include "solver/collective/multinode/gossip_graph.h"

enum gossip_family {
    GOSSIP_RING,
    GOSSIP_PATH,
    GOSSIP_STAR,
    GOSSIP_COMPLETE,
    GOSSIP_WHEEL,
    GOSSIP_BIPARTITE,
    GOSSIP_BOWTIE,
    GOSSIP_PETERSEN,
    GOSSIP_CCC, /* node (w,i), i = 0..D-1: w D + i */
    GOSSIP_DEBRUIJN,
    GOSSIP_BUTTERFLY,         /* node (w,i), i = 0..D: i 2^D + w */
    GOSSIP_WRAPPED_BUTTERFLY, /* the same, i = 0..D-1 */
    GOSSIP_LISTED             /* from a file */
};

/* One that is not given as a product. */
struct gossip_factor {
    enum gossip_family family;
    int size; /* N, A or D; 0 without */
    struct gossip_graph graph;
};

enum { GOSSIP_MOST_FACTORS = 20, GOSSIP_NAME_ROOM = 4096 };

struct gossip_network {
    int count; /* >= 1 */
    struct gossip_factor factors[GOSSIP_MOST_FACTORS];
    struct gossip_graph graph; /* the product of all, numbered as gossip_graph_product does */
};

/*
 * Reads a text as above. `network` is not initialised before; the caller clears it. STATUS_INPUT
 * with the text and what is wrong, STATUS_LIMIT for more than GOSSIP_MOST_NODES nodes, STATUS_INPUT
 * for files that can't be read.
 */
enum status gossip_network_parse(const char *text, struct gossip_network *network,
                                 struct failure *failure);

/* The same; relative names of files stand below the folder `base`, NULL: the working directory. */
enum status gossip_network_parse_in(const char *text, const char *base,
                                    struct gossip_network *network, struct failure *failure);

/* The name of the next file in a text; *text is moved behind it. false: there is none. */
bool gossip_network_next_file(const char **text, char name[GOSSIP_NAME_ROOM]);

void gossip_network_clear(struct gossip_network *network);

#endif
