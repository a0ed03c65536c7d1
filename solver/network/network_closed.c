/* SPDX-License-Identifier: MIT */
#include "solver/network/network_closed.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "automata/status.h"

/* --- trees for complete bipartite networks --- */

/* One item in each step for both sides of a complete bipartite network, one port each way: trees
 * whose nodes are dealt to words (results/THEOREMS.md, 21.2). A full node of value v has v children
 * of values v - 1, .., 0, all on the other side; those of the value w get the item w steps before
 * the last step. */

/* A node with children is at position 0 of a word of as many processors, which take turns; a leaf,
 * at another position of one. */
struct full_node {
    int parent; /* -1 of the root, which is the first */
    int value;
    int side;     /* 0: that of the root */
    int children; /* that it has; the value, but of those that were cut to one */
    int first;    /* processors of its side from this one on are those of the word */
    int length;   /* of the word; 0 of the last leaf of the other side, which has none */
    int position;
};

struct full_tree {
    int count; /* 2 b */
    struct full_node *nodes;
    int64_t period; /* of all words; INT_MAX or more: too many steps */
};

/* Nodes that are left one child, of value 0, are to be cut: of value 2, which leaves out one node
 * of each side, and of value 3, three. */
struct cuts {
    int of_two, of_three;
};

/* 2^(t-1) nodes of each side would be there, less than 2^(t-2) have to go. Of value 3 there are q =
 * 2^(t-4), and 2 q of value 2, one under each of those. */
static struct cuts count_cuts(int b, int *t) {
    *t = 1;
    while (((int64_t)1 << (*t - 1)) < b)
        ++*t;
    int gone = (int)(((int64_t)1 << (*t - 1)) - b);
    int twos = *t < 4 ? gone : 1 << (*t - 3);
    int threes = gone > twos ? (gone - twos + 1) / 2 : 0;
    return (struct cuts){gone - 3 * threes, threes};
}

static void grow(struct full_tree *tree, struct cuts cuts) {
    int count = 1;
    for (int i = 0; i < count; i++) {
        struct full_node *node = &tree->nodes[i];
        int *left = node->value == 2 ? &cuts.of_two : node->value == 3 ? &cuts.of_three : NULL;
        bool is_cut = left && *left > 0;
        if (is_cut)
            --*left;
        node->children = is_cut ? 1 : node->value;
        for (int value = node->children - 1; value >= 0; value--)
            tree->nodes[count++] =
                (struct full_node){.parent = i, .value = value, .side = !node->side};
    }
    assert(count == tree->count);
}

static int64_t common_multiple(int64_t a, int64_t b) {
    int64_t x = greatest_divisor(a, b);
    return a / x > INT_MAX / b ? INT_MAX : a / x * b;
}

/* Words for the nodes with children; then leaves to what is free in them, side by side. */
static void deal(struct full_tree *tree) {
    int first[2] = {0, 0}, word[2] = {0, 0}, position[2] = {1, 1};
    tree->period = 1;
    for (int i = 0; i < tree->count; i++) {
        struct full_node *node = &tree->nodes[i];
        node->first = first[node->side];
        node->length = node->children;
        first[node->side] += node->length;
        if (node->length > 0)
            tree->period = common_multiple(tree->period, node->length);
    }
    for (int i = 0; i < tree->count; i++) {
        struct full_node *leaf = &tree->nodes[i];
        int *at = &word[leaf->side], *free = &position[leaf->side];
        if (leaf->children > 0)
            continue;
        while (*at < tree->count &&
               (tree->nodes[*at].side != leaf->side || tree->nodes[*at].children <= *free))
            ++*at, *free = 1;
        leaf->first = *at < tree->count ? tree->nodes[*at].first : first[leaf->side];
        leaf->length = *at < tree->count ? tree->nodes[*at].children : 0;
        leaf->position = (*free)++;
    }
}

/* With b >= 1 nodes on each side, where each side's word have b and b - 1 processors.
 * STATUS_MEMORY. O(b). */
static enum status full_tree_make(int b, struct full_tree *tree, struct failure *failure) {
    int t = 0;
    require(b >= 1 && b <= INT_MAX / 4);
    struct cuts cuts = count_cuts(b, &t);
    *tree = (struct full_tree){.count = 2 * b};
    TRY(memory_check(NEW(2 * (size_t)b, tree->nodes), failure, "a tree"));
    tree->nodes[0] = (struct full_node){.parent = -1, .value = t};
    grow(tree, cuts);
    deal(tree);
    return STATUS_OK;
}

