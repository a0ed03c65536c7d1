/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_bound.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/multinode/gossip_graph.h"

/* --- a cover of the edges --- */

/* The least set of nodes at which all edges of a bipartite graph end, by a largest matching. */
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

/* cover[0..*count-1] ascends; *count is 0 if the graph is not bipartite. O(nodes * edges).
 * STATUS_LIMIT when stopped; the limits may be NULL. */
static enum status bipartite_cover(const struct gossip_graph *graph, const struct limits *limits,
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

/* --- the bounds --- */

static int64_t rounded_up(int64_t a, int64_t b) {
    return (a + b - 1) / b;
}

int64_t gossip_bound_counted(int nodes, bool half) {
    int64_t n = nodes;
    if (n <= 1)
        return 0;
    return half ? rounded_up(n * (n - 1), n / 2) : n - 1;
}

/* --- components without some nodes --- */

struct parts {
    const struct gossip_graph *graph;
    unsigned char *gone; /* removed, or seen */
    int *queue;
};

static enum status parts_init(struct parts *parts, const struct gossip_graph *graph,
                              struct failure *failure) {
    *parts = (struct parts){.graph = graph};
    parts->gone = memory_new((size_t)graph->nodes, 1);
    parts->queue = memory_new((size_t)graph->nodes, sizeof *parts->queue);
    if (parts->gone && parts->queue)
        return STATUS_OK;
    free(parts->gone);
    free(parts->queue);
    return failure_memory(failure, "components");
}

static void parts_clear(struct parts *parts) {
    free(parts->gone);
    free(parts->queue);
}

/* The size of the component of v, whose nodes are gone then. */
static int part_of(struct parts *parts, int v) {
    const struct gossip_graph *graph = parts->graph;
    int reached = 1;
    parts->gone[v] = 1;
    parts->queue[0] = v;
    for (int next = 0; next < reached; next++) {
        int u = parts->queue[next];
        for (int i = graph->first[u]; i < graph->first[u + 1]; i++)
            if (!parts->gone[graph->neighbours[i]]) {
                parts->gone[graph->neighbours[i]] = 1;
                parts->queue[reached++] = graph->neighbours[i];
            }
    }
    return reached;
}

/* --- one node --- */

static int64_t cut_time(struct parts *parts, bool half, int cut) {
    int64_t n = parts->graph->nodes, sends = 0;
    memset(parts->gone, 0, (size_t)n);
    parts->gone[cut] = 1;
    for (int v = 0; v < n; v++)
        if (!parts->gone[v])
            sends += n - part_of(parts, v);
    if (half)
        return n - 1 + sends;
    return sends > n - 1 ? sends : n - 1;
}

/* --- sets of nodes --- */

/* By the components that are left: most messages in a step, for half duplex those of an odd number
 * of nodes count, for full duplex those of one; or what the removed nodes have to send to who has
 * no edge left, and with half duplex to receive. *serve: it is the latter. */
static int64_t removed_time(struct parts *parts, bool half, const int *removed, int count,
                            bool *serve) {
    int64_t odd = 0, alone = 0, n = parts->graph->nodes;
    memset(parts->gone, 0, (size_t)n);
    for (int i = 0; i < count; i++)
        parts->gone[removed[i]] = 1;
    for (int v = 0; v < n; v++)
        if (!parts->gone[v]) {
            int size = part_of(parts, v);
            odd += size % 2;
            alone += size == 1;
        }
    int64_t share = half ? 2 : 1, most = (n + count - (half ? odd : alone)) / share;
    most = most < n / share ? most : n / share;
    int64_t time = rounded_up(n * (n - 1), most > 0 ? most : 1);
    int64_t served = rounded_up((alone + (half ? count : 0)) * (n - 1), count);
    *serve = served > time;
    return *serve ? served : time;
}

/* If it is better. */
static enum status try_set(struct parts *parts, bool half, struct gossip_bound *bound,
                           const int *removed, int count, struct failure *failure) {
    bool serve;
    int64_t time = removed_time(parts, half, removed, count, &serve);
    if (time <= bound->time)
        return STATUS_OK;
    int *copy = memory_new((size_t)count, sizeof *copy);
    if (!copy)
        return failure_memory(failure, "a set of nodes");
    memcpy(copy, removed, (size_t)count * sizeof *copy);
    free(bound->removed);
    *bound = (struct gossip_bound){time, -1, copy, count, serve};
    return STATUS_OK;
}

static enum status try_all_sets(struct parts *parts, bool half, struct gossip_bound *bound,
                                struct failure *failure) {
    int set[GOSSIP_BOUND_SMALL], n = parts->graph->nodes;
    enum status status = STATUS_OK;
    for (unsigned mask = 1; mask + 1 < 1u << n && !status; mask++) {
        int count = 0;
        for (int v = 0; v < n; v++)
            if (mask >> v & 1)
                set[count++] = v;
        status = try_set(parts, half, bound, set, count, failure);
    }
    return status;
}

static enum status try_cover(struct parts *parts, bool half, const struct limits *limits,
                             struct gossip_bound *bound, struct failure *failure) {
    int *cover = memory_new((size_t)parts->graph->nodes, sizeof *cover), count = 0;
    if (!cover)
        return failure_memory(failure, "a set of nodes");
    enum status status = bipartite_cover(parts->graph, limits, cover, &count, failure);
    if (!status && count > 0)
        status = try_set(parts, half, bound, cover, count, failure);
    free(cover);
    return status;
}

/* At another node the bound is the counted one. */
static enum status try_cuts(struct parts *parts, bool half, const struct limits *limits,
                            struct gossip_bound *bound, struct failure *failure) {
    bool *is_cut = memory_new((size_t)parts->graph->nodes, sizeof *is_cut);
    if (!is_cut)
        return failure_memory(failure, "cut vertices");
    enum status status = cut_vertices_find(parts->graph, is_cut, failure);
    for (int v = 0; v < parts->graph->nodes && !status; v++) {
        if (!is_cut[v])
            continue;
        int64_t time = cut_time(parts, half, v);
        if (time > bound->time) {
            gossip_bound_clear(bound);
            *bound = (struct gossip_bound){.time = time, .cut = v};
        }
        status = limits_check(limits, failure);
    }
    free(is_cut);
    return status;
}

static enum status improve(struct parts *parts, bool half, const struct limits *limits,
                           struct gossip_bound *bound, struct failure *failure) {
    enum status status = parts->graph->nodes <= GOSSIP_BOUND_SMALL
                             ? try_all_sets(parts, half, bound, failure)
                             : try_cover(parts, half, limits, bound, failure);
    return status ? status : try_cuts(parts, half, limits, bound, failure);
}

enum status gossip_bound_find(const struct gossip_graph *graph, bool half,
                              const struct limits *limits, struct gossip_bound *bound,
                              struct failure *failure) {
    struct gossip_bound found = {.time = gossip_bound_counted(graph->nodes, half), .cut = -1};
    struct parts parts;
    if (graph->nodes > GOSSIP_BOUND_MOST || graph->nodes < 3) {
        *bound = found;
        return STATUS_OK;
    }
    enum status status = parts_init(&parts, graph, failure);
    if (status)
        return status;
    status = improve(&parts, half, limits, &found, failure);
    parts_clear(&parts);
    if (status && status != STATUS_LIMIT)
        gossip_bound_clear(&found);
    else
        *bound = found;
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

void gossip_bound_clear(struct gossip_bound *bound) {
    free(bound->removed);
    *bound = (struct gossip_bound){.cut = -1};
}
