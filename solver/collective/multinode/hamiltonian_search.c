/* SPDX-License-Identifier: MIT */
/* Exhaustive search for a hamiltonian cycle. Every edge is open, taken or left out; the taken ones
 * are paths, and the two ends of a path know each other. What is done is kept on a trail, so that a
 * choice can be undone. */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/multinode/hamiltonian.h"

enum mark { OPEN, TAKEN, OUT };

/* An edge that was decided; if it was taken, its ends and the ends of the path that came of it. */
struct done {
    int edge, end_a, end_b;
};

struct choice {
    size_t trail; /* its length before */
    int edge;     /* that is tried */
};

struct search {
    const struct gossip_graph *graph;
    int *edge_of; /* of each place of graph->neighbours: the number of the edge */
    unsigned char *mark;
    int *taken; /* edges at each node */
    int *open;
    int *other_end; /* of the path of a node with at most one taken edge */
    struct done *trail;
    size_t trail_length;
    int taken_edges;
    struct choice *choices;
    size_t depth;
    int *queue; /* nodes that are to be looked at */
    int queue_length;
    unsigned char *queued;
    int preferred; /* where the last path ended */
};

static void search_clear(struct search *s) {
    free(s->edge_of);
    free(s->mark);
    free(s->taken);
    free(s->open);
    free(s->other_end);
    free(s->trail);
    free(s->choices);
    free(s->queue);
    free(s->queued);
}

/* Edges stand in their order, lower neighbours first at each node, as in gossip_graph.c. */
static void number_edges(struct search *s, int *next) {
    const struct gossip_graph *graph = s->graph;
    for (int v = 0; v < graph->nodes; v++)
        next[v] = graph->first[v];
    for (int i = 0; i < graph->count; i++)
        s->edge_of[next[graph->edges[i].b]++] = i;
    for (int i = 0; i < graph->count; i++)
        s->edge_of[next[graph->edges[i].a]++] = i;
}

static enum status search_init(struct search *s, const struct gossip_graph *graph,
                               struct failure *failure) {
    size_t nodes = (size_t)graph->nodes, edges = (size_t)graph->count;
    *s = (struct search){.graph = graph, .preferred = 0};
    s->edge_of = memory_new(2 * edges, sizeof *s->edge_of);
    s->mark = memory_new(edges, 1);
    s->taken = memory_new(nodes, sizeof *s->taken);
    s->open = memory_new(nodes, sizeof *s->open);
    s->other_end = memory_new(nodes, sizeof *s->other_end);
    s->trail = memory_new(edges, sizeof *s->trail);
    s->choices = memory_new(nodes + 1, sizeof *s->choices);
    s->queue = memory_new(nodes, sizeof *s->queue);
    s->queued = memory_new(nodes, 1);
    if (!s->edge_of || !s->mark || !s->taken || !s->open || !s->other_end || !s->trail ||
        !s->choices || !s->queue || !s->queued) {
        search_clear(s);
        return failure_memory(failure, "the search for a cycle");
    }
    number_edges(s, s->taken);
    for (int v = 0; v < graph->nodes; v++) {
        s->taken[v] = 0;
        s->open[v] = gossip_graph_degree(graph, v);
        s->other_end[v] = v;
    }
    return STATUS_OK;
}

static void look_at(struct search *s, int v) {
    if (!s->queued[v]) {
        s->queued[v] = 1;
        s->queue[s->queue_length++] = v;
    }
}

static void leave_out(struct search *s, int edge) {
    const struct message_edge *e = &s->graph->edges[edge];
    s->mark[edge] = OUT;
    s->open[e->a]--;
    s->open[e->b]--;
    s->trail[s->trail_length++] = (struct done){edge, 0, 0};
    look_at(s, e->a);
    look_at(s, e->b);
}

/* False if a node of it has two others, or if it closes a cycle too early. */
static bool take(struct search *s, int edge) {
    const struct message_edge *e = &s->graph->edges[edge];
    if (s->taken[e->a] == 2 || s->taken[e->b] == 2)
        return false;
    int end_a = s->other_end[e->a], end_b = s->other_end[e->b];
    if (end_a == e->b && s->taken_edges + 1 < s->graph->nodes)
        return false;
    s->mark[edge] = TAKEN;
    s->open[e->a]--;
    s->open[e->b]--;
    s->taken[e->a]++;
    s->taken[e->b]++;
    s->taken_edges++;
    s->other_end[end_a] = end_b;
    s->other_end[end_b] = end_a;
    s->trail[s->trail_length++] = (struct done){edge, end_a, end_b};
    s->preferred = end_b;
    look_at(s, e->a);
    look_at(s, e->b);
    look_at(s, end_a);
    look_at(s, end_b);
    return true;
}

static void undo(struct search *s, size_t length) {
    while (s->trail_length > length) {
        const struct done *done = &s->trail[--s->trail_length];
        const struct message_edge *e = &s->graph->edges[done->edge];
        s->open[e->a]++;
        s->open[e->b]++;
        if (s->mark[done->edge] == TAKEN) {
            s->taken[e->a]--;
            s->taken[e->b]--;
            s->taken_edges--;
            s->other_end[done->end_a] = e->a;
            s->other_end[done->end_b] = e->b;
            s->other_end[e->a] = done->end_a;
            s->other_end[e->b] = done->end_b;
        }
        s->mark[done->edge] = OPEN;
    }
}

