/* SPDX-License-Identifier: MIT */
#include "solver/network/network_parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* Larger networks have no cuts by flows: the time is nodes * arcs * capacities. */
enum { FLOW_MOST_NODES = 256 };

struct parts {
    const struct network_problem *problem;
    int *part; /* of each node, or -1 */
    int count;
    int *size;      /* of each part, */
    bool *rooted;   /* whether the root is in it, */
    int64_t *entry; /* and what the cheapest arc into it costs */
    bool *entering; /* of each arc: it enters a part */
    bool *covered;
    int64_t *price;    /* of each group */
    int *capacity;     /* of each arc: that of its smallest group */
    int *flow;         /* of each arc */
    int *came, *queue; /* of a search of a way */
    struct network_bound *best;
};

/* How many chunks, of one each, have to get into a part. */
static int64_t wanted(const struct network_problem *problem, int64_t size, bool rooted) {
    int64_t n = problem->network->nodes, outside = n - size;
    switch (problem->collective) {
    case COLLECTIVE_BROADCAST:
    case COLLECTIVE_REDUCE:
        return !rooted;
    case COLLECTIVE_SCATTER:
        return rooted ? 0 : size;
    case COLLECTIVE_GATHER:
        return rooted ? outside : 0;
    case COLLECTIVE_ALLGATHER:
    case COLLECTIVE_REDUCE_SCATTER:
        return outside;
    case COLLECTIVE_ALLTOALL:
        return size * outside;
    }
    return 0;
}

/* --- prices --- */

static bool enters(const struct parts *parts, int arc) {
    int into = parts->part[problem_head(parts->problem, arc)];
    return into >= 0 && into != parts->part[problem_tail(parts->problem, arc)];
}

static int smallest_group(const struct parts *parts, int arc) {
    const struct network_problem *problem = parts->problem;
    int best = problem->groups[problem->groups_first[arc]];
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        if (problem->network->groups[problem->groups[i]].capacity <
            problem->network->groups[best].capacity)
            best = problem->groups[i];
    return best;
}

/* A group of several arcs is worth its price if what it covers would cost more arc by arc. */
static void cover(struct parts *parts) {
    const struct network *net = parts->problem->network;
    memset(parts->price, 0, (size_t)net->group_count * sizeof *parts->price);
    for (int a = 0; a < net->arc_count; a++) {
        parts->entering[a] = enters(parts, a);
        parts->covered[a] = !parts->entering[a];
    }
    for (int g = 0; g < net->group_count; g++) {
        const struct network_group *group = &net->groups[g];
        int64_t alone = 0;
        for (int i = 0; i < group->count && group->count > 1; i++) {
            int arc = net->members[group->first + i];
            alone += parts->covered[arc] ? 0 : parts->capacity[arc];
        }
        if (alone < group->capacity)
            continue;
        parts->price[g] = 1;
        for (int i = 0; i < group->count; i++)
            parts->covered[net->members[group->first + i]] = true;
    }
    for (int a = 0; a < net->arc_count; a++)
        if (!parts->covered[a])
            parts->price[smallest_group(parts, a)] = 1;
}

/* The value of these parts, at the prices that cover what enters them; kept if it is the best. */
static enum status evaluate(struct parts *parts, struct failure *failure) {
    const struct network_problem *problem = parts->problem;
    const struct network *net = problem->network;
    int64_t budget = 0, sum = 0;
    cover(parts);
    for (int i = 0; i < parts->count; i++) {
        parts->size[i] = 0;
        parts->rooted[i] = false;
        parts->entry[i] = INT64_MAX;
    }
    for (int v = 0; v < net->nodes; v++)
        if (parts->part[v] >= 0) {
            parts->size[parts->part[v]]++;
            parts->rooted[parts->part[v]] |= v == problem->root;
        }
    for (int a = 0; a < net->arc_count; a++) {
        int64_t cost = 0;
        for (int i = problem->groups_first[a]; i < problem->groups_first[a + 1]; i++)
            cost += parts->price[problem->groups[i]];
        int part = parts->part[problem_head(problem, a)];
        if (parts->entering[a] && cost < parts->entry[part])
            parts->entry[part] = cost;
    }
    for (int g = 0; g < net->group_count; g++)
        budget += parts->price[g] * net->groups[g].capacity;
    for (int i = 0; i < parts->count; i++)
        sum += parts->entry[i] * wanted(problem, parts->size[i], parts->rooted[i]);
    mpq_t value;
    mpq_init(value);
    mpz_set_si(mpq_numref(value), sum);
    mpz_set_si(mpq_denref(value), budget > 0 ? budget : 1);
    mpq_canonicalize(value);
    enum status status = STATUS_OK;
    struct network_bound *best = parts->best;
    if (mpq_cmp(value, best->value) > 0) {
        mpq_set(best->value, value);
        if (!best->prices)
            best->prices = memory_new((size_t)net->group_count, sizeof *best->prices);
        if (!best->parts)
            best->parts = memory_new((size_t)net->nodes, sizeof *best->parts);
        if (best->prices && best->parts) {
            memcpy(best->prices, parts->price, (size_t)net->group_count * sizeof *best->prices);
            memcpy(best->parts, parts->part, (size_t)net->nodes * sizeof *best->parts);
        } else {
            status = failure_memory(failure, "prices");
        }
    }
    mpq_clear(value);
    return status;
}

