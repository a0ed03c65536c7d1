/* SPDX-License-Identifier: MIT */
/* Connected graphs for multinode broadcasting: the nodes are processors, and messages go along the
 * edges (Dimakopoulos 1999). Simple and undirected: no loops, no two edges between the same
 * nodes. */
#pragma once

#include <stdbool.h>

#include "solver/model/message_list.h"

/* More nodes, or edges, are refused: memory for all of them. */
enum { GOSSIP_MOST_NODES = MESSAGES_MOST_PROCESSORS, GOSSIP_MOST_EDGES = 10000000 };

struct gossip_graph {
    int nodes;
    int count;                  /* of edges */
    struct message_edge *edges; /* ascending by a, then by b; owned */
    int *first;      /* those of v are neighbours[first[v]] .. before first[v+1]; owned */
    int *neighbours; /* ascending for each node; owned */
};

/* The graph of these edges, in any order and direction, of which loops and repetitions are left
 * out; `edges` is put in another order. `graph` is not initialised before, and cleared by the
 * caller. STATUS_INPUT for an end that is no node, and if the graph is not connected or has no
 * node; STATUS_LIMIT beyond the sizes above. O(nodes + count log count). */
enum status gossip_graph_make(int nodes, struct message_edge *edges, int count,
                              struct gossip_graph *graph, struct failure *failure);
void gossip_graph_clear(struct gossip_graph *graph);

/* The cartesian product A x B: node (a,b) is a * (nodes of B) + b; two are adjacent if they agree
 * in one place and are adjacent in the other. STATUS_LIMIT beyond the sizes above. */
enum status gossip_graph_product(const struct gossip_graph *a, const struct gossip_graph *b,
                                 struct gossip_graph *product, struct failure *failure);

enum status gossip_graph_copy(const struct gossip_graph *graph, struct gossip_graph *copy,
                              struct failure *failure);

/* O(log degree). */
bool gossip_graph_adjacent(const struct gossip_graph *graph, int a, int b);

static inline int gossip_graph_degree(const struct gossip_graph *graph, int v) {
    return graph->first[v + 1] - graph->first[v];
}

/* As lists of messages have it; borrows the edges. */
struct message_graph gossip_graph_of_messages(const struct gossip_graph *graph, bool half);

/* The head of a list of messages on this graph, one item each; the caller sets count, finish,
 * delay = finish, each and source. */
struct message_list gossip_list(const struct message_graph *edges, int nodes);

/* side[v] = 0 or 1 such that no edge joins two nodes of one side, side[0] = 0. False, and `side`
 * then has no meaning, if there is an odd cycle. `queue` is room for all nodes. */
bool gossip_graph_bipartite(const struct gossip_graph *graph, unsigned char *side, int *queue);

/* Edges that are collected one by one. */

struct edge_list {
    struct message_edge *edges; /* owned */
    int count;
    bool lost; /* memory was refused; later additions do nothing */
};

void edge_list_add(struct edge_list *list, int a, int b);

/* Gives back the memory. */
void edge_list_clear(struct edge_list *list);

/* gossip_graph_make with what was collected. */
enum status edge_list_make(struct edge_list *list, int nodes, struct gossip_graph *graph,
                           struct failure *failure);
