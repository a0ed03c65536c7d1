/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/hamiltonian.h"

#include <stdlib.h>

#include "automata/memory.h"

/* --- exhaustive search --- */

/* Exhaustive search for a hamiltonian cycle. Every edge is open, taken or left out; the taken ones
 * are paths, and the two ends of a path know each other. What is done is kept on a trail, so that a
 * choice can be undone. */

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

enum status hamiltonian_check(const struct network *network, const int *order,
                              struct failure *failure) {
    FREED unsigned char *seen = memory_new((size_t)network->nodes, 1);
    TRY(memory_check(seen, failure, "a cycle"));
    for (int i = 0; i < network->nodes; i++) {
        int v = order[i], next = order[(i + 1) % network->nodes];
        if (v < 0 || v >= network->nodes || next < 0 || next >= network->nodes || seen[v])
            return failure_input(
                failure,
                "the cycle does not go through each of the nodes 0..%d once: see its node %d",
                network->nodes - 1, v);
        if (network_arc_number(network, v, next) < 0)
            return failure_input(
                failure, "the cycle goes from %d to %d, and the network has no such edge", v, next);
        seen[v] = 1;
    }
    return STATUS_OK;
}

/* --- orders of single factors --- */

/* An order of all nodes, along edges; closed: the last one is beside the first, as is needed of
 * three and more. */
struct track {
    int *order; /* owned */
    int nodes;
    bool found, closed;
};

static void track_clear(struct track *track) {
    free(track->order);
}

/* From (w,i) up a level: straight on, or to the other word of its four edges, if those were
 * exchanged: this joins w and w + 2^i where they differ in the highest bit of the larger one. */
static void wrapped_butterfly_order(int d, int *order) {
    int w = 0, nodes = d << d;
    for (int place = 0; place < nodes; place++) {
        int i = place % d;
        order[place] = (i << d) + w;
        if (w >> i <= 1)
            w ^= 1 << i;
    }
}

static enum status de_bruijn(const struct network_factor *factor, int *order,
                             struct failure *failure) {
    int mask = (1 << factor->size) - 1, word = 0;
    FREED unsigned char *seen = memory_new((size_t)factor->network.nodes, 1);
    TRY(memory_check(seen, failure, "a cycle"));
    for (int i = 0; i <= mask; i++) {
        order[i] = word;
        seen[word] = 1;
        int next = ((word << 1) & mask) | 1;
        word = seen[next] ? next - 1 : next;
    }
    return STATUS_OK;
}

/* A hamiltonian cycle of cube-connected cycles of dimension d >= 3.
 *
 * Invariant of dimension e: a hamiltonian cycle that uses, in every corner w, the edge from (w,e-1)
 * to (w,0). It holds for e = 2, where the 8-cycle may be taken to use this one of the two parallel
 * edges of each corner, and for e = 3: the Gray code that changes the bits 1, 0, 1, 2, 1, 0, 1, 2
 * goes through each corner once, from the node of one bit to that of the next, which is 1 or comes
 * from 1, so that it may take the long way round through the edge from 2 to 0.
 *
 * From e to e+2: four copies, for the values of the bits e and e+1, in which the edge from (w,e-1)
 * to (w,0) becomes a path through (w,e) and (w,e+1). The corners whose bits below e are 0 are four;
 * in each the edge from (w,e) to (w,e+1) is taken out, and their nodes (w,e) and (w,e+1) are joined
 * across the dimensions e and e+1. What was four cycles is four paths with their ends at these
 * eight nodes, joined to one cycle. All corners use the edge from (w,e+1) to (w,0). */

/* Whether the cycle goes from (w,i) to (w,i+1). */
static bool goes_along(int d, int w, int i) {
    if (i == d - 1)
        return true;
    if (d % 2 == 0 && i == 0)
        return false;
    if (d % 2 == 1 && i < 2) {
        /* the edge between the bits that are changed before and behind a corner; the corners come
         * in the order 0, 2, 3, 1, 5, 7, 6, 4 */
        static const int taken_out[8] = {1, 1, 0, 0, 1, 1, 0, 0};
        return taken_out[w & 7] != i;
    }
    if (i % 2 == d % 2) /* e = i */
        return (w & ((1 << i) - 1)) != 0;
    return true;
}

static int next_node(int d, int v, int from) {
    int w = v / d, i = v % d, before = (i + d - 1) % d;
    int ways[3], count = 0;
    if (goes_along(d, w, i))
        ways[count++] = w * d + (i + 1) % d;
    if (goes_along(d, w, before))
        ways[count++] = w * d + before;
    if (count < 2)
        ways[count++] = (w ^ 1 << i) * d + i;
    return count > 1 && ways[0] == from ? ways[1] : ways[0];
}

/* The cycle of cube-connected cycles of dimension d >= 3, node (w,i) being w d + i. */
static enum status hamiltonian_cubes(int d, int *order, struct failure *failure) {
    int nodes = d << d, from = -1, v = 0;
    if (d < 3 || nodes > NETWORK_MOST_NODES)
        return failure_input(
            failure,
            "cube-connected cycles have dimension 3 or more and at most %d nodes, not dimension %d",
            NETWORK_MOST_NODES, d);
    for (int place = 0; place < nodes; place++) {
        order[place] = v;
        int next = next_node(d, v, from);
        from = v;
        v = next;
    }
    return STATUS_OK;
}

