/* SPDX-License-Identifier: MIT */
/* Networks by name: families of graphs, machines, files, and cartesian products of them, written as
 * one text.
 *
 *     NETWORK  = GRAPH or GRAPH*GRAPH*..        the cartesian product
 *     NETWORK/group:0-3,8-11                    these nodes have and want something; others forward
 *     NETWORK/only:0-3,8-11                     others do not forward either
 *     NETWORK/sizes:3,1,0,2                     so many chunks has, or is to get, each node that
 *                                               takes part, where others have one
 *     ring:N path:N star:N complete:N wheel:N   N nodes; star and wheel have node 0 in the middle
 *     bipartite:AxB                             complete bipartite graph
 *     bowtie petersen                           two triangles with a node in common; 10 nodes
 *     torus:AxBx.. mesh:AxBx..                  products of rings, of paths
 *     hypercube:D ccc:D debruijn:D              ccc: cube-connected cycles, D 2^D nodes
 *     butterfly:D wrapped-butterfly:D           (D+1) 2^D and D 2^D nodes
 *     circulant:NxAxB..                         node v next to v + A, v - A, v + B, .. modulo N
 *     kautz:DxK                                 degree D, diameter K: D^K + D^(K-1) nodes
 *     dragonfly:AxHxG                           G groups of A routers, all joined in a group, each
 *                                               with H links to other groups
 *     hub:N                                     N nodes at a switch: everybody to everybody, and
 *                                               each sends one and receives one in a round
 *     fattree:AxB fattree:AxBxC                 B hubs of A nodes; C (A) out of each hub, and into
 *                                               it, in a round
 *     cluster:BxG=C,D                           B boxes of G nodes: in a round each sends C and
 *                                               receives C inside its box, and D and D outside;
 *                                               with rails, the i-th of each box at a switch:
 *                                               hub:B=D*hub:G=C
 *     clos:K                                    K pods, K even: K^3/4 nodes, the first ones, and
 *                                               5K^2/4 switches, which forward: a fat tree of
 *                                               switches with K links (Al-Fares et al. 2008)
 *     dgx1 dgx2 dgx-a100 mi250 mi300x mi300a    machines, whose links have capacities
 *     amd4 amd8 ndv2x2                          (network_families.c says where they are from)
 *     GRAPH=C GRAPH@L GRAPH=C@L                 all its capacities are C, all its latencies L; C is
 *                                               a number, as 2 or 12.5, or a rate as 12.5GB/s
 *     file:NAME ./NAME NAME.xml                 network_files.h; for each * of the name ** is
 *                                               written. What has a dot or a slash in the place of
 *                                               a family's name, and no digit first, is a file
 *     GRAPH*4                                   four copies, joined by their ports to the outside
 *                                               (network_boxes.h), of each box the i-th at the
 *                                               i-th switch; *4:switch: all at one; *1: with all
 *                                               that these need
 *
 * An edge is two arcs, one each way. Where nothing else is said, capacities and latencies are 1. A
 * ring of two nodes is a path; de Bruijn and Kautz graphs are without directions, loops and double
 * edges, and so are cube-connected cycles and wrapped butterflies for D = 1, 2 (Leighton 1992,
 * chapter 3). Generalised hypercubes are products of complete graphs: complete:3*complete:4. */
#pragma once

#include "solver/network/network_families.h"

/* One that is not given as a product. */
struct network_factor {
    enum network_family family;
    int size; /* N, A or D; 0 without */
    struct network network;
};

enum { NETWORK_MOST_FACTORS = 20, NETWORK_NAME_ROOM = 4096 };

/* All owned. */
struct network_factors {
    int count; /* >= 1 */
    struct network_factor factors[NETWORK_MOST_FACTORS];
    struct network product; /* of two and more; of one factor empty */
};

/* Reads a text as above, and multiplies. `factors` are not initialised before; the caller clears
 * them. STATUS_INPUT with the text and what is wrong, also for files that can't be read;
 * STATUS_LIMIT for what is larger than networks are. Relative names of files stand below the folder
 * `base`, NULL: the working directory. */
enum status network_factors_parse_in(const char *text, const char *base,
                                     struct network_factors *factors, struct failure *failure);
void network_factors_clear(struct network_factors *factors);

/* Makes the product, which is empty before: node (a,b) of A x B is a * (nodes of B) + b; an arc of
 * either is one in each copy of it, and so is a group. Arcs keep their latency. O((arcs + members)
 * log degree). */
enum status network_factors_multiply(struct network_factors *factors, struct failure *failure);

/* All of it: the product, or the one factor; borrowed. */
static inline const struct network *network_factors_whole(const struct network_factors *factors) {
    return factors->count > 1 ? &factors->product : &factors->factors[0].network;
}

/* That alone. */
enum status network_parse_in(const char *text, const char *base, struct network *network,
                             struct failure *failure);

/* The name of the next file in a text; *text is moved behind it. false: there is none. */
bool network_next_file(const char **text, char name[NETWORK_NAME_ROOM]);
