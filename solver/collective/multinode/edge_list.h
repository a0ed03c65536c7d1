/* SPDX-License-Identifier: MIT */
/* Edges that are collected one by one. */
#ifndef STEADYCAST_SOLVER_COLLECTIVE_EDGE_LIST_H
#define STEADYCAST_SOLVER_COLLECTIVE_EDGE_LIST_H

#include "solver/collective/multinode/gossip_graph.h"

struct edge_list {
    struct message_edge *edges; /* owned */
    int count;
    int room;
    bool lost; /* memory was refused; later additions do nothing */
};

void edge_list_add(struct edge_list *list, int a, int b);

/* Gives back the memory. */
void edge_list_clear(struct edge_list *list);

/* gossip_graph_make with what was collected. */
enum status edge_list_make(struct edge_list *list, int nodes, struct gossip_graph *graph,
                           struct failure *failure);

/* A line `A B` for each edge, `name` for messages; the nodes are 0 to the largest number. */
enum status edge_list_read(const char *name, struct gossip_graph *graph, struct failure *failure);

#endif
