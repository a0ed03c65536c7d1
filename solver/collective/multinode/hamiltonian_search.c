/* SPDX-License-Identifier: MIT */
/* Exhaustive search for a hamiltonian cycle. Every edge is open, taken or left out; the taken ones
 * are paths, and the two ends of a path know each other. What is done is kept on a trail, so that a
 * choice can be undone. */

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
    const struct network *network;
    int *edge_of; /* of each arc: the edge, whose number is that of its arc upwards */
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
    signed char *side; /* of a bipartite network: 1 or -1; 0 in the beginning */
    int preferred;     /* where the last path ended */
};

static void search_clear(struct search *s) {
    FREE_ALL(s->edge_of, s->mark, s->taken, s->open, s->other_end, s->trail, s->choices, s->queue,
             s->queued, s->side);
    *s = (struct search){0};
}

static enum status search_init(struct search *s, const struct network *network,
                               struct failure *failure) {
    size_t nodes = (size_t)network->nodes, arcs = (size_t)network->arc_count;
    *s = (struct search){.network = network, .preferred = 0};
    TRY(memory_check(
        NEW(arcs, s->edge_of, s->mark, s->trail) &&
            NEW(nodes, s->taken, s->open, s->other_end, s->queue, s->queued, s->side) &&
            NEW(nodes + 1, s->choices),
        failure, "the search for a cycle"));
    for (int i = 0; i < network->arc_count; i++) {
        const struct network_arc *arc = &network->arcs[i];
        s->edge_of[i] = arc->from < arc->to ? i : network_arc_number(network, arc->to, arc->from);
    }
    for (int v = 0; v < network->nodes; v++) {
        s->open[v] = network->out[v + 1] - network->out[v];
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
    const struct network_arc *e = &s->network->arcs[edge];
    s->mark[edge] = OUT;
    s->open[e->from]--;
    s->open[e->to]--;
    s->trail[s->trail_length++] = (struct done){edge, 0, 0};
    look_at(s, e->from);
    look_at(s, e->to);
}

/* False if a node of it has two others, or if it closes a cycle too early. */
static bool choose_edge(struct search *s, int edge) {
    const struct network_arc *e = &s->network->arcs[edge];
    if (s->taken[e->from] == 2 || s->taken[e->to] == 2)
        return false;
    int end_a = s->other_end[e->from], end_b = s->other_end[e->to];
    if (end_a == e->to && s->taken_edges + 1 < s->network->nodes)
        return false;
    s->mark[edge] = TAKEN;
    s->open[e->from]--;
    s->open[e->to]--;
    s->taken[e->from]++;
    s->taken[e->to]++;
    s->taken_edges++;
    s->other_end[end_a] = end_b;
    s->other_end[end_b] = end_a;
    s->trail[s->trail_length++] = (struct done){edge, end_a, end_b};
    s->preferred = end_b;
    look_at(s, e->from);
    look_at(s, e->to);
    look_at(s, end_a);
    look_at(s, end_b);
    return true;
}

static void undo(struct search *s, size_t length) {
    while (s->trail_length > length) {
        const struct done *done = &s->trail[--s->trail_length];
        const struct network_arc *e = &s->network->arcs[done->edge];
        s->open[e->from]++;
        s->open[e->to]++;
        if (s->mark[done->edge] == TAKEN) {
            s->taken[e->from]--;
            s->taken[e->to]--;
            s->taken_edges--;
            s->other_end[done->end_a] = e->from;
            s->other_end[done->end_b] = e->to;
            s->other_end[e->from] = done->end_a;
            s->other_end[e->to] = done->end_b;
        }
        s->mark[done->edge] = OPEN;
    }
}

/* What follows at one node. */
static bool conclude_at(struct search *s, int v) {
    const struct network *network = s->network;
    if (s->taken[v] > 2 || s->taken[v] + s->open[v] < 2)
        return false;
    for (int i = network->out[v]; i < network->out[v + 1] && s->open[v] > 0; i++) {
        int edge = s->edge_of[i];
        if (s->mark[edge] != OPEN)
            continue;
        if (s->taken[v] == 2) {
            leave_out(s, edge);
        } else if (s->taken[v] == 1 && s->other_end[v] == network->arcs[i].to &&
                   s->taken_edges + 1 < network->nodes) {
            leave_out(s, edge);
        } else if (s->taken[v] + s->open[v] == 2) {
            if (!choose_edge(s, edge))
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
    for (int v = 0; v < s->network->nodes; v++)
        if (s->taken[v] == 1)
            return v;
    for (int v = 0; v < s->network->nodes; v++)
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
    int v = node_to_choose(s), place = s->network->out[v];
    while (s->mark[s->edge_of[place]] != OPEN)
        place++;
    int edge = s->edge_of[place];
    s->choices[s->depth++] = (struct choice){s->trail_length, edge};
    return choose_edge(s, edge) && conclude(s);
}

static void read_cycle(const struct search *s, int *order) {
    const struct network *network = s->network;
    int v = 0, from = -1;
    for (int place = 0; place < network->nodes; place++) {
        order[place] = v;
        int next = -1;
        for (int i = network->out[v]; i < network->out[v + 1]; i++)
            if (s->mark[s->edge_of[i]] == TAKEN && network->arcs[i].to != from && next < 0)
                next = network->arcs[i].to;
        from = v;
        v = next;
    }
}

static enum verdict run(struct search *s, const struct limits *limits) {
    uint64_t nodes = 0;
    for (int v = 0; v < s->network->nodes; v++)
        look_at(s, v);
    if (!conclude(s))
        return VERDICT_INFEASIBLE;
    while (s->taken_edges < s->network->nodes) {
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

/* A cycle is on both sides of a bipartite network in turn: whether it is one whose sides are not
 * equal. `queue` is room for all nodes, and so is `side`. */
static bool sides_differ(const struct network *network, signed char *side, int *queue) {
    int reached = 1, balance = side[0] = 1;
    queue[0] = 0;
    for (int next = 0; next < reached; next++) {
        int v = queue[next];
        for (int i = network->out[v]; i < network->out[v + 1]; i++) {
            int u = network->arcs[i].to;
            if (side[u] == side[v])
                return false;
            if (side[u])
                continue;
            side[u] = (signed char)-side[v];
            balance += side[u];
            queue[reached++] = u;
        }
    }
    return balance != 0;
}

enum status hamiltonian_search(const struct network *network, const struct limits *limits,
                               int *order, enum verdict *verdict, struct failure *failure) {
    if (network->nodes == 2) {
        order[0] = 0;
        order[1] = 1;
        *verdict = VERDICT_FEASIBLE;
        return STATUS_OK;
    }
    CLEANUP(search_clear) struct search s = {0};
    TRY(search_init(&s, network, failure));
    enum verdict found =
        sides_differ(network, s.side, s.queue) ? VERDICT_INFEASIBLE : run(&s, limits);
    enum status status = STATUS_OK;
    if (found == VERDICT_FEASIBLE) {
        read_cycle(&s, order);
        status = hamiltonian_check(network, order, failure);
        if (status == STATUS_INPUT)
            status = STATUS_INTERNAL;
    }
    if (!status)
        *verdict = found;
    return status;
}
