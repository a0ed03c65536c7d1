/* SPDX-License-Identifier: MIT */
#include "solver/network/network_parts.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/network/network_bound.h"
#include "solver/network/network_lengths.h"
#include "solver/network/network_sets.h"
#include "solver/network/network_symmetry.h"

/* --- cuts by flows --- */

/* Cuts of a network in which groups of arcs stand between the nodes: an arc leads from its tail
 * through its groups to its head, and a group lets through what its capacity is. A least cut is a
 * set of nodes with the cheapest groups that cover what leaves it, where the arcs of a group are
 * all those between two sets of nodes, as of links, ports and switches; else the cover may be
 * dearer than it need be, and is still one. */

/* Edges that are looked at, beyond which targets are left out. */
#define MOST_CUT_WORK 1e8
/* Capacities and flows are no more, and so their sums no more than INT64_MAX. */
#define MOST_FLOW (INT64_C(1) << 61)

enum { ABSENT = -1 };

/* What a group's arcs share, in the order in which an arc goes through its groups. */
enum shape { SAME_TAIL, OTHER_SHAPE, SAME_HEAD, SHAPES };

/* The reverse of edge e is e ^ 1. */
struct edge {
    int to;
    int next; /* of the same vertex, or ABSENT */
    int64_t left;
};

/* An edge without limit. */
struct joint {
    int from, to;
};

struct cuts {
    struct network_trial *trial;
    const struct network_problem *problem;
    int *vertex; /* of each group of several arcs the one it begins with; the next one ends it */
    enum shape *shape;
    int *own;    /* of each arc the smallest of the groups that are of it alone, or ABSENT */
    int *behind; /* of each arc the vertex behind that group */
    struct joint *joints;
    int joint_count;
    int vertices; /* nodes, groups, source, sink */
    int *first;   /* edge of each vertex, or ABSENT */
    struct edge *edges;
    int64_t *capacity;      /* of each edge; of a reverse 0 */
    double work;            /* edges that flows have looked at */
    int edge_count, joined; /* the first of the joints, .. */
    int ends;               /* .. of the edges from the source to each node, then to the sink */
    int *level, *at, *queue, *path;
};

static void cuts_clear(struct cuts *cuts) {
    FREE_ALL(cuts->vertex, cuts->shape, cuts->own, cuts->behind, cuts->joints, cuts->first,
             cuts->edges, cuts->capacity, cuts->level, cuts->at, cuts->queue, cuts->path);
}

/* --- the network with its groups --- */

static void add_edge(struct cuts *cuts, int from, int to) {
    cuts->edges[cuts->edge_count] = (struct edge){.to = to, .next = cuts->first[from]};
    cuts->first[from] = cuts->edge_count++;
    cuts->edges[cuts->edge_count] = (struct edge){.to = from, .next = cuts->first[to]};
    cuts->first[to] = cuts->edge_count++;
}

static enum shape shape_of(const struct network_problem *problem, int g) {
    const struct network_group *group = &problem->network->groups[g];
    const int *members = problem->network->members + group->first;
    bool tail = true, head = true;
    for (int i = 1; i < group->count; i++) {
        tail = tail && problem_tail(problem, members[i]) == problem_tail(problem, members[0]);
        head = head && problem_head(problem, members[i]) == problem_head(problem, members[0]);
    }
    return tail ? SAME_TAIL : head ? SAME_HEAD : OTHER_SHAPE;
}

static void find_own(struct cuts *cuts, int arc) {
    const struct network_problem *problem = cuts->problem;
    const struct network_group *groups = problem->network->groups;
    cuts->own[arc] = ABSENT;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++) {
        int g = problem->groups[i], own = cuts->own[arc];
        if (groups[g].count == 1 && (own < 0 || groups[g].capacity < groups[own].capacity))
            cuts->own[arc] = g;
    }
}

static void add_joint(struct cuts *cuts, int from, int to) {
    cuts->joints[cuts->joint_count++] = (struct joint){from, to};
}

