/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_formula.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"

/* Numbers of variables as the text lists them. Arc 2e goes from edge e's lower end to the higher
 * one, arc 2e+1 back. */
struct builder {
    const struct gossip_graph *graph;
    int P, T, arcs;
    int received, held, sent, along, counted; /* before the first variable of each list */
    struct formula *formula;
};

static struct builder builder_of(const struct gossip_graph *graph, int time,
                                 struct formula *formula) {
    struct builder b = {.graph = graph, .P = graph->nodes, .T = time, .formula = formula};
    b.arcs = 2 * graph->count;
    b.held = b.P * b.P * b.T;
    b.sent = b.held + b.P * b.P * (b.T + 1);
    b.along = b.sent + b.P * b.P * b.T;
    b.counted = b.along + b.arcs * b.T;
    return b;
}

/* Node v, item i, step s. */
static bool is_cell(const struct builder *b, int v, int i, int s) {
    return v >= 0 && v < b->P && i >= 0 && i < b->P && s >= 1 && s <= b->T;
}

static int r(const struct builder *b, int v, int i, int s) {
    assert(is_cell(b, v, i, s));
    return b->received + (v * b->P + i) * b->T + s;
}

static int h(const struct builder *b, int v, int i, int s) {
    assert(s == 0 ? is_cell(b, v, i, 1) : is_cell(b, v, i, s));
    return b->held + (v * b->P + i) * (b->T + 1) + s + 1;
}

static int x(const struct builder *b, int v, int i, int s) {
    assert(is_cell(b, v, i, s));
    return b->sent + (v * b->P + i) * b->T + s;
}

static int y(const struct builder *b, int arc, int s) {
    assert(arc >= 0 && arc < b->arcs && s >= 1 && s <= b->T);
    return b->along + arc * b->T + s;
}

static int at_least(const struct builder *b, int v, int s, int j) {
    assert(v >= 0 && v < b->P && s >= 0 && s <= b->T && j >= 1 && j < b->P);
    return b->counted + (v * (b->T + 1) + s) * (b->P - 1) + j;
}

static int tail(const struct builder *b, int arc) {
    assert(arc >= 0 && arc < b->arcs);
    const struct message_edge *edge = &b->graph->edges[arc / 2];
    return arc % 2 ? edge->b : edge->a;
}

static int head(const struct builder *b, int arc) {
    return tail(b, arc ^ 1);
}

static void receptions(struct builder *b, int v, int i) {
    formula_clause(b->formula, i == v ? h(b, v, i, 0) : -h(b, v, i, 0));
    for (int s = 1; s <= b->T; s++) {
        formula_clause(b->formula, -h(b, v, i, s - 1), h(b, v, i, s));
        formula_clause(b->formula, -r(b, v, i, s), h(b, v, i, s));
        formula_clause(b->formula, -h(b, v, i, s), h(b, v, i, s - 1), r(b, v, i, s));
        formula_clause(b->formula, -r(b, v, i, s), -h(b, v, i, s - 1));
    }
    formula_clause(b->formula, h(b, v, i, b->T));
}

static void one_item(struct builder *b, int v, int s) {
    for (int i = 0; i < b->P; i++)
        for (int j = i + 1; j < b->P; j++)
            formula_clause(b->formula, -r(b, v, i, s), -r(b, v, j, s));
    for (int i = 0; i < b->P; i++)
        for (int j = i + 1; j < b->P; j++)
            formula_clause(b->formula, -x(b, v, i, s), -x(b, v, j, s));
    for (int i = 0; i < b->P; i++)
        formula_clause(b->formula, -x(b, v, i, s), h(b, v, i, s - 1));
}

/* The arcs that begin at v, or end there, in the order of the edges: neighbours are sorted, and so
 * the lower ones come first, whose edges do. */
static int arc_number(const struct builder *b, int from, int to) {
    int low = from < to ? from : to, high = from < to ? to : from, first = 0,
        last = b->graph->count - 1;
    while (first < last) {
        int middle = first + (last - first) / 2;
        const struct message_edge *edge = &b->graph->edges[middle];
        if (edge->a < low || (edge->a == low && edge->b < high))
            first = middle + 1;
        else
            last = middle;
    }
    assert(b->graph->edges[first].a == low && b->graph->edges[first].b == high);
    return 2 * first + (from > to);
}

static int arc_of(const struct builder *b, int v, int place, bool begins) {
    assert(place < gossip_graph_degree(b->graph, v));
    int u = b->graph->neighbours[b->graph->first[v] + place];
    return begins ? arc_number(b, v, u) : arc_number(b, u, v);
}

static void one_arc(struct builder *b, int v, int s, bool half) {
    int degree = gossip_graph_degree(b->graph, v);
    for (int begins = 1; begins >= 0; begins--)
        for (int i = 0; i < degree; i++)
            for (int j = i + 1; j < degree; j++)
                formula_clause(b->formula, -y(b, arc_of(b, v, i, begins), s),
                               -y(b, arc_of(b, v, j, begins), s));
    for (int i = 0; half && i < degree; i++)
        for (int j = 0; j < degree; j++)
            formula_clause(b->formula, -y(b, arc_of(b, v, i, true), s),
                           -y(b, arc_of(b, v, j, false), s));
}

