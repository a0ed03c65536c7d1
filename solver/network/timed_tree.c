/* SPDX-License-Identifier: MIT */
#include "solver/network/timed_tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

enum { MOST_CELLS = 1 << 27 };

struct tree_search {
    const struct network_problem *problem;
    struct time_axis axis;
    int bits;       /* of sets of targets: all nodes, or one target */
    int only;       /* that target, or COMMODITY_TO_ALL */
    int phase;      /* of the last run */
    int same;       /* f(s,v,X) does not change for s up to this one */
    int64_t *costs; /* of an arc, by the place at which something is sent */
    int64_t *table; /* f(s,v,X) at ((s * nodes) + v) << bits | X */
    int *arrival;   /* of a tree that is pruned: when a node has the chunk */
    bool *has;      /* whether it does */
    struct timed_tree tree;
    bool near;      /* of trees that are not the cheapest: no table, but */
    int64_t *least; /* by what way a node can have it after step h, at v * (steps + 1) + h; */
    int *came;      /* the arc by which it comes then, or -1: it was there before */
};

void timed_tree_clear(struct timed_tree *tree) {
    free(tree->sends);
    *tree = (struct timed_tree){0};
}

enum status tree_search_new(const struct network_problem *problem, struct time_axis axis, bool near,
                            struct tree_search **search, struct failure *failure) {
    int n = problem->network->nodes;
    bool all = problem->commodities[0].target == COMMODITY_TO_ALL;
    require(axis.steps >= 1 && axis.period >= 0 && problem->commodity_count > 0);
    require(!near || (all && axis.period == 0));
    if (all && !near && n > TIMED_TREE_MOST_NODES)
        return failure_limit(
            failure, "trees to all nodes are searched in networks of up to %d nodes, not %d",
            TIMED_TREE_MOST_NODES, n);
    int bits = near ? 0 : all ? n : 1;
    uint64_t cells = ((uint64_t)axis.steps + 1) * (uint64_t)n << bits;
    uint64_t costs = (uint64_t)axis_length(axis) * (uint64_t)problem->network->arc_count;
    if (cells > MOST_CELLS || costs > MOST_CELLS)
        return failure_limit(failure,
                             "trees of %d steps in a network of %d nodes take too much memory",
                             axis.steps, n);
    struct tree_search *made = memory_new(1, sizeof *made);
    TRY(memory_check(made, failure, "trees"));
    *made = (struct tree_search){.problem = problem, .axis = axis, .bits = bits, .near = near};
    if (!NEW(costs, made->costs) || !NEW(n, made->arrival, made->has) ||
        (near && !NEW(cells, made->least, made->came)) || (!near && !NEW(cells, made->table))) {
        tree_search_free(made);
        return failure_memory(failure, "trees");
    }
    *search = made;
    return STATUS_OK;
}

double tree_search_cells(const struct network_problem *problem, struct time_axis axis) {
    double cells = (double)axis.steps * problem->network->nodes;
    bool all = problem->commodities[0].target == COMMODITY_TO_ALL;
    for (int v = 0; all && v < problem->network->nodes; v++)
        cells *= 3;
    return all ? cells : cells * problem->network->nodes;
}

void tree_search_free(struct tree_search *search) {
    if (!search)
        return;
    FREE_ALL(search->table, search->costs, search->arrival, search->has, search->least,
             search->came);
    timed_tree_clear(&search->tree);
    free(search);
}

/* --- the table --- */

static int64_t *row(const struct tree_search *search, int s, int v) {
    s = s < search->same ? search->same : s;
    return search->table +
           (((size_t)s * (size_t)search->problem->network->nodes + (size_t)v) << search->bits);
}

/* The set of v alone; 0 if it is no target. */
static unsigned bit_of(const struct tree_search *search, int v) {
    if (search->only == COMMODITY_TO_ALL)
        return network_takes_part(search->problem->network, v) ? 1U << v : 0;
    return v == search->only;
}

/* What the sending in step s costs, or TREE_COST_NONE: there is no such step, or it comes too late.
 */