static void full_tree_clear(struct full_tree *tree) {
    free(tree->nodes);
}

/* The processor of its side, 0 the first, that is this node of the items born in a step; b - 1 is
 * that of the last leaf of the other side. */
/* At the end of the item's time position p of a word is at its processor p - birth. */
static int full_tree_place(const struct full_tree *tree, int node, int birth) {
    const struct full_node *of = &tree->nodes[node];
    if (of->length == 0)
        return of->first;
    return of->first + (of->position + of->length - birth % of->length) % of->length;
}

enum { MOST_MESSAGES = 4000000, MOST_DIMENSION = 30 };

/* A message in a step behind the birth of its item, 1 the first. */
struct hop {
    int step, arc;
};

/* Items of each class go the same ways. The class of an item is its number, from 0 on, or the step
 * of its birth, modulo the classes. What the constructions share, and the best that was played. */
struct plan {
    const struct network_task *task;
    const struct network_problem *problem;
    const struct limits *limits;
    int *nodes; /* in the order of the construction: the source is the first */
    int classes;
    bool by_birth;
    bool fits;  /* so far: the network has all arcs that are used */
    int *first; /* of each class its hops, hops[first[c]] .. before hops[first[c + 1]] */
    int count, delay;
    struct hop *hops;
    int below; /* the delay of the best, or as the caller says */
    struct network_schedule best;
};

static void plan_clear(struct plan *plan) {
    FREE_ALL(plan->nodes, plan->first, plan->hops);
    network_schedule_clear(&plan->best);
}

/* Another construction. */
static enum status plan_begin(struct plan *plan, int classes, bool by_birth,
                              struct failure *failure) {
    free(plan->first);
    plan->classes = classes;
    plan->by_birth = by_birth;
    plan->fits = true;
    plan->count = plan->delay = 0;
    return memory_check(NEW((size_t)classes + 1, plan->first), failure, "a schedule");
}

/* Those of a class follow each other. */
static enum status add_arc(struct plan *plan, int class, int64_t step, int arc,
                           struct failure *failure) {
    const struct network *network = plan->problem->network;
    plan->fits = plan->fits && arc >= 0 && plan->count < MOST_MESSAGES &&
                 step + network->arcs[arc].latency <= NETWORK_MOST_LATENCY;
    if (!plan->fits)
        return STATUS_OK;
    TRY(memory_check(APPEND(plan->hops, plan->count, (struct hop){(int)step, arc}), failure,
                     "a schedule"));
    plan->first[class + 1] = plan->count;
    int end = (int)step + network->arcs[arc].latency - 1;
    plan->delay = end > plan->delay ? end : plan->delay;
    return STATUS_OK;
}

static int arc_between(const struct plan *plan, int from, int to) {
    return network_arc_number(plan->problem->network, plan->nodes[from], plan->nodes[to]);
}

/* Between nodes in the order of the construction. */
static enum status add_hop(struct plan *plan, int class, int64_t step, int from, int to,
                           struct failure *failure) {
    return add_arc(plan, class, step, arc_between(plan, from, to), failure);
}

/* --- a period of it --- */

static int class_of(const struct plan *plan, const struct network_task *task, int k) {
    return (int)((plan->by_birth ? network_stream_birth(task, k + 1) : k) % plan->classes);
}

/* Whether the period is short enough to be listed. */
static bool find_period(const struct plan *plan, struct network_task *task) {
    int of = plan->by_birth ? task->per : task->items;
    int64_t times = plan->classes / greatest_divisor(plan->classes, of);
    if (times * task->per > NETWORK_MOST_LATENCY || times * task->items > MOST_MESSAGES)
        return false;
    task->steps = plan->delay;
    task->first = 1;
    task->period = (int)times * task->per;
    task->window = (int)times * task->items;
    int64_t messages = 0;
    for (int k = 0; k < task->window; k++) {
        int class = class_of(plan, task, k);
        messages += plan->first[class + 1] - plan->first[class];
    }
    return messages <= MOST_MESSAGES;
}