static void carried(struct builder *b, int arc, int s) {
    int from = tail(b, arc), to = head(b, arc);
    assert(from != to);
    for (int i = 0; i < b->P; i++) {
        formula_clause(b->formula, -y(b, arc, s), -x(b, from, i, s), r(b, to, i, s));
        formula_clause(b->formula, -y(b, arc, s), -r(b, to, i, s), x(b, from, i, s));
    }
    formula_add(b->formula, -y(b, arc, s));
    for (int i = 0; i < b->P; i++)
        formula_add(b->formula, x(b, from, i, s));
    formula_add(b->formula, 0);
}

static void from_a_neighbour(struct builder *b, int v, int i) {
    for (int s = 1; s <= b->T; s++) {
        formula_add(b->formula, -r(b, v, i, s));
        for (int place = 0; place < gossip_graph_degree(b->graph, v); place++)
            formula_add(b->formula, y(b, arc_of(b, v, place, false), s));
        formula_add(b->formula, 0);
    }
}

static void counts_step(struct builder *b, int v, int s) {
    for (int j = 1; j < b->P; j++) {
        formula_clause(b->formula, -at_least(b, v, s - 1, j), at_least(b, v, s, j));
        if (j > 1)
            formula_clause(b->formula, -at_least(b, v, s, j), at_least(b, v, s - 1, j - 1));
        for (int i = 0; i < b->P; i++) {
            formula_add(b->formula, -r(b, v, i, s));
            if (j > 1)
                formula_add(b->formula, -at_least(b, v, s - 1, j - 1));
            formula_clause(b->formula, at_least(b, v, s, j));
        }
        formula_add(b->formula, at_least(b, v, s - 1, j));
        formula_add(b->formula, -at_least(b, v, s, j));
        for (int i = 0; i < b->P; i++)
            formula_add(b->formula, r(b, v, i, s));
        formula_add(b->formula, 0);
    }
}

/* How many items v has received, one a step; in the end those of all others. */
static void counts(struct builder *b, int v) {
    for (int j = 1; j < b->P; j++)
        formula_clause(b->formula, -at_least(b, v, 0, j));
    for (int s = 1; s <= b->T; s++)
        counts_step(b, v, s);
    formula_clause(b->formula, at_least(b, v, b->T, b->P - 1));
}

static void build(struct builder *b, bool half) {
    for (int v = 0; v < b->P; v++)
        for (int i = 0; i < b->P; i++)
            receptions(b, v, i);
    for (int v = 0; v < b->P; v++)
        for (int s = 1; s <= b->T; s++)
            one_item(b, v, s);
    for (int v = 0; v < b->P; v++)
        for (int s = 1; s <= b->T; s++)
            one_arc(b, v, s, half);
    for (int arc = 0; arc < b->arcs; arc++)
        for (int s = 1; s <= b->T; s++)
            carried(b, arc, s);
    for (int v = 0; v < b->P; v++)
        for (int i = 0; i < b->P; i++)
            from_a_neighbour(b, v, i);
    for (int v = 0; v < b->P; v++)
        counts(b, v);
}

static double length_of(const struct gossip_graph *graph, bool half, double T) {
    double P = graph->nodes, arcs = 2.0 * graph->count, squares = 0;
    for (int v = 0; v < graph->nodes; v++) {
        double degree = gossip_graph_degree(graph, v);
        squares += 3 * degree * (degree - 1) + (half ? 3 * degree * degree : 0);
    }
    return T * (13 * P * P + 3 * P * P * (P - 1) + 3 * P * P + squares + arcs * (9 * P + 2) +
                P * (2 * P + arcs) + P * P * (5 * P + 9));
}

enum status gossip_formula_build(const struct gossip_graph *graph, bool half, int time,
                                 struct formula *formula, struct failure *failure) {
    if (graph->nodes < 2 || time < 1)
        return failure_set(failure, STATUS_INPUT,
                           "the formula is for at least two nodes and one step");
    if (graph->nodes > GOSSIP_FORMULA_MOST || time > GOSSIP_FORMULA_MOST ||
        length_of(graph, half, time) > GOSSIP_FORMULA_MOST_LITERALS)
        return failure_set(failure, STATUS_LIMIT,
                           "the formula of %d nodes and %d steps has more than %d literals",
                           graph->nodes, time, GOSSIP_FORMULA_MOST_LITERALS);
    struct builder b = builder_of(graph, time, formula);
    formula_init(formula, b.counted + b.P * (b.T + 1) * (b.P - 1));
    build(&b, half);
    assert(formula->fault || formula_is_closed(formula));
    assert(formula->fault || (double)formula->length <= length_of(graph, half, time));
    enum status status = formula_fault(formula, failure);
    if (status)
        formula_clear(formula);
    return status;
}

/* Both or none. */
static void equal(struct builder *b, int one, int other) {
    formula_clause(b->formula, -one, other);
    formula_clause(b->formula, one, -other);
}