/* What follows at one node. */
static bool conclude_at(struct search *s, int v) {
    const struct gossip_graph *graph = s->graph;
    if (s->taken[v] > 2 || s->taken[v] + s->open[v] < 2)
        return false;
    for (int i = graph->first[v]; i < graph->first[v + 1] && s->open[v] > 0; i++) {
        int edge = s->edge_of[i];
        if (s->mark[edge] != OPEN)
            continue;
        if (s->taken[v] == 2) {
            leave_out(s, edge);
        } else if (s->taken[v] == 1 && s->other_end[v] == graph->neighbours[i] &&
                   s->taken_edges + 1 < graph->nodes) {
            leave_out(s, edge);
        } else if (s->taken[v] + s->open[v] == 2) {
            if (!take(s, edge))
                return false;
        }
    }
    return s->taken[v] <= 2 && s->taken[v] + s->open[v] >= 2;
}

static bool conclude(struct search *s) {
    bool possible = true;
    while (s->queue_length > 0) {
        int v = s->queue[--s->queue_length];
        s->queued[v] = 0;
        possible = possible && conclude_at(s, v);
    }
    return possible;
}

/* Where the next edge is chosen: at the end of the last path, or any node that lacks one. */
static int node_to_choose(const struct search *s) {
    if (s->taken[s->preferred] < 2)
        return s->preferred;
    for (int v = 0; v < s->graph->nodes; v++)
        if (s->taken[v] == 1)
            return v;
    for (int v = 0; v < s->graph->nodes; v++)
        if (s->taken[v] == 0)
            return v;
    return -1;
}

/* Goes on after a dead end: the edge that was tried last is left out, which may be decisive. False
 * if no choice is left. */
static bool go_back(struct search *s) {
    while (s->depth > 0) {
        struct choice *choice = &s->choices[s->depth - 1];
        undo(s, choice->trail);
        s->depth--;
        leave_out(s, choice->edge);
        if (conclude(s))
            return true;
    }
    return false;
}

/* As nothing more follows at any node, each that lacks an edge has an open one. */
static bool choose(struct search *s) {
    int v = node_to_choose(s), place = s->graph->first[v];
    while (s->mark[s->edge_of[place]] != OPEN)
        place++;
    int edge = s->edge_of[place];
    s->choices[s->depth++] = (struct choice){s->trail_length, edge};
    return take(s, edge) && conclude(s);
}

static void read_cycle(const struct search *s, int *order) {
    const struct gossip_graph *graph = s->graph;
    int v = 0, from = -1;
    for (int place = 0; place < graph->nodes; place++) {
        order[place] = v;
        int next = -1;
        for (int i = graph->first[v]; i < graph->first[v + 1]; i++)
            if (s->mark[s->edge_of[i]] == TAKEN && graph->neighbours[i] != from && next < 0)
                next = graph->neighbours[i];
        from = v;
        v = next;
    }
}

static enum verdict run(struct search *s, const struct limits *limits) {
    uint64_t nodes = 0;
    for (int v = 0; v < s->graph->nodes; v++)
        look_at(s, v);
    if (!conclude(s))
        return VERDICT_INFEASIBLE;
    while (s->taken_edges < s->graph->nodes) {
        nodes++;
        if (limits && limits->nodes && nodes > limits->nodes)
            return VERDICT_UNKNOWN;
        if (limits && nodes % 1024 == 0 && limits_stop(limits))
            return VERDICT_UNKNOWN;
        if (!choose(s) && !go_back(s))
            return VERDICT_INFEASIBLE;
    }
    return VERDICT_FEASIBLE;
}

/* A cycle is on both sides of a bipartite graph in turn. */
static enum status sides_differ(const struct gossip_graph *graph, bool *differ,
                                struct failure *failure) {
    unsigned char *side = memory_new((size_t)graph->nodes, 1);
    int *queue = memory_new((size_t)graph->nodes, sizeof *queue);
    if (!side || !queue) {
        free(side);
        free(queue);
        return failure_memory(failure, "the search for a cycle");
    }
    long balance = 0;
    bool bipartite = gossip_graph_bipartite(graph, side, queue);
    for (int v = 0; v < graph->nodes && bipartite; v++)
        balance += side[v] ? 1 : -1;
    *differ = balance != 0;
    free(side);
    free(queue);
    return STATUS_OK;
}

static enum status small(const struct gossip_graph *graph, int *order, enum verdict *verdict) {
    for (int v = 0; v < graph->nodes; v++)
        order[v] = v;
    *verdict = graph->nodes == 2 ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE;
    return STATUS_OK;
}

enum status hamiltonian_search(const struct gossip_graph *graph, const struct limits *limits,
                               int *order, enum verdict *verdict, struct failure *failure) {
    struct search s;
    bool differ = false;
    if (graph->nodes < 3)
        return small(graph, order, verdict);
    enum status status = sides_differ(graph, &differ, failure);
    if (status)
        return status;
    if (differ) {
        *verdict = VERDICT_INFEASIBLE;
        return STATUS_OK;
    }
    status = search_init(&s, graph, failure);
    if (status)
        return status;
    enum verdict found = run(&s, limits);
    if (found == VERDICT_FEASIBLE) {
        read_cycle(&s, order);
        status = hamiltonian_check(graph, order, failure);
        if (status == STATUS_INPUT)
            status = STATUS_INTERNAL;
    }
    search_clear(&s);
    if (!status)
        *verdict = found;
    return status;
}