static int64_t cost_of(const struct tree_search *search, int arc, int s) {
    int there = s + search->problem->network->arcs[arc].latency - 1;
    int place = axis_send_place(search->axis, search->problem, arc, search->phase, s);
    if (there > search->axis.steps || place < 0)
        return TREE_COST_NONE;
    return search->costs[(size_t)arc * (size_t)axis_length(search->axis) + (size_t)place];
}

/* f(s,v,X) without dividing X: to wait, or to send along one arc. */
static void fill_single(struct tree_search *search, int s, int v) {
    const struct network_problem *problem = search->problem;
    size_t sets = (size_t)1 << search->bits;
    int64_t *here = row(search, s, v);
    memcpy(here, row(search, s + 1, v), sets * sizeof *here);
    for (int i = problem->leaving_first[v]; i < problem->leaving_first[v + 1]; i++) {
        int arc = problem->leaving[i], w = problem_head(problem, arc);
        int64_t cost = cost_of(search, arc, s + 1);
        if (cost == TREE_COST_NONE)
            continue;
        const int64_t *there = row(search, s + problem->network->arcs[arc].latency, w);
        for (size_t x = 0; x < sets; x++)
            if (there[x] != TREE_COST_NONE && there[x] + cost < here[x])
                here[x] = there[x] + cost;
    }
}

/* A division of X, one part with its least target. */
static void fill_divided(struct tree_search *search, int s, int v) {
    unsigned own = bit_of(search, v), sets = 1U << search->bits;
    int64_t *here = row(search, s, v);
    for (unsigned x = 1; x < sets; x++) {
        if (x & own) {
            here[x] = here[x & ~own];
            continue;
        }
        unsigned least = x & (~x + 1), rest = x & ~least;
        int64_t best = here[x];
        for (unsigned other = rest; other; other = (other - 1) & rest) {
            int64_t one = here[x & ~other], two = here[other];
            if (one < best && two < best - one)
                best = one + two;
        }
        here[x] = best;
    }
}

static void fill_last(struct tree_search *search) {
    int n = search->problem->network->nodes;
    unsigned sets = 1U << search->bits;
    for (int v = 0; v < n; v++)
        for (unsigned x = 0; x < sets; x++)
            row(search, search->axis.steps, v)[x] = x & ~bit_of(search, v) ? TREE_COST_NONE : 0;
}

/* Where steps are alike, f does not change any more behind as many equal rows as the longest
 * latency. */
static bool is_settled(const struct tree_search *search, int s, int *equal) {
    size_t cells = (size_t)search->problem->network->nodes << search->bits;
    bool same = memcmp(row(search, s, 0), row(search, s + 1, 0), cells * sizeof(int64_t)) == 0;
    *equal = same ? *equal + 1 : 0;
    return search->axis.period == 1 && *equal >= network_longest_latency(search->problem->network);
}

static enum status fill(struct tree_search *search, const struct limits *limits,
                        struct failure *failure) {
    int equal = 0;
    search->same = 0;
    fill_last(search);
    for (int s = search->axis.steps - 1; s >= 0; s--) {
        for (int v = 0; v < search->problem->network->nodes; v++) {
            TRY(limits_check(limits, failure));
            fill_single(search, s, v);
            fill_divided(search, s, v);
        }
        if (is_settled(search, s, &equal)) {
            search->same = s;
            break;
        }
    }
    return STATUS_OK;
}

static void add_up(struct tree_search *search, const int64_t *prices) {
    const struct network_problem *problem = search->problem;
    size_t length = (size_t)axis_length(search->axis);
    for (int a = 0; a < problem->network->arc_count; a++)
        for (size_t place = 0; place < length; place++) {
            int64_t sum = 0;
            for (int i = problem->groups_first[a]; i < problem->groups_first[a + 1]; i++) {
                size_t at = place + (size_t)network_late(problem->network, problem->groups[i], a);
                /* Without a period what counts beyond the last step comes too late. */
                sum += prices[(size_t)problem->groups[i] * length + at % length];
            }
            search->costs[(size_t)a * length + place] = sum;
        }
}

static unsigned targets_of(const struct tree_search *search) {
    unsigned targets = 0;
    for (int v = 0; v < search->problem->network->nodes; v++)
        targets |= bit_of(search, v);
    return targets;
}

