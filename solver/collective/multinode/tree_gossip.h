/* SPDX-License-Identifier: MIT */
/* Multinode broadcasting along a spanning tree, for every network: the edges of the tree
 * are coloured with D colours, D its largest degree, so that no two of a colour meet. A round goes
 * through the colours, a step each (half duplex: two, one for each direction), and in round r every
 * edge carries to each side the r-th item of the other side, until there is none. So it ends by
 *
 *     D (n-1) steps, half duplex 2 D (n-1).
 *
 * The nodes are numbered so that the nodes below a node follow it. Towards the root an edge carries
 * the items below it in this order; from node u to its child v first those below u (u itself, which
 * is the first, included) and not below v, then what u receives from above, in its order. That
 * everything is there when it is sent: results/THEOREMS.md, section 16.6. */
#pragma once

#include <stdint.h>

#include "solver/model/message_list.h"
#include "solver/network/network.h"

/* A direction of an edge of the tree. */
struct tree_arc {
    int child; /* its place; the other end is the parent */
    bool down; /* to the child */
};

/* Places are 0 to n-1, in depth first order from the root. All owned. */
struct tree_gossip {
    bool half;
    int nodes;
    int degree;            /* D */
    int64_t finish;        /* when the last item is received */
    int *node;             /* of each place */
    int *parent;           /* place; of the root -1 */
    int *size;             /* nodes below a place, itself included */
    int slots;             /* steps of a round */
    struct tree_arc *arcs; /* those of step s of a round are first[s] .. before first[s+1], */
    int *first;            /* ascending by sender */
};

/* The spanning tree that a search in depth finds, which leaves nodes of low degree behind: it looks
 * for a long path from a node of the least degree; then leaves go where fewer edges are. `tree` is
 * not initialised before, and cleared by the caller. nodes >= 2. O(nodes + edges). */
enum status tree_gossip_make(const struct network *network, bool half, struct tree_gossip *tree,
                             struct failure *failure);
void tree_gossip_clear(struct tree_gossip *tree);

/* Its messages, by time, then by sender; finish < 2^31. Takes the time that they are many, n(n-1),
 * and memory for three numbers a node. */
enum status tree_gossip_each(const struct tree_gossip *tree, message_take *take, void *context,
                             const struct limits *limits, struct failure *failure);