/* An arc's own group is an edge, which leads to the first of the others, or to the head. */
static void find_way(struct cuts *cuts, int arc) {
    const struct network_problem *problem = cuts->problem;
    int tail = problem_tail(problem, arc), last = tail;
    find_own(cuts, arc);
    cuts->behind[arc] = problem_head(problem, arc);
    for (int shape = 0; shape < SHAPES; shape++)
        for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++) {
            int g = problem->groups[i];
            if (cuts->vertex[g] < 0 || (int)cuts->shape[g] != shape)
                continue;
            if (last == tail)
                cuts->behind[arc] = cuts->vertex[g];
            if (last != tail || cuts->own[arc] < 0)
                add_joint(cuts, last, cuts->vertex[g]);
            last = cuts->vertex[g] + 1;
        }
    if (last != tail)
        add_joint(cuts, last, problem_head(problem, arc));
}

static int joint_order(const void *left, const void *right) {
    const struct joint *a = left, *b = right;
    return a->from != b->from ? (a->from > b->from) - (a->from < b->from)
                              : (a->to > b->to) - (a->to < b->to);
}

static void sort_joints(struct cuts *cuts) {
    int kept = 0;
    qsort(cuts->joints, (size_t)cuts->joint_count, sizeof *cuts->joints, joint_order);
    for (int i = 0; i < cuts->joint_count; i++)
        if (i == 0 || joint_order(&cuts->joints[i - 1], &cuts->joints[i]))
            cuts->joints[kept++] = cuts->joints[i];
    cuts->joint_count = kept;
}

/* Edges of own groups, in the order of the arcs; of the others; joints; and of the ends. */
static void make_edges(struct cuts *cuts) {
    const struct network *net = cuts->problem->network;
    int source = cuts->vertices - 2, sink = cuts->vertices - 1;
    for (int v = 0; v < cuts->vertices; v++)
        cuts->first[v] = ABSENT;
    for (int a = 0; a < net->arc_count; a++)
        if (cuts->own[a] >= 0)
            add_edge(cuts, problem_tail(cuts->problem, a), cuts->behind[a]);
    for (int g = 0; g < net->group_count; g++)
        if (cuts->vertex[g] >= 0)
            add_edge(cuts, cuts->vertex[g], cuts->vertex[g] + 1);
    cuts->joined = cuts->edge_count;
    for (int i = 0; i < cuts->joint_count; i++)
        add_edge(cuts, cuts->joints[i].from, cuts->joints[i].to);
    cuts->ends = cuts->edge_count;
    for (int v = 0; v < net->nodes; v++)
        add_edge(cuts, source, v);
    for (int v = 0; v < net->nodes; v++)
        add_edge(cuts, v, sink);
}

static enum status cuts_init(struct cuts *cuts, struct network_trial *trial,
                             struct failure *failure) {
    const struct network_problem *problem = trial->problem;
    const struct network *net = problem->network;
    size_t n = (size_t)net->nodes, arcs = (size_t)net->arc_count;
    size_t groups = (size_t)net->group_count, members = (size_t)net->member_count;
    *cuts = (struct cuts){.trial = trial, .problem = problem, .vertices = net->nodes};
    TRY(memory_check(NEW(groups, cuts->vertex, cuts->shape) && NEW(arcs, cuts->own, cuts->behind) &&
                         NEW(members + arcs, cuts->joints),
                     failure, "cuts"));
    for (int g = 0; g < net->group_count; g++) {
        cuts->vertex[g] = net->groups[g].count == 1 ? ABSENT : cuts->vertices;
        cuts->vertices += net->groups[g].count == 1 ? 0 : 2;
        cuts->shape[g] = shape_of(problem, g);
    }
    for (int a = 0; a < net->arc_count; a++)
        find_way(cuts, a);
    sort_joints(cuts);
    cuts->vertices += 2;
    size_t size = (size_t)cuts->vertices, edges = 2 * (arcs + members + arcs + groups + 2 * n);
    TRY(memory_check(NEW(size, cuts->first, cuts->level, cuts->at, cuts->queue, cuts->path) &&
                         NEW(edges, cuts->edges, cuts->capacity),
                     failure, "cuts"));
    make_edges(cuts);
    return STATUS_OK;
}

