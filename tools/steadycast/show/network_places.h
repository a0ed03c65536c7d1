/* SPDX-License-Identifier: MIT */
/*
 * Where the nodes of a network stand, told from its edges: meshes and tori of two and three
 * dimensions and hypercubes, numbered as gossip_network.h does, in rows and columns; a node that is
 * the neighbour of all others in the middle; and else all on a circle, rings in their order.
 */
#ifndef STEADYCAST_TOOLS_NETWORK_PLACES_H
#define STEADYCAST_TOOLS_NETWORK_PLACES_H

#include "solver/model/message_list.h"

struct network_node {
    double x; /* the distance of neighbours is about 1; y points down */
    double y;
};

/* Places for nodes first .. first + count - 1 of a graph of `all` nodes. nodes[i] is for first + i.
 * Returns what the graph is taken to be, for the text below it: "mesh or torus", .. */
const char *network_places(const struct message_graph *graph, int all, int first, int count,
                           struct network_node *nodes);

#endif
