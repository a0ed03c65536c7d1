/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_half_turn.h"

#include <stdlib.h>

#include "automata/memory.h"

enum { NOWHERE = -1 };

struct search {
    const struct gossip_graph *graph;
    int *image; /* NOWHERE: not decided */
    int *order; /* the nodes, each behind a neighbour */
    bool fixed; /* a node is its own image */
    long choices;
};

/* By levels from node 0; `image` marks who is there. */
static void put_in_order(struct search *search) {
    const struct gossip_graph *graph = search->graph;
    int reached = 1;
    for (int v = 0; v < graph->nodes; v++)
        search->image[v] = NOWHERE;
    search->order[0] = 0;
    search->image[0] = 0;
    for (int next = 0; next < reached; next++)
        for (int v = search->order[next], i = graph->first[v]; i < graph->first[v + 1]; i++) {
            int u = graph->neighbours[i];
            if (search->image[u] == NOWHERE) {
                search->image[u] = 0;
                search->order[reached++] = u;
            }
        }
    for (int v = 0; v < graph->nodes; v++)
        search->image[v] = NOWHERE;
}

/* The images of v's neighbours, as far as they are decided, are neighbours of u. */
static bool goes_along(const struct search *search, int v, int u) {
    const struct gossip_graph *graph = search->graph;
    for (int i = graph->first[v]; i < graph->first[v + 1]; i++) {
        int image = search->image[graph->neighbours[i]];
        if (image != NOWHERE && !gossip_graph_adjacent(graph, u, image))
            return false;
    }
    return true;
}

static bool can_exchange(const struct search *search, int v, int u) {
    return search->image[u] == NOWHERE && (u != v || !search->fixed) &&
           gossip_graph_degree(search->graph, v) == gossip_graph_degree(search->graph, u) &&
           goes_along(search, v, u) && goes_along(search, u, v);
}

static void set(struct search *search, int v, int u, bool exchanged) {
    search->image[v] = exchanged ? u : NOWHERE;
    search->image[u] = exchanged ? v : NOWHERE;
    if (u == v)
        search->fixed = exchanged;
}

/* Whether the nodes order[place..] can be exchanged; v itself is the last one that is tried. */
static bool complete(struct search *search, int place) {
    int nodes = search->graph->nodes;
    while (place < nodes && search->image[search->order[place]] != NOWHERE)
        place++;
    if (place == nodes)
        return true;
    int v = search->order[place];
    for (int i = 1; i <= nodes; i++) {
        int u = (v + i) % nodes;
        if (!can_exchange(search, v, u))
            continue;
        if (++search->choices > GOSSIP_HALF_TURN_CHOICES)
            return false;
        set(search, v, u, true);
        if (complete(search, place + 1))
            return true;
        set(search, v, u, false);
    }
    return false;
}

enum status gossip_half_turn_find(const struct gossip_graph *graph, int *image, bool *found,
                                  struct failure *failure) {
    struct search search = {.graph = graph, .image = image};
    search.order = memory_new((size_t)graph->nodes, sizeof *search.order);
    if (!search.order)
        return failure_memory(failure, "a half turn");
    put_in_order(&search);
    *found = complete(&search, 0);
    free(search.order);
    return STATUS_OK;
}