/* Plays the plan; it is kept if it fits and is the best one. */
static enum status try_plan(struct plan *plan, struct failure *failure) {
    struct network_task task = *plan->task;
    if (!plan->fits || plan->delay >= plan->below || !find_period(plan, &task))
        return STATUS_OK;
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = task};
    for (int k = 0; k < task.window; k++) {
        int class = class_of(plan, &task, k), birth = (int)network_stream_birth(&task, k + 1);
        TRY(limits_check(plan->limits, failure));
        for (int i = plan->first[class]; i < plan->first[class + 1]; i++) {
            struct hop hop = plan->hops[i];
            const struct network_send send = {birth + hop.step, hop.arc, k + 1};
            TRY(network_schedule_add(&made, send, failure));
        }
    }
    enum status status = network_schedule_finish(&made, plan->limits, failure);
    if (status)
        return status == STATUS_INTERNAL ? STATUS_OK : status; /* groups do not carry it */
    network_schedule_clear(&plan->best);
    plan->best = TAKE(made);
    plan->below = task.steps;
    return STATUS_OK;
}

static int degree_out(const struct network_problem *problem, int v) {
    return problem->leaving_first[v + 1] - problem->leaving_first[v];
}

static int head_at(const struct network_problem *problem, int v, int place) {
    return problem_head(problem, problem->leaving[problem->leaving_first[v] + place]);
}

static int latency_of(const struct plan *plan, int from, int to) {
    int arc = arc_between(plan, from, to);
    return arc < 0 ? 1 : plan->problem->network->arcs[arc].latency;
}

/* --- rings --- */

bool network_ring_order(const struct network_problem *problem, int *nodes) {
    int n = problem->network->nodes;
    for (int v = 0; v < n; v++)
        if (degree_out(problem, v) != 2)
            return false;
    nodes[0] = problem->root;
    nodes[1] = head_at(problem, problem->root, 0);
    for (int i = 2; i < n; i++) {
        int back = head_at(problem, nodes[i - 1], 0) == nodes[i - 2];
        nodes[i] = head_at(problem, nodes[i - 1], back);
        if (nodes[i] == problem->root)
            return false;
    }
    return true;
}

/* From the source so many arcs on, or back, the first of them in this step. */
static enum status go_round(struct plan *plan, int class, int first, int arcs, bool back,
                            struct failure *failure) {
    int n = plan->problem->network->nodes, from = 0;
    int64_t step = first;
    for (int i = 1; i <= arcs; i++) {
        int to = back ? n - i : i;
        TRY(add_hop(plan, class, step, from, to, failure));
        step += latency_of(plan, from, to);
        from = to;
    }
    return STATUS_OK;
}

/* Both ways, the second one later, an item all round, or one all round each way. */
static enum status try_ring(struct plan *plan, struct failure *failure) {
    int n = plan->problem->network->nodes;
    if (n < 3 || plan->problem->network->arc_count != 2 * n ||
        !network_ring_order(plan->problem, plan->nodes))
        return STATUS_OK;
    TRY(plan_begin(plan, 1, false, failure));
    TRY(go_round(plan, 0, 1, n / 2, false, failure));
    TRY(go_round(plan, 0, 2, n - 1 - n / 2, true, failure));
    TRY(try_plan(plan, failure));
    for (int classes = 1; classes <= 2; classes++) {
        TRY(plan_begin(plan, classes, false, failure));
        for (int class = 0; class < classes; class ++)
            TRY(go_round(plan, class, 1, n - 1, class, failure));
        TRY(try_plan(plan, failure));
    }
    return STATUS_OK;
}

/* --- trees --- */

/* Node v gets an item along an arc from its parent; its children are branches one behind the other,
 * those that need longer first. */
struct branch {
    int node, arc, first, count, ports;
    int64_t time; /* from when its parent sends, to the end */
    int64_t step; /* in which it may send first */
};

static int compare_branches(const void *left, const void *right) {
    const struct branch *a = left, *b = right;
    return a->time != b->time ? (a->time < b->time) - (a->time > b->time)
                              : (a->node > b->node) - (a->node < b->node);
}

/* So many go out of a node at once: by the smallest group with all arcs by which it sends. */
static int ports_of(const struct network_problem *problem, int v) {
    int first = problem->leaving[problem->leaving_first[v]], ports = NETWORK_MOST_CAPACITY;
    for (int i = problem->groups_first[first]; i < problem->groups_first[first + 1]; i++) {
        const struct network_group *group = &problem->network->groups[problem->groups[i]];
        int has = 0;
        for (int m = group->first; m < group->first + group->count; m++)
            has += problem_tail(problem, problem->network->members[m]) == v;
        if (has == degree_out(problem, v) && group->capacity < ports)
            ports = group->capacity;
    }
    return ports;
}