/* --- maximal flows (Dinic) --- */

/* How far each vertex is from the source along what is left; ABSENT if it can't be reached. */
static void find_levels(struct cuts *cuts) {
    int source = cuts->vertices - 2, count = 1;
    for (int v = 0; v < cuts->vertices; v++)
        cuts->level[v] = ABSENT;
    cuts->level[source] = 0;
    cuts->queue[0] = source;
    for (int next = 0; next < count; next++) {
        int v = cuts->queue[next];
        for (int e = cuts->first[v]; e != ABSENT; e = cuts->edges[e].next)
            if (cuts->edges[e].left > 0 && cuts->level[cuts->edges[e].to] < 0) {
                cuts->level[cuts->edges[e].to] = cuts->level[v] + 1;
                cuts->queue[count++] = cuts->edges[e].to;
            }
    }
}

/* Fills the path; the first of its places behind which an edge is full. */
static int fill_path(struct cuts *cuts, int length) {
    int64_t least = MOST_FLOW;
    int full = 0;
    for (int i = length; i-- > 0;) {
        int64_t left = cuts->edges[cuts->path[i]].left;
        least = left < least ? left : least;
    }
    for (int i = length; i-- > 0;) {
        cuts->edges[cuts->path[i]].left -= least;
        cuts->edges[cuts->path[i] ^ 1].left += least;
        full = cuts->edges[cuts->path[i]].left == 0 ? i : full;
    }
    return full;
}

/* All ways along the levels. */
static void fill_levels(struct cuts *cuts) {
    int source = cuts->vertices - 2, sink = cuts->vertices - 1, v = source, length = 0;
    memcpy(cuts->at, cuts->first, (size_t)cuts->vertices * sizeof *cuts->at);
    for (;;) {
        if (v == sink) {
            length = fill_path(cuts, length);
            v = cuts->edges[cuts->path[length] ^ 1].to;
        }
        int e = cuts->at[v];
        while (e != ABSENT &&
               (cuts->edges[e].left == 0 || cuts->level[cuts->edges[e].to] != cuts->level[v] + 1))
            e = cuts->edges[e].next;
        cuts->at[v] = e;
        if (e != ABSENT) {
            cuts->path[length++] = e;
            v = cuts->edges[e].to;
        } else if (v == source) {
            return;
        } else {
            cuts->level[v] = ABSENT;
            v = cuts->edges[cuts->path[--length] ^ 1].to;
        }
    }
}

/* Afterwards vertices of level >= 0 are the source's side of a least cut. */
static enum status find_flow(struct cuts *cuts, const struct limits *limits,
                             struct failure *failure) {
    for (int e = 0; e < cuts->edge_count; e++)
        cuts->edges[e].left = cuts->capacity[e];
    for (;;) {
        TRY(limits_check(limits, failure));
        cuts->work += cuts->edge_count;
        find_levels(cuts);
        if (cuts->level[cuts->vertices - 1] < 0)
            return STATUS_OK;
        fill_levels(cuts);
    }
}

/* --- parts --- */

/* So many rounds a chunk, P/Q: the capacities are P for one. No more than `whole` flows. */
static void set_capacities(struct cuts *cuts, int64_t p, int64_t whole) {
    const struct network *net = cuts->problem->network;
    int e = 0;
    memset(cuts->capacity, 0, (size_t)cuts->edge_count * sizeof *cuts->capacity);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < (pass ? net->group_count : net->arc_count); i++) {
            int g = pass ? i : cuts->own[i];
            if (g < 0 || (pass && cuts->vertex[g] < 0))
                continue;
            int64_t b = net->groups[g].capacity;
            cuts->capacity[e] = b > whole / p ? whole : b * p;
            e += 2;
        }
    for (e = cuts->joined; e < cuts->ends; e += 2)
        cuts->capacity[e] = whole;
}