/* All commodities with this target. */
static enum status run_target(struct tree_search *search, int target, const struct limits *limits,
                              tree_visit *visit, void *context, struct failure *failure) {
    search->only = target;
    TRY(fill(search, limits, failure));
    for (int k = 0; k < search->problem->commodity_count; k++) {
        const struct commodity *commodity = &search->problem->commodities[k];
        if (commodity->target == target)
            TRY(visit(context, search, k, row(search, 0, commodity->source)[targets_of(search)],
                      failure));
    }
    return STATUS_OK;
}

enum status tree_search_run(struct tree_search *search, const int64_t *prices, int phase,
                            const struct limits *limits, tree_visit *visit, void *context,
                            struct failure *failure) {
    const struct network_problem *problem = search->problem;
    search->phase = phase;
    add_up(search, prices);
    for (int k = 0; search->near && k < problem->commodity_count; k++) {
        TRY(limits_check(limits, failure));
        TRY(visit(context, search, k, 0, failure));
    }
    if (search->near)
        return STATUS_OK;
    if (problem->commodities[0].target == COMMODITY_TO_ALL)
        return run_target(search, COMMODITY_TO_ALL, limits, visit, context, failure);
    for (int v = 0; v < problem->network->nodes; v++)
        if (problem->collective != COLLECTIVE_GATHER || v == problem->root)
            TRY(run_target(search, v, limits, visit, context, failure));
    return STATUS_OK;
}

/* --- trees --- */

static enum status add_send(struct tree_search *search, int arc, int s, struct failure *failure) {
    struct timed_tree *tree = &search->tree;
    return memory_check(APPEND(tree->sends, tree->count, (struct timed_send){arc, s}), failure,
                        "a tree");
}

/* The sending by which f(s,v,X) is reached; false: X is divided. */
static bool find_send(const struct tree_search *search, int s, int v, unsigned x, int *arc) {
    const struct network_problem *problem = search->problem;
    int64_t wanted = row(search, s, v)[x];
    for (int i = problem->leaving_first[v]; i < problem->leaving_first[v + 1]; i++) {
        *arc = problem->leaving[i];
        int64_t cost = cost_of(search, *arc, s + 1);
        if (cost == TREE_COST_NONE)
            continue;
        int64_t rest =
            row(search, s + problem->network->arcs[*arc].latency, problem_head(problem, *arc))[x];
        if (rest != TREE_COST_NONE && rest + cost == wanted)
            return true;
    }
    return false;
}

/* One part of a division by which f(s,v,X) is reached. */
static unsigned find_part(const struct tree_search *search, int s, int v, unsigned x) {
    const int64_t *here = row(search, s, v);
    unsigned least = x & (~x + 1), rest = x & ~least, other = rest;
    while (here[x & ~other] == TREE_COST_NONE || here[other] == TREE_COST_NONE ||
           here[x & ~other] + here[other] != here[x]) {
        other = (other - 1) & rest;
        assert(other);
    }
    return other;
}

/* Follows the table from f(s,v,X) on; as deep as there are targets, and steps. */
static enum status follow(struct tree_search *search, int s, int v, unsigned x,
                          struct failure *failure) {
    for (;;) {
        int arc;
        x &= ~bit_of(search, v);
        if (!x)
            return STATUS_OK;
        assert(s < search->axis.steps);
        if (row(search, s + 1, v)[x] == row(search, s, v)[x]) {
            s++;
        } else if (find_send(search, s, v, x, &arc)) {
            TRY(add_send(search, arc, s + 1, failure));
            s += search->problem->network->arcs[arc].latency;
            v = problem_head(search->problem, arc);
        } else {
            unsigned part = find_part(search, s, v, x);
            TRY(follow(search, s, v, part, failure));
            x &= ~part;
        }
    }
}

static int by_step(const void *a, const void *b) {
    const struct timed_send *one = a, *other = b;
    if (one->step != other->step)
        return one->step < other->step ? -1 : 1;
    return (one->arc > other->arc) - (one->arc < other->arc);
}