/* From the source outwards; false: some node is not among the first n. */
static bool spread(const struct network_problem *problem, struct branch *branches) {
    int n = problem->network->nodes, count = 1;
    branches[0] = (struct branch){.node = problem->root, .arc = -1, .step = 1};
    for (int i = 0; i < count; i++) {
        struct branch *branch = &branches[i];
        int v = branch->node, parent = i > 0 ? problem_tail(problem, branch->arc) : -1;
        branch->first = count;
        branch->ports = ports_of(problem, v);
        for (int k = problem->leaving_first[v]; k < problem->leaving_first[v + 1]; k++) {
            int arc = problem->leaving[k], child = problem_head(problem, arc);
            if (child != parent && count < n)
                branches[count++] = (struct branch){.node = child, .arc = arc};
        }
        branch->count = count - branch->first;
    }
    return count == n;
}

/* In each node's tree that with the longest rest first, as many at once as it has ports. */
static enum status try_tree(struct plan *plan, struct failure *failure) {
    const struct network *network = plan->problem->network;
    int n = network->nodes;
    FREED struct branch *branches = memory_new((size_t)n, sizeof *branches);
    TRY(memory_check(branches, failure, "a schedule"));
    if (network->arc_count != 2 * (n - 1) || !spread(plan->problem, branches))
        return STATUS_OK;
    for (int i = n - 1; i >= 0; i--) {
        struct branch *branch = &branches[i], *children = branches + branch->first;
        if (branch->count > 1)
            qsort(children, (size_t)branch->count, sizeof *children, compare_branches);
        for (int k = 0; k < branch->count; k++)
            if (k / branch->ports + children[k].time > branch->time)
                branch->time = k / branch->ports + children[k].time;
        if (i > 0)
            branch->time += network->arcs[branch->arc].latency;
    }
    TRY(plan_begin(plan, 1, false, failure));
    for (int i = 0; i < n; i++)
        for (int k = 0; k < branches[i].count; k++) {
            struct branch *child = &branches[branches[i].first + k];
            int64_t step = branches[i].step + k / branches[i].ports;
            child->step = step + network->arcs[child->arc].latency;
            TRY(add_arc(plan, 0, step, child->arc, failure));
        }
    return try_plan(plan, failure);
}

/* --- complete networks, links: by a neighbour, each in its turn --- */

static enum status try_relays(struct plan *plan, struct failure *failure) {
    int n = plan->problem->network->nodes, root = plan->problem->root;
    if (n < 3 || plan->problem->network->arc_count != (int64_t)n * (n - 1) ||
        (int64_t)(n - 1) * (n - 1) > MOST_MESSAGES)
        return STATUS_OK;
    for (int i = 0; i < n; i++)
        plan->nodes[i] = i == 0 ? root : i == root ? 0 : i;
    TRY(plan_begin(plan, n - 1, false, failure));
    for (int class = 0; class < n - 1; class ++) {
        int relay = class + 1, later = 1 + latency_of(plan, 0, relay);
        TRY(limits_check(plan->limits, failure));
        TRY(add_hop(plan, class, 1, 0, relay, failure));
        for (int v = 1; v < n; v++)
            if (v != relay)
                TRY(add_hop(plan, class, later, relay, v, failure));
    }
    return try_plan(plan, failure);
}

/* --- hypercubes --- */

/* nodes[w]: the node of the word w of d bits, 0 of the source: its neighbours have a bit each, and
 * every other node those of its neighbours that are nearer to the source. */
static enum status number_words(const struct network_problem *problem, int *nodes, bool *fits,
                                struct failure *failure) {
    int n = problem->network->nodes, count = 1;
    FREED int *word = NULL, *level = NULL, *queue = NULL;
    TRY(memory_check(NEW(n, word, level, queue), failure, "a hypercube"));
    queue[0] = problem->root;
    level[problem->root] = 1;
    for (int i = 0; i < count; i++)
        for (int v = queue[i], k = 0; k < degree_out(problem, v); k++) {
            int w = head_at(problem, v, k);
            if (level[w] == 0) {
                level[w] = level[v] + 1;
                queue[count++] = w;
            }
            if (level[w] == level[v] + 1)
                word[w] |= i == 0 ? 1 << k : word[v];
        }
    for (int w = 0; w < n; w++)
        nodes[w] = -1;
    *fits = count == n;
    for (int v = 0; v < n && *fits; v++) {
        *fits = word[v] < n && nodes[word[v]] < 0;
        if (*fits)
            nodes[word[v]] = v;
    }
    return STATUS_OK;
}

/* In each step all use one dimension, after the other; an item leaves the source along that of its
 * step, and in the end goes along it from all who have it. */
