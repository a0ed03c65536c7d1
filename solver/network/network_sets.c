/* SPDX-License-Identifier: MIT */
#include "solver/network/network_sets.h"

#include <string.h>

#include "automata/memory.h"

/* --- cut vertices --- */

struct search {
    const struct network_problem *problem;
    int *order;  /* in which the nodes are seen, from 1 on; 0: not yet */
    int *low;    /* the first in this order that is next to the node or to one below it */
    int *parent; /* -1: of the root */
    int *next;   /* neighbours before this one are done */
    bool *is_cut;
};

static void clear(struct search *search) {
    FREE_ALL(search->order, search->low, search->parent, search->next);
    *search = (struct search){0};
}

static void see(struct search *search, int v, int parent, int order) {
    search->order[v] = search->low[v] = order;
    search->parent[v] = parent;
    search->next[v] = 0;
}

static void lower(int *low, int to) {
    if (to < *low)
        *low = to;
}

/* From v back to its parent: nothing below v leads above the parent, who is a cut vertex then; of
 * the root this says nothing. */
static void leave(struct search *search, int v) {
    int parent = search->parent[v];
    if (parent < 0)
        return;
    lower(&search->low[parent], search->low[v]);
    if (search->parent[parent] >= 0 && search->low[v] >= search->order[parent])
        search->is_cut[parent] = true;
}

enum status network_cut_vertices(const struct network_problem *problem, bool *is_cut,
                                 struct failure *failure) {
    CLEANUP(clear) struct search search = {.problem = problem, .is_cut = is_cut};
    TRY(memory_check(
        NEW(problem->network->nodes, search.order, search.low, search.parent, search.next), failure,
        "cut vertices"));
    int seen = 1, branches = 0; /* of the root */
    see(&search, 0, -1, seen++);
    for (int v = 0; v >= 0;) {
        if (search.next[v] == problem_degree(problem, v)) {
            leave(&search, v);
            v = search.parent[v];
            continue;
        }
        int u = problem_neighbour(problem, v, search.next[v]++);
        if (search.order[u]) {
            lower(&search.low[v], search.order[u]);
        } else {
            branches += v == 0;
            see(&search, u, v, seen++);
            v = u;
        }
    }
    is_cut[0] = branches > 1;
    return STATUS_OK;
}

/* --- a cover of the edges --- */

/* The side, 0 or 1, of each node; false if the network is not bipartite. */
static bool sides_of(const struct network_problem *problem, unsigned char *side, int *queue) {
    enum { UNSEEN = 2 };
    int reached = 1;
    memset(side, UNSEEN, (size_t)problem->network->nodes);
    side[0] = 0;
    queue[0] = 0;
    for (int next = 0; next < reached; next++) {
        int v = queue[next];
        for (int i = 0; i < problem_degree(problem, v); i++) {
            int u = problem_neighbour(problem, v, i);
            if (side[u] == side[v])
                return false;
            if (side[u] == UNSEEN) {
                side[u] = (unsigned char)(1 - side[v]);
                queue[reached++] = u;
            }
        }
    }
    return true;
}

struct matching {
    const struct network_problem *problem;
    unsigned char *side;
    int *partner;  /* -1: none */
    int *from;     /* of a node of side 1: who reached it, -1: nobody */
    int *queue;    /* nodes of side 0 */
    bool *reached; /* nodes of side 0 */
};

