/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/bipartite_cover.h"

#include <stdlib.h>

#include "automata/memory.h"

struct matching {
    const struct gossip_graph *graph;
    unsigned char *side;
    int *partner;  /* -1: none */
    int *from;     /* of a node of side 1: who reached it, -1: nobody */
    int *queue;    /* nodes of side 0 */
    bool *reached; /* nodes of side 0 */
};

static void matching_clear(struct matching *m) {
    free(m->side);
    free(m->partner);
    free(m->from);
    free(m->queue);
    free(m->reached);
}

static enum status matching_init(struct matching *m, const struct gossip_graph *graph,
                                 struct failure *failure) {
    size_t nodes = (size_t)graph->nodes;
    *m = (struct matching){.graph = graph};
    m->side = memory_new(nodes, 1);
    m->partner = memory_new(nodes, sizeof *m->partner);
    m->from = memory_new(nodes, sizeof *m->from);
    m->queue = memory_new(nodes, sizeof *m->queue);
    m->reached = memory_new(nodes, sizeof *m->reached);
    if (!m->side || !m->partner || !m->from || !m->queue || !m->reached) {
        matching_clear(m);
        return failure_memory(failure, "a matching");
    }
    for (size_t v = 0; v < nodes; v++)
        m->partner[v] = -1;
    return STATUS_OK;
}

/* Exchanges the edges of the path that ends at u, of side 1, which has no partner. */
static void augment(struct matching *m, int u) {
    while (u >= 0) {
        int v = m->from[u], next = m->partner[v];
        m->partner[v] = u;
        m->partner[u] = v;
        u = next;
    }
}

/* Each node of side 0 with its first neighbour that is free: of dense graphs little is left then.
 */
static void begin(struct matching *m) {
    const struct gossip_graph *graph = m->graph;
    for (int v = 0; v < graph->nodes; v++)
        for (int i = graph->first[v]; m->side[v] == 0 && i < graph->first[v + 1]; i++) {
            int u = graph->neighbours[i];
            if (m->partner[u] >= 0)
                continue;
            m->partner[u] = v;
            m->partner[v] = u;
            break;
        }
}

/* From all nodes of side 0 without partner, along paths whose edges are in turn outside and inside
 * the matching; makes it larger if one ends without partner. */
static bool grow(struct matching *m) {
    const struct gossip_graph *graph = m->graph;
    int reached = 0;
    for (int v = 0; v < graph->nodes; v++) {
        m->from[v] = -1;
        m->reached[v] = m->side[v] == 0 && m->partner[v] < 0;
        if (m->reached[v])
            m->queue[reached++] = v;
    }
    for (int next = 0; next < reached; next++) {
        int v = m->queue[next];
        for (int i = graph->first[v]; i < graph->first[v + 1]; i++) {
            int u = graph->neighbours[i];
            if (m->from[u] >= 0)
                continue;
            m->from[u] = v;
            if (m->partner[u] < 0) {
                augment(m, u);
                return true;
            }
            m->reached[m->partner[u]] = true;
            m->queue[reached++] = m->partner[u];
        }
    }
    return false;
}

enum status bipartite_cover(const struct gossip_graph *graph, const struct limits *limits,
                            int *cover, int *count, struct failure *failure) {
    struct matching m;
    enum status status = matching_init(&m, graph, failure);
    if (status)
        return status;
    *count = 0;
    if (gossip_graph_bipartite(graph, m.side, m.queue)) {
        begin(&m);
        while (!status && grow(&m))
            status = limits_check(limits, failure);
        /* of side 0 those that are not reached, of side 1 those that are */
        for (int v = 0; v < graph->nodes && !status; v++)
            if (m.side[v] == 0 ? !m.reached[v] : m.from[v] >= 0)
                cover[(*count)++] = v;
    }
    matching_clear(&m);
    return status;
}