static enum status cross_cube(struct plan *plan, int d, int class, struct failure *failure) {
    int n = 1 << d, seen = 1 << class;
    TRY(add_hop(plan, class, 1, 0, 1 << class, failure));
    for (int k = 1; k <= d; k++) {
        int bit = 1 << (class + k) % d;
        TRY(limits_check(plan->limits, failure));
        for (int w = 1; w < n; w++)
            if ((w & ~seen) == 0 && w >> class & 1 && (w ^ bit) != 0)
                TRY(add_hop(plan, class, k + 1, w, w ^ bit, failure));
        seen |= bit;
    }
    return STATUS_OK;
}

static enum status try_hypercube(struct plan *plan, struct failure *failure) {
    const struct network_problem *problem = plan->problem;
    int n = problem->network->nodes, d = degree_out(problem, problem->root);
    bool fits = false;
    if (d < 2 || d > MOST_DIMENSION || n != 1 << d || (int64_t)n * d > MOST_MESSAGES ||
        problem->network->arc_count != (int64_t)n * d)
        return STATUS_OK;
    TRY(number_words(problem, plan->nodes, &fits, failure));
    if (!fits)
        return STATUS_OK;
    TRY(plan_begin(plan, d, true, failure));
    for (int class = 0; class < d; class ++)
        TRY(cross_cube(plan, d, class, failure));
    return try_plan(plan, failure);
}

/* --- complete bipartite networks --- */

/* The nodes of the source's side, then those of the other one, which are its neighbours. */
static bool split_sides(const struct network_problem *problem, int *nodes) {
    int n = problem->network->nodes, root = problem->root, b = degree_out(problem, root), a = n - b;
    int own = 0, other = a;
    if (problem->network->arc_count != 2 * (int64_t)a * b)
        return false;
    nodes[own++] = root;
    for (int v = 0; v < n; v++) {
        bool is_near = v != root && network_arc_number(problem->network, root, v) >= 0;
        if (v != root && (is_near ? other == n : own == a))
            return false;
        if (v != root)
            nodes[is_near ? other++ : own++] = v;
    }
    return true;
}

/* Each class is another step of the words. A processor that is not there gets nothing. */
static enum status add_words(struct plan *plan, int own, const struct full_tree *tree,
                             struct failure *failure) {
    int n = plan->problem->network->nodes;
    FREED int *place = memory_new((size_t)tree->count, sizeof *place);
    TRY(memory_check(place, failure, "a schedule"));
    for (int class = 0; class < plan->classes && plan->fits; class ++) {
        TRY(limits_check(plan->limits, failure));
        for (int i = 0; i < tree->count; i++) {
            const struct full_node *node = &tree->nodes[i];
            int at = full_tree_place(tree, i, class) + (node->side ? 1 : own);
            int step = 1 + tree->nodes[0].value - node->value;
            place[i] = at;
            if (at < (node->side ? own : n))
                TRY(add_hop(plan, class, step, i == 0 ? 0 : place[node->parent], at, failure));
        }
    }
    return STATUS_OK;
}

static enum status try_bipartite(struct plan *plan, struct failure *failure) {
    const struct network_problem *problem = plan->problem;
    int n = problem->network->nodes, b = degree_out(problem, problem->root), own = n - b;
    CLEANUP(full_tree_clear) struct full_tree tree = {0};
    if (own < b || own > b + 1 || !split_sides(problem, plan->nodes))
        return STATUS_OK;
    TRY(full_tree_make(b, &tree, failure));
    if (tree.period * tree.count > MOST_MESSAGES)
        return STATUS_OK;
    TRY(plan_begin(plan, (int)tree.period, true, failure));
    TRY(add_words(plan, own, &tree, failure));
    return try_plan(plan, failure);
}

enum status network_closed_stream(const struct network_task *task, int below,
                                  const struct limits *limits, struct network_schedule *schedule,
                                  bool *found, struct failure *failure) {
    typedef enum status construction(struct plan *, struct failure *);
    static construction *const all[] = {try_ring, try_tree, try_relays, try_hypercube,
                                        try_bipartite};
    CLEANUP(plan_clear)
    struct plan plan = {.task = task, .problem = task->problem, .limits = limits, .below = below};
    require(task->stream && task->problem->collective == COLLECTIVE_BROADCAST);
    *found = false;
    TRY(memory_check(NEW(task->problem->network->nodes, plan.nodes), failure, "a schedule"));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        TRY(all[i](&plan, failure));
    *found = plan.below < below;
    if (*found)
        *schedule = TAKE(plan.best);
    return STATUS_OK;
}