/* --- which parts --- */

static enum status try_counting(struct parts *parts, struct failure *failure) {
    int n = parts->problem->network->nodes;
    for (int v = 0; v < n; v++)
        parts->part[v] = v;
    parts->count = n;
    return evaluate(parts, failure);
}

static enum status try_set(struct parts *parts, const int *inside, bool invert,
                           struct failure *failure) {
    int n = parts->problem->network->nodes, taken = 0;
    for (int v = 0; v < n; v++) {
        parts->part[v] = (inside[v] >= 0) != invert ? 0 : -1;
        taken += parts->part[v] == 0;
    }
    parts->count = 1;
    return taken == 0 || taken == n ? STATUS_OK : evaluate(parts, failure);
}

static enum status try_nodes(struct parts *parts, const struct limits *limits,
                             struct failure *failure) {
    int n = parts->problem->network->nodes;
    enum status status = STATUS_OK;
    if ((int64_t)n * parts->problem->network->arc_count > 1000000000)
        return STATUS_OK;
    for (int v = 0; v < 2 * n && !status; v++) {
        status = limits_check(limits, failure);
        for (int u = 0; u < n; u++)
            parts->came[u] = u == v % n ? 0 : -1;
        if (!status)
            status = try_set(parts, parts->came, v >= n, failure);
    }
    return status;
}

/* Whether there is a way with capacity left from u to v; came[w] >= 0 for all nodes that u
 * reaches: 2 arc, or 2 arc + 1 backwards. */
static bool find_way(struct parts *parts, int u, int v) {
    const struct network_problem *problem = parts->problem;
    int count = 1;
    for (int w = 0; w < problem->network->nodes; w++)
        parts->came[w] = -1;
    parts->came[u] = INT_MAX;
    parts->queue[0] = u;
    for (int next = 0; next < count && parts->came[v] < 0; next++) {
        int w = parts->queue[next];
        for (int i = problem->leaving_first[w]; i < problem->leaving_first[w + 1]; i++) {
            int arc = problem->leaving[i], x = problem_head(problem, arc);
            if (parts->came[x] >= 0 || parts->flow[arc] == parts->capacity[arc])
                continue;
            parts->came[x] = 2 * arc;
            parts->queue[count++] = x;
        }
        for (int i = problem->coming_first[w]; i < problem->coming_first[w + 1]; i++) {
            int arc = problem->coming[i], x = problem_tail(problem, arc);
            if (parts->came[x] >= 0 || parts->flow[arc] == 0)
                continue;
            parts->came[x] = 2 * arc + 1;
            parts->queue[count++] = x;
        }
    }
    return parts->came[v] >= 0;
}

/* A cut between u and v of least capacity, each arc for itself (Ford and Fulkerson). */
static enum status try_cut(struct parts *parts, int u, int v, struct failure *failure) {
    const struct network_problem *problem = parts->problem;
    memset(parts->flow, 0, (size_t)problem->network->arc_count * sizeof *parts->flow);
    while (find_way(parts, u, v)) {
        int least = INT_MAX;
        for (int pass = 0; pass < 2; pass++)
            for (int w = v; w != u;) {
                int arc = parts->came[w] / 2;
                bool back = parts->came[w] % 2;
                int left = back ? parts->flow[arc] : parts->capacity[arc] - parts->flow[arc];
                if (pass == 0)
                    least = left < least ? left : least;
                else
                    parts->flow[arc] += back ? -least : least;
                w = back ? problem_head(problem, arc) : problem_tail(problem, arc);
            }
    }
    return try_set(parts, parts->came, true, failure);
}