/* The sink's side is a part, at the prices of the cut. */
static enum status weigh_cut(struct cuts *cuts, struct failure *failure) {
    const struct network *net = cuts->problem->network;
    struct network_trial *trial = cuts->trial;
    bool both = cuts->problem->collective == COLLECTIVE_ALLREDUCE;
    const int *level = cuts->level;
    for (int v = 0; v < net->nodes; v++)
        trial->part[v] = level[v] < 0 ? 0 : both ? 1 : -1;
    trial->parts = both ? 2 : 1;
    for (int g = 0; g < net->group_count; g++) {
        int v = cuts->vertex[g];
        trial->price[g] = v >= 0 && level[v] >= 0 && level[v + 1] < 0;
    }
    for (int a = 0; a < net->arc_count; a++)
        if (cuts->own[a] >= 0 && level[problem_tail(cuts->problem, a)] >= 0 &&
            level[cuts->behind[a]] < 0)
            trial->price[cuts->own[a]] = 1;
    return network_trial_weigh(trial, failure);
}

/* The value of the best parts as P/Q, of which so many chunks flow; false: they are too large. */
static bool read_best(const struct cuts *cuts, int64_t weight, int64_t *p, int64_t *q) {
    mpq_srcptr value = cuts->trial->best->value;
    if (!mpz_fits_slong_p(mpq_numref(value)) || !mpz_fits_slong_p(mpq_denref(value)))
        return false;
    *p = mpz_get_si(mpq_numref(value));
    *q = mpz_get_si(mpq_denref(value));
    return *p > 0 && *q <= MOST_FLOW / weight;
}

/* What flows from whom to whom: from this node, or a chunk from everybody (ABSENT), to this one, or
 * to everybody. */
static enum status improve(struct cuts *cuts, int from, int to, const struct limits *limits,
                           struct failure *failure) {
    const struct network *net = cuts->problem->network;
    int n = net->nodes, end = from < 0 ? to : from;
    int64_t weight = from < 0 || to < 0 ? cuts->trial->together - network_node_size(net, end) : 1;
    int64_t p = 0, q = 0;
    RATIONAL(before);
    while (weight > 0 && read_best(cuts, weight, &p, &q)) {
        mpq_set(before, cuts->trial->best->value);
        set_capacities(cuts, p, weight * q);
        for (int v = 0; v < n; v++) {
            int64_t share = network_node_size(net, v) * q;
            cuts->capacity[cuts->ends + 2 * v] = v == from             ? weight * q
                                                 : from < 0 && v != to ? share
                                                                       : 0;
            cuts->capacity[cuts->ends + 2 * (n + v)] = v == to               ? weight * q
                                                       : to < 0 && v != from ? share
                                                                             : 0;
        }
        TRY(find_flow(cuts, limits, failure));
        TRY(weigh_cut(cuts, failure));
        if (mpq_equal(before, cuts->trial->best->value))
            break;
    }
    return STATUS_OK;
}

/* Looks for the parts whose chunks, by the capacity of what enters them, take the most rounds
 * (Newton's iteration: a maximal flow tells whether there is a better part than the best, and
 * which one); of an allreduce, for what each sum has to cross. Kept in trial->best where better.
 * For collectives in which each node sends another chunk to each other it does nothing.
 * One target of each orbit is enough; `orbits` may be NULL. O(targets) maximal flows (Dinic), as
 * many as look at MOST_CUT_WORK edges. */
static enum status improve_all(struct cuts *cuts, const struct network_orbits *orbits,
                               const struct limits *limits, struct failure *failure) {
    const struct network_problem *problem = cuts->problem;
    int n = problem->network->nodes, root = problem->root;
    switch (problem->collective) {
    case COLLECTIVE_ALLTOALL:
        return STATUS_OK;
    case COLLECTIVE_SCATTER:
        return improve(cuts, root, ABSENT, limits, failure);
    case COLLECTIVE_GATHER:
        return improve(cuts, ABSENT, root, limits, failure);
    default:
        break;
    }
    for (int v = 0; v < n && cuts->work < MOST_CUT_WORK; v++) {
        if (!network_takes_part(problem->network, v))
            continue;
        if (orbits && orbits->node[v] != v && problem->collective != COLLECTIVE_ALLREDUCE)
            continue;
        bool all = problem->collective == COLLECTIVE_ALLGATHER ||
                   problem->collective == COLLECTIVE_REDUCE_SCATTER;
        if (all || v != root)
            TRY(improve(cuts, all ? ABSENT : root, v, limits, failure));
        if (problem->collective == COLLECTIVE_ALLREDUCE && v != root)
            TRY(improve(cuts, v, root, limits, failure));
    }
    return STATUS_OK;
}