/* Keeps of what comes to a node the earliest; what goes on from there can go on from it. */
static void prune(struct tree_search *search, int source) {
    const struct network_problem *problem = search->problem;
    struct timed_tree *tree = &search->tree;
    int kept = 0;
    qsort(tree->sends, (size_t)tree->count, sizeof *tree->sends, by_step);
    memset(search->has, 0, (size_t)problem->network->nodes * sizeof *search->has);
    search->has[source] = true;
    for (int i = 0; i < tree->count; i++) {
        int arc = tree->sends[i].arc, v = problem_head(problem, arc);
        int there = tree->sends[i].step + problem->network->arcs[arc].latency - 1;
        if (!search->has[v] || there < search->arrival[v])
            search->arrival[v] = v == source ? 0 : there;
        search->has[v] = true;
    }
    for (int i = 0; i < tree->count; i++) {
        int arc = tree->sends[i].arc, v = problem_head(problem, arc);
        int there = tree->sends[i].step + problem->network->arcs[arc].latency - 1;
        if (v == source || !search->has[v] || search->arrival[v] != there)
            continue;
        search->has[v] = false; /* no second one as early */
        tree->sends[kept++] = tree->sends[i];
    }
    tree->count = kept;
}

/* --- trees that are near --- */

/* The cheapest way to v by step h from what has the chunk. */
static void measure_node(struct tree_search *search, int v, int h) {
    const struct network_problem *problem = search->problem;
    size_t times = (size_t)search->axis.steps + 1, at = (size_t)v * times + (size_t)h;
    bool has = search->has[v] && search->arrival[v] <= h;
    search->least[at] = has ? 0 : h > 0 ? search->least[at - 1] : TREE_COST_NONE;
    search->came[at] = -1;
    for (int i = problem->coming_first[v]; i < problem->coming_first[v + 1] && !has; i++) {
        int arc = problem->coming[i], sent = h - problem->network->arcs[arc].latency;
        int64_t cost = sent < 0 ? TREE_COST_NONE : cost_of(search, arc, sent + 1);
        if (cost == TREE_COST_NONE)
            continue;
        int64_t before = search->least[(size_t)problem_tail(problem, arc) * times + (size_t)sent];
        if (before != TREE_COST_NONE && before + cost < search->least[at]) {
            search->least[at] = before + cost;
            search->came[at] = arc;
        }
    }
}

/* The node without the chunk to which the way is cheapest; -1: all have it. */
static int find_nearest(struct tree_search *search) {
    int n = search->problem->network->nodes, nearest = -1, steps = search->axis.steps;
    size_t times = (size_t)steps + 1;
    for (int h = 0; h <= steps; h++)
        for (int v = 0; v < n; v++)
            measure_node(search, v, h);
    for (int v = 0; v < n; v++)
        if (!search->has[v] && network_takes_part(search->problem->network, v) &&
            (nearest < 0 || search->least[(size_t)v * times + (size_t)steps] <
                                search->least[(size_t)nearest * times + (size_t)steps]))
            nearest = v;
    return nearest;
}

static enum status grow_near(struct tree_search *search, int source, struct failure *failure) {
    const struct network_problem *problem = search->problem;
    memset(search->has, 0, (size_t)problem->network->nodes * sizeof *search->has);
    search->has[source] = true;
    search->arrival[source] = 0;
    for (int v = find_nearest(search); v >= 0; v = find_nearest(search))
        for (int h = search->axis.steps; !search->has[v] || search->arrival[v] > h;) {
            int arc = search->came[(size_t)v * ((size_t)search->axis.steps + 1) + (size_t)h];
            require(h > 0); /* all can arrive */
            if (arc < 0) {
                h--;
                continue;
            }
            search->has[v] = true;
            search->arrival[v] = h;
            h -= problem->network->arcs[arc].latency;
            TRY(add_send(search, arc, h + 1, failure));
            v = problem_tail(problem, arc);
        }
    return STATUS_OK;
}

enum status tree_search_tree(struct tree_search *search, int commodity, struct timed_tree *tree,
                             struct failure *failure) {
    int source = search->problem->commodities[commodity].source;
    search->tree.count = 0;
    if (search->near)
        TRY(grow_near(search, source, failure));
    else
        TRY(follow(search, 0, source, targets_of(search), failure));
    prune(search, source);
    TRY(memory_check(NEW(search->tree.count, tree->sends), failure, "a tree"));
    memcpy(tree->sends, search->tree.sends, (size_t)search->tree.count * sizeof *tree->sends);
    tree->count = search->tree.count;
    return STATUS_OK;
}