static enum status try_all(struct parts *parts, const struct limits *limits,
                           struct failure *failure) {
    int n = parts->problem->network->nodes;
    enum status status = try_counting(parts, failure);
    if (!status)
        status = try_nodes(parts, limits, failure);
    for (int v = 1; v < n && n <= FLOW_MOST_NODES && !status; v++) {
        status = limits_check(limits, failure);
        if (!status)
            status = try_cut(parts, 0, v, failure);
        if (!status)
            status = try_cut(parts, v, 0, failure);
    }
    return status;
}

enum status network_parts_find(const struct network_problem *problem, const struct limits *limits,
                               struct network_bound *bound, struct failure *failure) {
    size_t n = (size_t)problem->network->nodes, arcs = (size_t)problem->network->arc_count;
    struct parts parts = {.problem = problem, .best = bound};
    network_bound_init(bound, problem, CLAIM_ROUNDS, NETWORK_ANY);
    bound->places = 1;
    bound->alike = true;
    parts.part = memory_new(n, sizeof *parts.part);
    parts.size = memory_new(n, sizeof *parts.size);
    parts.rooted = memory_new(n, sizeof *parts.rooted);
    parts.entry = memory_new(n, sizeof *parts.entry);
    parts.came = memory_new(n, sizeof *parts.came);
    parts.queue = memory_new(n, sizeof *parts.queue);
    parts.entering = memory_new(arcs, sizeof *parts.entering);
    parts.covered = memory_new(arcs, sizeof *parts.covered);
    parts.flow = memory_new(arcs, sizeof *parts.flow);
    parts.capacity = memory_new(arcs, sizeof *parts.capacity);
    parts.price = memory_new((size_t)problem->network->group_count, sizeof *parts.price);
    enum status status = STATUS_OK;
    if (parts.part && parts.size && parts.rooted && parts.entry && parts.came && parts.queue &&
        parts.entering && parts.covered && parts.flow && parts.capacity && parts.price) {
        for (int a = 0; a < problem->network->arc_count; a++)
            parts.capacity[a] = problem->network->groups[smallest_group(&parts, a)].capacity;
        status = try_all(&parts, limits, failure);
    } else {
        status = failure_memory(failure, "prices");
    }
    free(parts.part);
    free(parts.size);
    free(parts.rooted);
    free(parts.entry);
    free(parts.came);
    free(parts.queue);
    free(parts.entering);
    free(parts.covered);
    free(parts.flow);
    free(parts.capacity);
    free(parts.price);
    if (status)
        network_bound_clear(bound);
    return status;
}

/* A group of capacity 1 holds all arcs at v. */
static bool is_single_port(const struct network_problem *problem, int v) {
    const struct network *net = problem->network;
    int arcs = problem->leaving_first[v + 1] - problem->leaving_first[v] +
               problem->coming_first[v + 1] - problem->coming_first[v];
    int arc = problem->leaving[problem->leaving_first[v]];
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++) {
        const struct network_group *group = &net->groups[problem->groups[i]];
        int at = 0;
        for (int j = group->first; j < group->first + group->count; j++)
            at += net->arcs[net->members[j]].from == v || net->arcs[net->members[j]].to == v;
        if (group->capacity == 1 && at == arcs)
            return true;
    }
    return false;
}

enum status network_parts_pair(const struct network_problem *problem, struct network_bound *bound,
                               struct failure *failure) {
    int n = problem->network->nodes;
    int64_t sum = 0;
    bool paired = n % 2 == 1 && n > 1;
    for (int v = 0; v < n && paired; v++) {
        paired = is_single_port(problem, v);
        sum += wanted(problem, 1, v == problem->root);
    }
    mpq_t value;
    mpq_init(value);
    mpz_set_si(mpq_numref(value), sum);
    mpz_set_si(mpq_denref(value), n / 2);
    mpq_canonicalize(value);
    bool better = paired && mpq_cmp(value, bound->value) > 0;
    if (better)
        mpq_set(bound->value, value);
    mpq_clear(value);
    if (!better)
        return STATUS_OK;
    int *parts = memory_resize(bound->parts, (size_t)n, sizeof *parts);
    int64_t *prices = memory_new((size_t)problem->network->group_count, sizeof *prices); /* zeros */
    if (parts)
        bound->parts = parts;
    if (!parts || !prices) {
        free(prices);
        return failure_memory(failure, "prices");
    }
    free(bound->prices);
    bound->prices = prices;
    bound->odd = true;
    for (int v = 0; v < n; v++)
        parts[v] = v;
    return STATUS_OK;
}
