/* SPDX-License-Identifier: MIT */
/*
 * A network, and the way of one item in it: nodes are circles with their numbers, edges that the
 * item goes along are arrows with the step in which it does, the others are thin.
 */
#ifndef STEADYCAST_TOOLS_NETWORK_PICTURE_H
#define STEADYCAST_TOOLS_NETWORK_PICTURE_H

#include "automata/status.h"
#include "tools/steadycast/draw/picture.h"

struct network_node {
    double x; /* the distance of neighbours is about 1 */
    double y;
    int number;
};

struct network_edge {
    int from; /* places in the list of nodes */
    int to;
    int step; /* in which the item goes along it; 0: it does not */
};

struct network_picture {
    int node_count;
    struct network_node *nodes; /* borrowed, moved to pixels */
    int edge_count;
    const struct network_edge *edges; /* borrowed */
    int source;                       /* where the item begins; -1: not among these */
};

/* How many steps found no room beside their arrow; the tips still tell them. */
enum status network_picture_draw(struct picture *picture, struct network_picture *network,
                                 int *unlabelled, struct failure *failure);

#endif