/* So many arcs are looked at for nodes alone; and where all groups are ports, of which sets of
 * nodes say more, cuts are tried up to so many squares of the arcs. */
#define MOST_NODE_WORK 1e9
#define MOST_PORT_WORK 2e7

struct parts {
    const struct network_problem *problem;
    struct network_trial trial;
    struct network_orbits orbits; /* none before they are needed */
    bool *covered;                /* of each arc: it enters no part, or has a price */
    int *capacity;                /* of each arc: that of its smallest group */
    int *inside;                  /* of each node: >= 0 in a set */
};

/* Smaller networks, by nodes times arcs, do without. */
#define FEW_ARCS 1e4

/* Once. Stopped, there are none. */
static enum status find_orbits(struct parts *parts, const struct limits *limits,
                               struct failure *failure) {
    const struct network *net = parts->problem->network;
    if (parts->orbits.node || (double)net->nodes * net->arc_count < FEW_ARCS)
        return STATUS_OK;
    return but_limits(network_orbits_find(parts->problem, false, limits, &parts->orbits, failure));
}

static const struct network_orbits *orbits_of(const struct parts *parts) {
    return parts->orbits.node ? &parts->orbits : NULL;
}

/* --- prices --- */

/* Of two parts that are all nodes, into the first one. */
static bool enters(const struct parts *parts, int arc) {
    int into = parts->trial.part[problem_head(parts->problem, arc)];
    bool one = parts->problem->collective == COLLECTIVE_ALLREDUCE && parts->trial.parts == 2;
    return (one ? into == 0 : into >= 0) &&
           into != parts->trial.part[problem_tail(parts->problem, arc)];
}

/* The prices that cover what enters the parts. A group of several arcs is worth its price if what
 * it covers would cost more arc by arc; or `all` are. */
static enum status evaluate(struct parts *parts, bool all, struct failure *failure) {
    const struct network *net = parts->problem->network;
    int64_t *price = parts->trial.price;
    memset(price, 0, (size_t)net->group_count * sizeof *price);
    for (int a = 0; a < net->arc_count; a++)
        parts->covered[a] = !enters(parts, a);
    for (int g = 0; g < net->group_count; g++) {
        const struct network_group *group = &net->groups[g];
        int64_t alone = 0;
        for (int i = 0; i < group->count && group->count > 1; i++) {
            int arc = net->members[group->first + i];
            alone += parts->covered[arc] ? 0 : parts->capacity[arc];
        }
        if (all ? group->count == 1 : alone < group->capacity)
            continue;
        price[g] = 1;
        for (int i = 0; i < group->count; i++)
            parts->covered[net->members[group->first + i]] = true;
    }
    for (int a = 0; a < net->arc_count; a++)
        if (!parts->covered[a])
            price[problem_smallest_group(parts->problem, a)] = 1;
    return network_trial_weigh(&parts->trial, failure);
}

/* --- which parts --- */

/* Each node that something can come to. */
static enum status try_counting(struct parts *parts, struct failure *failure) {
    const struct network_problem *problem = parts->problem;
    parts->trial.parts = 0;
    for (int v = 0; v < problem->network->nodes; v++) {
        bool entered = problem->coming_first[v] < problem->coming_first[v + 1];
        parts->trial.part[v] = entered ? parts->trial.parts++ : -1;
    }
    TRY(evaluate(parts, false, failure));
    /* Of others, what is better with all groups is found by sets of nodes. */
    return problem->collective == COLLECTIVE_ALLREDUCE ? evaluate(parts, true, failure) : STATUS_OK;
}