static void matching_clear(struct matching *m) {
    FREE_ALL(m->side, m->partner, m->from, m->queue, m->reached);
    *m = (struct matching){0};
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

/* Each node of side 0 with its first neighbour that is free: of dense networks little is left then.
 */
static void begin(struct matching *m) {
    const struct network_problem *problem = m->problem;
    for (int v = 0; v < problem->network->nodes; v++)
        for (int i = 0; m->side[v] == 0 && i < problem_degree(problem, v); i++) {
            int u = problem_neighbour(problem, v, i);
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
    const struct network_problem *problem = m->problem;
    int reached = 0;
    for (int v = 0; v < problem->network->nodes; v++) {
        m->from[v] = -1;
        m->reached[v] = m->side[v] == 0 && m->partner[v] < 0;
        if (m->reached[v])
            m->queue[reached++] = v;
    }
    for (int next = 0; next < reached; next++) {
        int v = m->queue[next];
        for (int i = 0; i < problem_degree(problem, v); i++) {
            int u = problem_neighbour(problem, v, i);
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

/* The least set of nodes at which all edges of a bipartite network end, by a largest matching:
 * in_cover[v], for all nodes v; *found is false if it is not bipartite. O(nodes * arcs). */
static enum status find_cover(const struct network_problem *problem, const struct limits *limits,
                              bool *in_cover, bool *found, struct failure *failure) {
    int n = problem->network->nodes;
    CLEANUP(matching_clear) struct matching m = {.problem = problem};
    TRY(memory_check(NEW(n, m.side, m.partner, m.from, m.queue, m.reached), failure, "a matching"));
    for (int v = 0; v < n; v++)
        m.partner[v] = -1;
    *found = sides_of(problem, m.side, m.queue);
    if (!*found)
        return STATUS_OK;
    begin(&m);
    while (grow(&m))
        TRY(limits_check(limits, failure));
    /* of side 0 those that are not reached, of side 1 those that are */
    for (int v = 0; v < n; v++)
        in_cover[v] = m.side[v] == 0 ? !m.reached[v] : m.from[v] >= 0;
    return STATUS_OK;
}

/* --- ports --- */

/* Are the arcs of the group those that leave v, or those that come, or both? */
static bool is_side(const struct network_problem *problem, int g, int v, bool leave, bool come) {
    const struct network_group *group = &problem->network->groups[g];
    int degree = (leave ? problem->leaving_first[v + 1] - problem->leaving_first[v] : 0) +
                 (come ? problem->coming_first[v + 1] - problem->coming_first[v] : 0);
    for (int i = 0; i < group->count && group->count == degree; i++) {
        int arc = problem->network->members[group->first + i];
        if (!(leave && problem_tail(problem, arc) == v) &&
            !(come && problem_head(problem, arc) == v))
            return false;
    }
    return group->count == degree;
}

/* The least one of these, or -1; each holds the arc. */
static int find_side(const struct network_problem *problem, int arc, int v, bool leave, bool come) {
    int best = -1;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++) {
        int g = problem->groups[i];
        if (is_side(problem, g, v, leave, come) &&
            (best < 0 ||
             problem->network->groups[g].capacity < problem->network->groups[best].capacity))
            best = g;
    }
    return best;
}

static void find_sides(const struct network_problem *problem, struct network_sides *sides) {
    sides->all = sides->alone = true;
    for (int v = 0; v < problem->network->nodes && sides->all; v++) {
        int leaving = problem->leaving[problem->leaving_first[v]];
        int coming = problem->coming[problem->coming_first[v]];
        sides->leave[v] = find_side(problem, leaving, v, true, sides->half);
        sides->come[v] = find_side(problem, coming, v, sides->half, true);
        sides->all = sides->leave[v] >= 0 && sides->come[v] >= 0;
        sides->alone &= sides->all && problem->network->groups[sides->leave[v]].capacity == 1 &&
                        problem->network->groups[sides->leave[v]].port == 0;
    }
}

enum status network_sides_find(const struct network_problem *problem, struct network_sides *sides,
                               struct failure *failure) {
    *sides = (struct network_sides){.half = true};
    TRY(memory_check(NEW(problem->network->nodes, sides->leave, sides->come), failure, "ports"));
    find_sides(problem, sides);
    if (!sides->all) {
        sides->half = false;
        find_sides(problem, sides);
    }
    return STATUS_OK;
}

void network_sides_clear(struct network_sides *sides) {
    FREE_ALL(sides->leave, sides->come);
    *sides = (struct network_sides){.all = false};
}

/* --- sets --- */

struct sets {
    const struct network_problem *problem;
    const struct network_sides *sides;
    struct network_trial *trial;
    bool odd;       /* odd sets may be taken */
    bool *out;      /* of each node: it is in R */
    int *component; /* of each other node */
    int *size;      /* of each component */
    int *queue;
    int components;
};

static void sets_clear(struct sets *sets) {
    FREE_ALL(sets->out, sets->component, sets->size, sets->queue);
}

static void find_components(struct sets *sets) {
    int n = sets->problem->network->nodes;
    sets->components = 0;
    for (int v = 0; v < n; v++)
        sets->component[v] = -1;
    for (int v = 0; v < n; v++) {
        if (sets->out[v] || sets->component[v] >= 0)
            continue;
        int reached = 1;
        sets->component[v] = sets->components;
        sets->queue[0] = v;
        for (int next = 0; next < reached; next++)
            for (int u = sets->queue[next], i = 0; i < problem_degree(sets->problem, u); i++) {
                int w = problem_neighbour(sets->problem, u, i);
                if (sets->out[w] || sets->component[w] >= 0)
                    continue;
                sets->component[w] = sets->components;
                sets->queue[reached++] = w;
            }
        sets->size[sets->components++] = reached;
    }
}

static void forget_prices(struct sets *sets) {
    const struct network *net = sets->problem->network;
    memset(sets->trial->price, 0,
           ((size_t)net->group_count + (size_t)net->nodes) * sizeof *sets->trial->price);
}

/* Into the components all is sent by R, and what comes to R of half duplex has the same ports. */
static enum status separate(struct sets *sets, struct failure *failure) {
    struct network_trial *trial = sets->trial;
    forget_prices(sets);
    trial->parts = sets->components;
    for (int v = 0; v < sets->problem->network->nodes; v++) {
        trial->part[v] = sets->out[v] ? trial->parts++ : sets->component[v];
        if (sets->out[v])
            trial->price[sets->sides->leave[v]] = 1;
    }
    return network_trial_weigh(trial, failure);
}

/* Messages in a round: of half duplex both ports of an arc have a price, of 2 together. */
static enum status count(struct sets *sets, struct failure *failure) {
    struct network_trial *trial = sets->trial;
    int n = sets->problem->network->nodes, groups = sets->problem->network->group_count;
    bool half = sets->sides->half;
    forget_prices(sets);
    trial->parts = n;
    for (int v = 0; v < n; v++) {
        int size = sets->out[v] ? 0 : sets->size[sets->component[v]];
        trial->part[v] = v;
        trial->odd[v] = -1;
        if (!half && sets->out[v])
            trial->price[sets->sides->leave[v]] = 1;
        if (!half && size != 1)
            trial->price[sets->sides->come[v]] = 1;
        if (half && size != 1)
            trial->price[sets->sides->leave[v]] = sets->out[v] ? 2 : 1;
    }
    /* the components of odd size from 3 on, numbered anew, as sets */
    for (int v = 0; v < n && sets->odd; v++) {
        int c = sets->component[v];
        if (c < 0 || sets->size[c] < 3 || sets->size[c] % 2 == 0)
            continue;
        if (sets->queue[c] < 0)
            sets->queue[c] = trial->odds++;
        trial->odd[v] = sets->queue[c];
        trial->price[sets->sides->leave[v]] = 0;
        trial->price[groups + trial->odd[v]] = 2;
    }
    enum status status = network_trial_weigh(trial, failure);
    trial->odds = 0;
    return status;
}

static enum status try_set(struct sets *sets, const struct limits *limits,
                           struct failure *failure) {
    find_components(sets);
    if (sets->components > 1)
        TRY(separate(sets, failure));
    for (int c = 0; c < sets->components; c++)
        sets->queue[c] = -1;
    TRY(count(sets, failure));
    return limits_check(limits, failure); /* the first one is always tried */
}

static enum status try_all_sets(struct sets *sets, const struct limits *limits,
                                struct failure *failure) {
    int n = sets->problem->network->nodes;
    for (unsigned mask = 0; mask + 1 < 1u << n; mask++) {
        for (int v = 0; v < n; v++)
            sets->out[v] = mask >> v & 1;
        TRY(try_set(sets, limits, failure));
    }
    return STATUS_OK;
}

static enum status try_cuts(struct sets *sets, const struct limits *limits,
                            struct failure *failure) {
    int n = sets->problem->network->nodes;
    FREED bool *is_cut = memory_new((size_t)n, sizeof *is_cut);
    TRY(is_cut ? network_cut_vertices(sets->problem, is_cut, failure)
               : failure_memory(failure, "cut vertices"));
    for (int v = 0; v < n; v++) {
        if (!is_cut[v])
            continue;
        memset(sets->out, 0, (size_t)n * sizeof *sets->out);
        sets->out[v] = true;
        TRY(try_set(sets, limits, failure));
    }
    return STATUS_OK;
}

static enum status try_some_sets(struct sets *sets, const struct limits *limits,
                                 struct failure *failure) {
    bool found = false;
    TRY(try_set(sets, limits, failure)); /* the empty one */
    if (sets->problem->network->nodes <= SETS_MOST)
        TRY(find_cover(sets->problem, limits, sets->out, &found, failure));
    if (found)
        TRY(try_set(sets, limits, failure));
    if (sets->problem->network->nodes <= SETS_MOST)
        TRY(try_cuts(sets, limits, failure));
    return STATUS_OK;
}

enum status network_sets_try(struct network_trial *trial, const struct network_sides *sides,
                             bool even, const struct limits *limits, struct failure *failure) {
    size_t n = (size_t)trial->problem->network->nodes;
    CLEANUP(sets_clear)
    struct sets sets = {.problem = trial->problem,
                        .sides = sides,
                        .trial = trial,
                        .odd = even && sides->half && sides->alone};
    TRY(memory_check(NEW(n, sets.out, sets.component, sets.size, sets.queue), failure,
                     "sets of nodes"));
    return n <= SETS_SMALL ? try_all_sets(&sets, limits, failure)
                           : try_some_sets(&sets, limits, failure);
}
