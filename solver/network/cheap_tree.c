/* SPDX-License-Identifier: MIT */
#include "solver/network/cheap_tree.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

enum { NONE = -1 };

/* Parts are nodes, and behind them what cycles were contracted to. Of each the arcs that come to it
 * are a skew heap, in which `late` is to be taken away from the costs of all below. */
struct cheap_tree {
    const struct network_problem *problem;
    int source, target;
    int parts;
    int *parent; /* the part that a part was contracted into, or NONE */
    int *top;    /* the same, or one above it: by paths that are made shorter */
    int *by;     /* the arc by which a part is entered, or NONE */
    int64_t *weight;
    int *root; /* of the heap of a part: an arc, or NONE */
    int *left, *right;
    int64_t *cost, *late; /* of arcs */
    int *state;           /* of parts: the walk in which they were entered, or 0 */
    int *walk;
    bool *reached;
    int *first, *next, *queue; /* arcs of the tree by their tails */
    int *needs;                /* of each node: it, or one behind it, wants the chunk */
    int64_t *distance;
};

void cheap_tree_free(struct cheap_tree *tree) {
    if (tree) {
        FREE_ALL(tree->parent, tree->top, tree->by, tree->root, tree->left, tree->right, tree->walk,
                 tree->first, tree->queue, tree->next, tree->state, tree->needs);
        FREE_ALL(tree->weight, tree->cost, tree->late, tree->reached, tree->distance);
    }
    free(tree);
}

enum status cheap_tree_new(const struct network_problem *problem, struct cheap_tree **made,
                           struct failure *failure) {
    size_t nodes = (size_t)problem->network->nodes, arcs = (size_t)problem->network->arc_count;
    struct cheap_tree *tree = memory_new(1, sizeof *tree);
    TRY(memory_check(tree, failure, "trees"));
    tree->problem = problem;
    if (!NEW(2 * nodes, tree->parent, tree->top, tree->by, tree->root, tree->state, tree->walk) ||
        !NEW(nodes, tree->first, tree->next, tree->queue, tree->needs, tree->reached,
             tree->distance) ||
        !NEW(arcs, tree->left, tree->right, tree->cost, tree->late) ||
        !NEW(2 * nodes, tree->weight)) {
        cheap_tree_free(tree);
        return failure_memory(failure, "trees");
    }
    *made = tree;
    return STATUS_OK;
}

/* --- heaps --- */

static void settle(struct cheap_tree *tree, int arc) {
    int64_t late = tree->late[arc];
    tree->cost[arc] -= late;
    if (tree->left[arc] != NONE)
        tree->late[tree->left[arc]] += late;
    if (tree->right[arc] != NONE)
        tree->late[tree->right[arc]] += late;
    tree->late[arc] = 0;
}

/* Top down: on the way both heaps change sides. */
static int merge(struct cheap_tree *tree, int one, int other) {
    int root = NONE, *at = &root;
    while (one != NONE && other != NONE) {
        settle(tree, one);
        settle(tree, other);
        bool first = tree->cost[one] < tree->cost[other] ||
                     (tree->cost[one] == tree->cost[other] && one < other);
        int low = first ? one : other, rest = first ? other : one;
        *at = low;
        int behind = tree->right[low];
        tree->right[low] = tree->left[low];
        at = &tree->left[low];
        one = behind;
        other = rest;
    }
    *at = one != NONE ? one : other;
    return root;
}

static int pop(struct cheap_tree *tree, int part) {
    int arc = tree->root[part];
    settle(tree, arc);
    tree->root[part] = merge(tree, tree->left[arc], tree->right[arc]);
    return arc;
}

/* --- trees to all --- */

static int part_of(struct cheap_tree *tree, int part) {
    while (tree->top[part] != part)
        part = tree->top[part] = tree->top[tree->top[part]];
    return part;
}

/* The heap of the arcs coming[from] .. before coming[end], but of those that nothing can come
 * along: by halves, which is linear. */
static int make_heap(struct cheap_tree *tree, int from, int end, const int64_t *costs) {
    int arc = tree->problem->coming[from], middle = from + (end - from) / 2;
    if (end - from > 1)
        return merge(tree, make_heap(tree, from, middle, costs),
                     make_heap(tree, middle, end, costs));
    tree->left[arc] = tree->right[arc] = NONE;
    tree->cost[arc] = costs[arc];
    tree->late[arc] = 0;
    return tree->reached[problem_tail(tree->problem, arc)] ? arc : NONE;
}

/* What the source can reach, and their heaps. */
static void begin(struct cheap_tree *tree, const int64_t *costs) {
    const struct network_problem *problem = tree->problem;
    int nodes = problem->network->nodes, count = 1;
    memset(tree->reached, 0, (size_t)nodes * sizeof *tree->reached);
    tree->parts = nodes;
    tree->queue[0] = tree->source;
    tree->reached[tree->source] = true;
    for (int i = 0; i < count && count < nodes; i++)
        for (int j = problem->leaving_first[tree->queue[i]];
             j < problem->leaving_first[tree->queue[i] + 1]; j++) {
            int head = problem_head(problem, problem->leaving[j]);
            if (!tree->reached[head])
                tree->queue[count++] = head;
            tree->reached[head] = true;
        }
    for (int v = 0; v < nodes; v++) {
        int from = problem->coming_first[v], end = problem->coming_first[v + 1];
        tree->parent[v] = tree->by[v] = NONE;
        tree->top[v] = v;
        tree->state[v] = 0;
        tree->weight[v] = 0;
        tree->root[v] = v != tree->source && end > from ? make_heap(tree, from, end, costs) : NONE;
    }
}

