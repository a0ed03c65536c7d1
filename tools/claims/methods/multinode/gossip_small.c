/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/multinode/gossip_small.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* A set of edges: the edge a < b is bit b(b-1)/2 + a. */
static int bit_of(int a, int b) {
    return a < b ? b * (b - 1) / 2 + a : a * (a - 1) / 2 + b;
}

static unsigned renamed(int nodes, unsigned edges, const int *names) {
    unsigned result = 0;
    for (int b = 1; b < nodes; b++)
        for (int a = 0; a < b; a++)
            if (edges >> bit_of(a, b) & 1)
                result |= 1u << bit_of(names[a], names[b]);
    return result;
}

/* Whether no names from `place` on make a smaller set of edges. */
static bool is_least(int nodes, unsigned edges, int *names, int place) {
    if (place == nodes)
        return renamed(nodes, edges, names) >= edges;
    for (int i = place; i < nodes; i++) {
        int kept = names[place];
        names[place] = names[i];
        names[i] = kept;
        bool least = is_least(nodes, edges, names, place + 1);
        names[i] = names[place];
        names[place] = kept;
        if (!least)
            return false;
    }
    return true;
}

static enum status make(int nodes, unsigned edges, struct gossip_graph *graph,
                        struct failure *failure) {
    struct message_edge list[GOSSIP_SMALL_MOST * GOSSIP_SMALL_MOST];
    int count = 0;
    for (int b = 1; b < nodes; b++)
        for (int a = 0; a < b; a++)
            if (edges >> bit_of(a, b) & 1)
                list[count++] = (struct message_edge){a, b};
    return gossip_graph_make(nodes, list, count, graph, failure);
}

static void write_text(const struct gossip_graph *graph, char text[GOSSIP_SMALL_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < graph->count; i++)
        used += (size_t)snprintf(text + used, GOSSIP_SMALL_TEXT - used, i ? " %d%d" : "%d%d",
                                 graph->edges[i].a, graph->edges[i].b);
}

static enum status use_graph(int nodes, unsigned edges, gossip_small_use *use, void *context,
                             struct failure *failure) {
    struct gossip_network *network = memory_new(1, sizeof *network);
    char text[GOSSIP_SMALL_TEXT];
    if (!network)
        return failure_memory(failure, "a graph");
    enum status status = make(nodes, edges, &network->graph, NULL);
    if (status == STATUS_INPUT) { /* not connected */
        free(network);
        return STATUS_OK;
    }
    if (!status)
        status = gossip_graph_copy(&network->graph, &network->factors[0].graph, failure);
    if (!status) {
        network->factors[0].family = GOSSIP_LISTED;
        network->count = 1;
        write_text(&network->graph, text);
        status = use(context, network, text, failure);
    }
    gossip_network_clear(network);
    free(network);
    return status;
}

enum status gossip_small_each(int nodes, gossip_small_use *use, void *context,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    for (unsigned edges = 0; edges < 1u << nodes * (nodes - 1) / 2 && !status; edges++) {
        int names[GOSSIP_SMALL_MOST];
        for (int v = 0; v < nodes; v++)
            names[v] = v;
        if (is_least(nodes, edges, names, 0))
            status = use_graph(nodes, edges, use, context, failure);
    }
    return status;
}
