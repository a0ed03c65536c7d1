/* SPDX-License-Identifier: MIT */
#include "solver/network/network_cover.h"

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

static enum status init(struct search *search, const struct network_problem *problem, bool *is_cut,
                        struct failure *failure) {
    size_t nodes = (size_t)problem->network->nodes;
    *search = (struct search){.problem = problem, .is_cut = is_cut};
    search->order = memory_new(nodes, sizeof(int));
    search->low = memory_new(nodes, sizeof(int));
    search->parent = memory_new(nodes, sizeof(int));
    search->next = memory_new(nodes, sizeof(int));
    if (search->order && search->low && search->parent && search->next)
        return STATUS_OK;
    clear(search);
    return failure_memory(failure, "cut vertices");
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
    CLEANUP(clear) struct search search = {0};
    TRY(init(&search, problem, is_cut, failure));
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

/* The least set of nodes at which all edges of a bipartite network end, by a largest matching. */
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

static enum status matching_init(struct matching *m, const struct network_problem *problem,
                                 struct failure *failure) {
    size_t nodes = (size_t)problem->network->nodes;
    *m = (struct matching){.problem = problem};
    m->side = memory_new(nodes, 1);
    m->partner = memory_new(nodes, sizeof *m->partner);
    m->from = memory_new(nodes, sizeof *m->from);
    m->queue = memory_new(nodes, sizeof *m->queue);
    m->reached = memory_new(nodes, sizeof *m->reached);
    if (!m->side || !m->partner || !m->from || !m->queue || !m->reached) {
        matching_clear(m);
        return failure_memory(failure, "a matching");
    }
    for (size_t v = 0; v < nodes; v++)
        m->partner[v] = -1;
    return STATUS_OK;
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

enum status network_cover(const struct network_problem *problem, const struct limits *limits,
                          bool *in_cover, bool *found, struct failure *failure) {
    CLEANUP(matching_clear) struct matching m = {0};
    TRY(matching_init(&m, problem, failure));
    *found = sides_of(problem, m.side, m.queue);
    enum status status = STATUS_OK;
    if (*found) {
        begin(&m);
        while (!status && grow(&m))
            status = limits_check(limits, failure);
        /* of side 0 those that are not reached, of side 1 those that are */
        for (int v = 0; v < problem->network->nodes; v++)
            in_cover[v] = m.side[v] == 0 ? !m.reached[v] : m.from[v] >= 0;
    }
    return status;
}
