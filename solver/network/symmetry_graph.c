/* SPDX-License-Identifier: MIT */
#include "solver/network/symmetry_graph.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/network/network_automorphisms.h"

enum { NONE = -1, MOST_JOINED = 1 << 24 };

/* What a vertex stands for is the first bits of its colour. */
enum kind { NODE, PAIR, ARC_BEGIN, ARC_END, GROUP, KIND_BITS = 3 };

struct builder {
    const struct network_problem *problem;
    bool precise;
    struct symmetry_graph *graph;
    uint64_t *sort, *sorts; /* of each arc; those of pairs of arcs that are alike */
    int *begin;             /* of each arc the vertex, or NONE */
    uint64_t hidden, plain; /* pairs of arcs of these sorts are nothing, are edges; 0: none */
};

static void builder_clear(struct builder *builder) {
    FREE_ALL(builder->sort, builder->sorts, builder->begin);
}

static uint64_t mix(uint64_t sum, uint64_t value) {
    return (sum ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
}

static uint64_t group_sort(const struct network_group *group) {
    return mix(mix(1, (uint64_t)group->capacity), (uint64_t)group->count);
}

/* Of groups in any order. */
uint64_t network_arc_sort(const struct network_problem *problem, int arc) {
    uint64_t sum = 0;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        sum += group_sort(&problem->network->groups[problem->groups[i]]);
    return mix(sum, (uint64_t)problem->network->arcs[arc].latency) | 1;
}

/* --- vertices and edges --- */

static enum status add_vertex(struct builder *builder, enum kind kind, uint64_t value,
                              struct failure *failure) {
    struct symmetry_graph *graph = builder->graph;
    if (!memory_make_room(&graph->colour, (size_t)graph->count, sizeof *graph->colour))
        return failure_memory(failure, "symmetries");
    graph->colour[graph->count] = (uint64_t)kind << (64 - KIND_BITS) | value >> KIND_BITS;
    graph->count++;
    return STATUS_OK;
}

static enum status join(struct builder *builder, int one, int other, struct failure *failure) {
    struct symmetry_graph *graph = builder->graph;
    if (graph->joined_count >= MOST_JOINED)
        return failure_set(failure, STATUS_LIMIT, "the network is too large for symmetries");
    if (!memory_make_room(&graph->joined, (size_t)graph->joined_count, sizeof *graph->joined))
        return failure_memory(failure, "symmetries");
    graph->joined[graph->joined_count][0] = one;
    graph->joined[graph->joined_count++][1] = other;
    return STATUS_OK;
}

static enum status add_arc(struct builder *builder, int arc, struct failure *failure) {
    const struct network_arc *a = &builder->problem->network->arcs[arc];
    int begin = builder->graph->count, end = begin + 1;
    builder->begin[arc] = begin;
    TRY(add_vertex(builder, ARC_BEGIN, builder->sort[arc], failure));
    TRY(add_vertex(builder, ARC_END, builder->sort[arc], failure));
    TRY(join(builder, a->from, begin, failure));
    TRY(join(builder, begin, end, failure));
    return join(builder, end, a->to, failure);
}

/* --- pairs of arcs, to and fro --- */

static bool is_shared(const struct builder *builder, int arc) {
    const struct network_problem *problem = builder->problem;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        if (builder->precise && problem->network->groups[problem->groups[i]].count > 1)
            return true;
    return false;
}

static int arc_back(const struct builder *builder, int arc) {
    const struct network_arc *a = &builder->problem->network->arcs[arc];
    return network_arc_number(builder->problem->network, a->to, a->from);
}

/* May both directions be one thing? */
static bool are_one(const struct builder *builder, int arc, int back) {
    return back != NONE && builder->sort[arc] == builder->sort[back] && !is_shared(builder, arc) &&
           !is_shared(builder, back);
}

static int by_value(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* The sort of most pairs but for `except`; 0: there is none. */
static uint64_t most_frequent(const uint64_t *sorts, int count, uint64_t except) {
    uint64_t best = 0;
    int most = 0;
    for (int i = 0, next; i < count; i = next) {
        for (next = i; next < count && sorts[next] == sorts[i];)
            next++;
        if (next - i > most && sorts[i] != except) {
            most = next - i;
            best = sorts[i];
        }
    }
    return best;
}

/* Which pairs cost least: where all nodes are joined, the most frequent ones needn't be seen. */
static void choose_sorts(struct builder *builder) {
    const struct network *net = builder->problem->network;
    int count = 0;
    int64_t pairs = 0, all = (int64_t)net->nodes * (net->nodes - 1) / 2;
    for (int a = 0; a < net->arc_count; a++) {
        int back = arc_back(builder, a);
        bool first = net->arcs[a].from < net->arcs[a].to;
        pairs += first || back == NONE;
        if (first && are_one(builder, a, back))
            builder->sorts[count++] = builder->sort[a];
    }
    qsort(builder->sorts, (size_t)count, sizeof *builder->sorts, by_value);
    builder->hidden = pairs == all ? most_frequent(builder->sorts, count, 0) : 0;
    builder->plain = most_frequent(builder->sorts, count, builder->hidden);
}

static enum status add_arcs(struct builder *builder, struct failure *failure) {
    const struct network *net = builder->problem->network;
    for (int a = 0; a < net->arc_count; a++) {
        const struct network_arc *arc = &net->arcs[a];
        uint64_t sort = builder->sort[a];
        int pair = builder->graph->count;
        if (!are_one(builder, a, arc_back(builder, a))) {
            TRY(add_arc(builder, a, failure));
        } else if (arc->from < arc->to && sort == builder->plain) {
            TRY(join(builder, arc->from, arc->to, failure));
        } else if (arc->from < arc->to && sort != builder->hidden) {
            TRY(add_vertex(builder, PAIR, sort, failure));
            TRY(join(builder, arc->from, pair, failure));
            TRY(join(builder, pair, arc->to, failure));
        }
    }
    return STATUS_OK;
}

static enum status add_groups(struct builder *builder, struct failure *failure) {
    const struct network *net = builder->problem->network;
    for (int g = 0; g < net->group_count; g++) {
        const struct network_group *group = &net->groups[g];
        int vertex = builder->graph->count;
        if (group->count < 2)
            continue;
        TRY(add_vertex(builder, GROUP, group_sort(group), failure));
        for (int i = 0; i < group->count; i++)
            TRY(join(builder, vertex, builder->begin[net->members[group->first + i]], failure));
    }
    return STATUS_OK;
}

static enum status build(struct builder *builder, int fixed, struct failure *failure) {
    const struct network_problem *problem = builder->problem;
    const struct network *net = problem->network;
    size_t arcs = (size_t)net->arc_count;
    bool rooted = collective_has_root(problem->collective);
    builder->sort = memory_new(arcs, sizeof *builder->sort);
    builder->sorts = memory_new(arcs, sizeof *builder->sorts);
    builder->begin = memory_new(arcs, sizeof *builder->begin);
    TRY(memory_check(builder->sort && builder->sorts && builder->begin, failure, "symmetries"));
    for (int v = 0; v < net->nodes; v++) {
        uint64_t mark = (rooted && v == problem->root ? 1U : 0U) | (v == fixed ? 2U : 0U) |
                        (network_takes_part(net, v) ? 0U : 4U) |
                        (net->sizes ? (uint64_t)net->sizes[v] << 3 : 0U);
        TRY(add_vertex(builder, NODE, mark << KIND_BITS, failure));
    }
    for (int a = 0; a < net->arc_count; a++)
        builder->sort[a] = network_arc_sort(problem, a);
    choose_sorts(builder);
    TRY(add_arcs(builder, failure));
    return builder->precise ? add_groups(builder, failure) : STATUS_OK;
}

enum status symmetry_graph_make(const struct network_problem *problem, int fixed, bool precise,
                                struct symmetry_graph *graph, struct failure *failure) {
    CLEANUP(symmetry_graph_clear) struct symmetry_graph made = {0};
    CLEANUP(builder_clear)
    struct builder builder = {.problem = problem, .precise = precise, .graph = &made};
    TRY(build(&builder, fixed, failure));
    *graph = TAKE(made);
    return STATUS_OK;
}

void symmetry_graph_clear(struct symmetry_graph *graph) {
    FREE_ALL(graph->colour, graph->joined);
    *graph = (struct symmetry_graph){0};
}