/* Whether the family's own order is known; then it is put down. */
static enum status known_order(const struct network_factor *factor, struct track *track,
                               struct failure *failure) {
    int n = factor->network.nodes;
    track->found = true;
    track->closed = factor->family != NETWORK_PATH && n >= 3;
    for (int v = 0; v < n; v++)
        track->order[v] = v;
    switch (factor->family) {
    case NETWORK_RING:
    case NETWORK_PATH:
    case NETWORK_COMPLETE:
    case NETWORK_WHEEL:
        return STATUS_OK;
    case NETWORK_DEBRUIJN:
        return de_bruijn(factor, track->order, failure);
    case NETWORK_WRAPPED_BUTTERFLY:
        wrapped_butterfly_order(factor->size, track->order);
        return STATUS_OK;
    case NETWORK_CCC:
        if (factor->size >= 3)
            return hamiltonian_cubes(factor->size, track->order, failure);
        break;
    case NETWORK_BIPARTITE:
        track->found = n == 2 * factor->size;
        for (int v = 0; v < n && track->found; v++) /* one of each side in turn */
            track->order[v] = v % 2 * factor->size + v / 2;
        return STATUS_OK;
    default:
        break;
    }
    track->found = false;
    return STATUS_OK;
}

/* Cleared by the caller in any case, as all that follow. */
static enum status factor_track(const struct network_factor *factor, const struct limits *limits,
                                struct track *track, struct failure *failure) {
    enum verdict verdict;
    *track = (struct track){.nodes = factor->network.nodes};
    TRY(memory_check(NEW(track->nodes, track->order), failure, "a cycle"));
    TRY(known_order(factor, track, failure));
    if (track->found)
        return STATUS_OK;
    TRY(hamiltonian_search(&factor->network, limits, track->order, &verdict, failure));
    track->found = verdict == VERDICT_FEASIBLE;
    track->closed = track->found && track->nodes >= 3;
    return STATUS_OK;
}

/* --- products --- */

/* All places (column, row), for both tracks open or the one of the columns closed: through the
 * columns 1.. of each row to and fro, and back through column 0; without the way back if `open`,
 * from column 0 on. */
static void comb(int columns, int rows, bool open, int (*places)[2]) {
    int first = open ? 0 : 1, width = columns - first, next = 0;
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < width; i++) {
            int column = row % 2 == 0 ? first + i : columns - 1 - i;
            places[next][0] = column;
            places[next++][1] = row;
        }
    for (int row = rows - 1; row >= 0 && !open; row--) {
        places[next][0] = 0;
        places[next++][1] = row;
    }
}

/* Columns are those of `a` if `turned` is false, else of `b`. */
static void combine(const struct track *a, const struct track *b, struct track *both,
                    int (*places)[2]) {
    bool a_closed = a->closed, b_closed = b->closed;
    bool turned = !a_closed && (b_closed || (a->nodes % 2 == 0 && b->nodes % 2 == 1));
    const struct track *columns = turned ? b : a, *rows = turned ? a : b;
    bool open = !columns->closed && rows->nodes % 2 == 1;
    comb(columns->nodes, rows->nodes, open, places);
    for (int i = 0; i < both->nodes; i++) {
        int column = columns->order[places[i][0]], row = rows->order[places[i][1]];
        both->order[i] = turned ? row * b->nodes + column : column * b->nodes + row;
    }
    both->found = true;
    both->closed = !open && both->nodes >= 3;
}

static enum status multiply(struct track *a, const struct track *b, struct failure *failure) {
    CLEANUP(track_clear) struct track both = {.nodes = a->nodes * b->nodes};
    FREED int(*places)[2] = memory_new((size_t)both.nodes, sizeof *places);
    TRY(memory_check(places && NEW(both.nodes, both.order), failure, "a cycle"));
    combine(a, b, &both, places);
    track_clear(a);
    *a = TAKE(both);
    return STATUS_OK;
}

static enum status network_track(const struct network_factors *network, const struct limits *limits,
                                 struct track *track, struct failure *failure) {
    TRY(factor_track(&network->factors[0], limits, track, failure));
    for (int i = 1; i < network->count && track->found; i++) {
        CLEANUP(track_clear) struct track next = {.order = NULL};
        TRY(factor_track(&network->factors[i], limits, &next, failure));
        if (next.found)
            TRY(multiply(track, &next, failure));
        track->found = next.found;
    }
    return STATUS_OK;
}

enum status hamiltonian_find(const struct network_factors *network, const struct limits *limits,
                             int *order, enum verdict *verdict, struct failure *failure) {
    CLEANUP(track_clear) struct track track = {.order = NULL};
    TRY(network_track(network, limits, &track, failure));
    const struct network *whole = network_factors_whole(network);
    if (!track.found || (!track.closed && whole->nodes > 2))
        return hamiltonian_search(whole, limits, order, verdict, failure);
    enum status status = hamiltonian_check(whole, track.order, failure);
    TRY(status == STATUS_INPUT ? STATUS_INTERNAL : status);
    int start = 0;
    while (track.order[start] != 0)
        start++;
    for (int i = 0; i < whole->nodes; i++)
        order[i] = track.order[(start + i) % whole->nodes];
    *verdict = VERDICT_FEASIBLE;
    return STATUS_OK;
}