static enum status try_set(struct parts *parts, const int *inside, bool invert,
                           struct failure *failure) {
    int n = parts->problem->network->nodes, taken = 0;
    bool both = parts->problem->collective == COLLECTIVE_ALLREDUCE;
    for (int v = 0; v < n; v++) {
        parts->trial.part[v] = (inside[v] >= 0) != invert ? 0 : both ? 1 : -1;
        taken += parts->trial.part[v] == 0;
    }
    parts->trial.parts = both ? 2 : 1;
    return taken == 0 || taken == n ? STATUS_OK : evaluate(parts, false, failure);
}

static enum status try_nodes(struct parts *parts, const struct limits *limits,
                             struct failure *failure) {
    int n = parts->problem->network->nodes;
    for (int v = 0; v < 2 * n; v++) {
        TRY(limits_check(limits, failure));
        for (int u = 0; u < n; u++)
            parts->inside[u] = u == v % n ? 0 : -1;
        TRY(try_set(parts, parts->inside, v >= n, failure));
    }
    return STATUS_OK;
}

/* Where all groups are ports, and there is no root, one node is no better than counting. */
static enum status try_all(struct parts *parts, bool even, const struct limits *limits,
                           struct failure *failure) {
    const struct network *net = parts->problem->network;
    CLEANUP(network_sides_clear) struct network_sides ports = {0};
    CLEANUP(cuts_clear) struct cuts cuts = {0};
    double arcs = net->arc_count;
    TRY(try_counting(parts, failure));
    TRY(network_sides_find(parts->problem, &ports, failure));
    bool rooted = collective_has_root(parts->problem->collective);
    bool plain = ports.all && net->group_count == (ports.half ? 1 : 2) * net->nodes;
    if (ports.all && parts->problem->collective != COLLECTIVE_ALLREDUCE)
        TRY(network_sets_try(&parts->trial, &ports, even, limits, failure));
    if ((rooted || !plain) && net->nodes * arcs < MOST_NODE_WORK)
        TRY(try_nodes(parts, limits, failure));
    if (plain && arcs * arcs >= MOST_PORT_WORK)
        return STATUS_OK;
    TRY(find_orbits(parts, limits, failure));
    TRY(limits_check(limits, failure));
    TRY(cuts_init(&cuts, &parts->trial, failure));
    parts->trial.odds = 0;
    return improve_all(&cuts, orbits_of(parts), limits, failure);
}

static enum status find(struct parts *parts, bool even, const struct limits *limits,
                        struct failure *failure) {
    size_t n = (size_t)parts->problem->network->nodes;
    size_t arcs = (size_t)parts->problem->network->arc_count;
    TRY(memory_check(NEW(n, parts->inside) && NEW(arcs, parts->covered, parts->capacity), failure,
                     "prices"));
    for (int a = 0; a < parts->problem->network->arc_count; a++)
        parts->capacity[a] =
            parts->problem->network->groups[problem_smallest_group(parts->problem, a)].capacity;
    return but_limits(try_all(parts, even, limits, failure));
}

static void parts_clear(struct parts *parts) {
    network_orbits_clear(&parts->orbits);
    network_trial_clear(&parts->trial);
    FREE_ALL(parts->inside, parts->covered, parts->capacity);
}

enum status network_parts_find(const struct network_problem *problem, bool even,
                               const struct limits *limits, struct network_bound *bound,
                               struct failure *failure) {
    CLEANUP(parts_clear) struct parts parts = {.problem = problem};
    CLEANUP(network_bound_clear) struct network_bound made = {.problem = NULL};
    network_bound_init(&made, problem, CLAIM_ROUNDS, NETWORK_ANY);
    made.places = 1;
    made.alike = true;
    TRY(network_trial_init(&parts.trial, problem, &made, failure));
    TRY(find(&parts, even, limits, failure));
    if (problem->commodities[0].target != COMMODITY_TO_ALL)
        TRY(find_orbits(&parts, limits, failure));
    TRY(network_lengths_better(problem, orbits_of(&parts), limits, &made, failure));
    *bound = TAKE(made);
    return STATUS_OK;
}