static void turned_step(struct builder *b, const int *image, int s) {
    for (int v = 0; v < b->P; v++)
        for (int i = 0; i < b->P; i++) {
            equal(b, r(b, v, i, s + 1), r(b, image[v], image[i], s));
            equal(b, x(b, v, i, s + 1), x(b, image[v], image[i], s));
        }
    for (int arc = 0; arc < b->arcs; arc++)
        equal(b, y(b, arc, s + 1),
              y(b, arc_number(b, image[tail(b, arc)], image[head(b, arc)]), s));
}

enum status gossip_formula_add_turns(const struct gossip_graph *graph, int time, int order,
                                     const int *image, struct formula *formula,
                                     struct failure *failure) {
    struct builder b = builder_of(graph, time, formula);
    require(time >= 1 && order >= 2 && formula->variables >= b.counted);
    for (int s = 1; s < time; s++)
        if (s % order)
            turned_step(&b, image, s);
    return formula_fault(formula, failure);
}

static int sender_of(const struct builder *b, const bool *model, int v, int s) {
    for (int place = 0; place < gossip_graph_degree(b->graph, v); place++) {
        int arc = arc_of(b, v, place, false);
        if (model[y(b, arc, s)])
            return tail(b, arc);
    }
    return -1;
}

enum status gossip_formula_decode(const struct gossip_graph *graph, int time, const bool *model,
                                  struct message_array *array, struct failure *failure) {
    require(time >= 1 && graph->nodes >= 2);
    struct builder b = builder_of(graph, time, NULL);
    for (int s = 1; s <= time; s++)
        for (int v = 0; v < b.P; v++)
            for (int i = 0; i < b.P; i++) {
                if (!model[r(&b, v, i, s)])
                    continue;
                int from = sender_of(&b, model, v, s);
                if (from < 0)
                    return failure_set(failure, STATUS_INTERNAL,
                                       "node %d receives in step %d what nobody sends", v, s);
                message_array_add(array, &(struct message){s - 1, from, v, i + 1, 0});
            }
    message_array_sort(array);
    return array->lost ? failure_memory(failure, "a list of messages") : STATUS_OK;
}

enum { NOWHERE = -1 };

struct search {
    const struct gossip_graph *graph;
    int cycle;   /* k */
    int *image;  /* NOWHERE: not decided */
    int *order;  /* the nodes, each behind a neighbour */
    bool *taken; /* is an image */
    int alone;   /* nodes that may be their own images */
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
static bool can_go(const struct search *search, int v, int u) {
    const struct gossip_graph *graph = search->graph;
    if (search->taken[u] || gossip_graph_degree(graph, v) != gossip_graph_degree(graph, u))
        return false;
    for (int i = graph->first[v]; i < graph->first[v + 1]; i++) {
        int image = search->image[graph->neighbours[i]];
        if (image != NOWHERE && !gossip_graph_adjacent(graph, u, image))
            return false;
    }
    return true;
}

static bool complete(struct search *search, int place);

/* Whether v can go to u, and the rest be completed; `left` nodes of the cycle, which began at
 * `start`, are still to be found. */
static bool go(struct search *search, int place, int start, int v, int u, int left) {
    if (!can_go(search, v, u) || ++search->choices > GOSSIP_TURN_CHOICES)
        return false;
    search->image[v] = u;
    search->taken[u] = true;
    bool found = left == 0 && complete(search, place + 1);
    for (int i = 1; i <= search->graph->nodes && left > 0 && !found; i++) {
        int next = left == 1 ? start : (u + i) % search->graph->nodes;
        if (left == 1 ? i == 1 : next != start && search->image[next] == NOWHERE)
            found = go(search, place, start, u, next, left - 1);
    }
    if (!found) {
        search->image[v] = NOWHERE;
        search->taken[u] = false;
    }
    return found;
}

/* Whether the nodes order[place..] can be turned; v itself is the last one that is tried. */
static bool complete(struct search *search, int place) {
    int nodes = search->graph->nodes;
    while (place < nodes && search->image[search->order[place]] != NOWHERE)
        place++;
    if (place == nodes)
        return true;
    int v = search->order[place];
    for (int i = 1; i < nodes; i++) {
        int u = (v + i) % nodes;
        if (search->image[u] == NOWHERE && go(search, place, v, v, u, search->cycle - 1))
            return true;
    }
    if (search->alone == 0)
        return false;
    search->alone--;
    bool found = go(search, place, v, v, v, 0);
    search->alone += !found;
    return found;
}

enum status gossip_turn_find(const struct gossip_graph *graph, int order, int *image, bool *found,
                             struct failure *failure) {
    struct search search = {
        .graph = graph, .cycle = order, .image = image, .alone = graph->nodes % order};
    search.order = memory_new((size_t)graph->nodes, sizeof *search.order);
    search.taken = memory_new((size_t)graph->nodes, sizeof *search.taken);
    enum status status =
        search.order && search.taken ? STATUS_OK : failure_memory(failure, "a turn");
    if (!status) {
        put_in_order(&search);
        *found = complete(&search, 0);
    }
    free(search.order);
    free(search.taken);
    return status;
}