/* The parts walk[from] .. before walk[end] become one. */
static int contract(struct cheap_tree *tree, int from, int end) {
    int made = tree->parts++;
    tree->parent[made] = tree->by[made] = tree->root[made] = NONE;
    tree->top[made] = made;
    tree->state[made] = 0;
    tree->weight[made] = 0;
    for (int i = from; i < end; i++) {
        int part = tree->walk[i];
        tree->parent[part] = tree->top[part] = made;
        tree->root[made] = merge(tree, tree->root[made], tree->root[part]);
    }
    return made;
}

/* Back along the cheapest arcs, until a part is reached that has a way from the source. */
static void walk_back(struct cheap_tree *tree, int from) {
    int length = 0, state = from + 2, part = part_of(tree, from);
    while (tree->by[part] == NONE) {
        require(tree->root[part] != NONE);
        int arc = pop(tree, part), tail = part_of(tree, problem_tail(tree->problem, arc));
        if (tail == part)
            continue;
        int64_t cost = tree->cost[arc];
        tree->by[part] = arc;
        tree->weight[part] = cost;
        if (tree->root[part] != NONE)
            tree->late[tree->root[part]] += cost;
        tree->state[part] = state;
        tree->walk[length++] = part;
        if (tree->state[tail] == state) {
            int end = length;
            while (tree->walk[--length] != tail)
                continue;
            tail = contract(tree, length, end);
        }
        part = tail;
    }
}

/* From what was contracted last on: the part that an arc enters is entered by it below as well. */
static void expand(struct cheap_tree *tree) {
    for (int part = tree->parts - 1; part >= tree->problem->network->nodes; part--) {
        int below = problem_head(tree->problem, tree->by[part]);
        while (tree->parent[below] != part)
            below = tree->parent[below];
        tree->by[below] = tree->by[part];
    }
}

static void find_to_all(struct cheap_tree *tree, const int64_t *costs) {
    begin(tree, costs);
    tree->state[tree->source] = 1;
    tree->by[tree->source] = 0; /* as if it were entered */
    for (int v = 0; v < tree->problem->network->nodes; v++)
        if (tree->reached[v] && v != tree->source)
            walk_back(tree, v);
    expand(tree);
    tree->by[tree->source] = NONE;
}

/* --- ways --- */

static void find_ways(struct cheap_tree *tree, const int64_t *costs) {
    const struct network_problem *problem = tree->problem;
    int nodes = problem->network->nodes;
    for (int v = 0; v < nodes; v++) {
        tree->distance[v] = v == tree->source ? 0 : INT64_MAX;
        tree->by[v] = NONE;
        tree->reached[v] = false;
    }
    for (;;) {
        int near = NONE;
        for (int v = 0; v < nodes; v++)
            if (!tree->reached[v] && tree->distance[v] < INT64_MAX &&
                (near == NONE || tree->distance[v] < tree->distance[near]))
                near = v;
        if (near == NONE || near == tree->target)
            return;
        tree->reached[near] = true;
        for (int i = problem->leaving_first[near]; i < problem->leaving_first[near + 1]; i++) {
            int arc = problem->leaving[i], head = problem_head(problem, arc);
            if (tree->distance[near] + costs[arc] >= tree->distance[head])
                continue;
            tree->distance[head] = tree->distance[near] + costs[arc];
            tree->by[head] = arc;
        }
    }
}

/* --- what comes out --- */

/* Nodes that want it, and all before them, are needed; from the source on. */
static void list_arcs(struct cheap_tree *tree, int *arcs, int *count) {
    const struct network_problem *problem = tree->problem;
    int nodes = problem->network->nodes, listed = 1;
    for (int v = 0; v < nodes; v++) {
        tree->needs[v] = 0;
        tree->first[v] = NONE;
    }
    for (int v = 0; v < nodes; v++)
        if (problem_wants(problem, tree->target, v))
            for (int u = v; !tree->needs[u]; u = problem_tail(problem, tree->by[u])) {
                tree->needs[u] = 1;
                if (tree->by[u] == NONE)
                    break;
            }
    for (int v = nodes; v-- > 0;)
        if (tree->needs[v] && tree->by[v] != NONE) {
            int tail = problem_tail(problem, tree->by[v]);
            tree->next[v] = tree->first[tail];
            tree->first[tail] = v;
        }
    *count = 0;
    tree->queue[0] = tree->source;
    for (int i = 0; i < listed; i++)
        for (int v = tree->first[tree->queue[i]]; v != NONE; v = tree->next[v]) {
            arcs[(*count)++] = tree->by[v];
            tree->queue[listed++] = v;
        }
}

void cheap_tree_find(struct cheap_tree *tree, int commodity, const int64_t *costs, int *arcs,
                     int *count) {
    tree->source = tree->problem->commodities[commodity].source;
    tree->target = tree->problem->commodities[commodity].target;
    if (tree->target == COMMODITY_TO_ALL)
        find_to_all(tree, costs);
    else
        find_ways(tree, costs);
    list_arcs(tree, arcs, count);
}

bool cheap_tree_set(const struct cheap_tree *tree, int i, int64_t *weight, int *inside) {
    int nodes = tree->problem->network->nodes;
    bool wanted = false;
    if (i >= tree->parts)
        return false;
    *weight = i == tree->source ? 0 : tree->weight[i];
    for (int v = 0; v<nodes && * weight> 0; v++) {
        int part = v;
        while (part != i && part != NONE)
            part = tree->parent[part];
        inside[v] = part == i;
        wanted = wanted || (inside[v] && problem_wants(tree->problem, tree->target, v));
    }
    *weight = wanted ? *weight : 0;
    return true;
}
