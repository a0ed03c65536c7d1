/* SPDX-License-Identifier: MIT */
#include "solver/network/network_parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/network/network_lengths.h"
#include "solver/network/network_sets.h"

/* Larger networks have no cuts by flows: the time is nodes * arcs * capacities; of ports that is
 * the square of the arcs. And nodes alone: so many arcs are looked at. */
enum { FLOW_MOST_NODES = 256 };
#define MOST_FLOW_WORK 2e7
#define MOST_NODE_WORK 1e9

struct parts {
    const struct network_problem *problem;
    struct network_trial trial;
    bool *covered;     /* of each arc: it enters no part, or has a price */
    int *capacity;     /* of each arc: that of its smallest group */
    int *flow;         /* of each arc */
    int *came, *queue; /* of a search of a way */
};

/* --- prices --- */

/* Of two parts that are all nodes, into the first one. */
static bool enters(const struct parts *parts, int arc) {
    int into = parts->trial.part[problem_head(parts->problem, arc)];
    bool one = parts->problem->collective == COLLECTIVE_ALLREDUCE && parts->trial.parts == 2;
    return (one ? into == 0 : into >= 0) &&
           into != parts->trial.part[problem_tail(parts->problem, arc)];
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
            price[smallest_group(parts, a)] = 1;
    return network_trial_weigh(&parts->trial, failure);
}

/* --- which parts --- */

static enum status try_counting(struct parts *parts, struct failure *failure) {
    int n = parts->problem->network->nodes;
    for (int v = 0; v < n; v++)
        parts->trial.part[v] = v;
    parts->trial.parts = n;
    enum status status = evaluate(parts, false, failure);
    /* Of others, what is better with all groups is found by sets of nodes. */
    return !status && parts->problem->collective == COLLECTIVE_ALLREDUCE
               ? evaluate(parts, true, failure)
               : status;
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
    enum status status = STATUS_OK;
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

static enum status try_cuts(struct parts *parts, const struct limits *limits,
                            struct failure *failure) {
    for (int v = 1; v < parts->problem->network->nodes; v++) {
        TRY(limits_check(limits, failure));
        TRY(try_cut(parts, 0, v, failure));
        TRY(try_cut(parts, v, 0, failure));
    }
    return STATUS_OK;
}

/* Where all groups are ports, and there is no root, one node is no better than counting. */
static enum status try_all(struct parts *parts, bool even, const struct limits *limits,
                           struct failure *failure) {
    const struct network *net = parts->problem->network;
    CLEANUP(network_sides_clear) struct network_sides ports = {0};
    double arcs = net->arc_count;
    TRY(try_counting(parts, failure));
    TRY(network_sides_find(parts->problem, &ports, failure));
    bool rooted = collective_has_root(parts->problem->collective);
    bool plain = ports.all && net->group_count == (ports.half ? 1 : 2) * net->nodes;
    enum status status = STATUS_OK;
    if (ports.all && parts->problem->collective != COLLECTIVE_ALLREDUCE)
        status = network_sets_try(&parts->trial, &ports, even, limits, failure);
    if (!status && (rooted || !plain) && net->nodes * arcs < MOST_NODE_WORK)
        status = try_nodes(parts, limits, failure);
    if (!status && (plain ? arcs * arcs < MOST_FLOW_WORK : net->nodes <= FLOW_MOST_NODES))
        status = try_cuts(parts, limits, failure);
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

static enum status find(struct parts *parts, bool even, const struct limits *limits,
                        struct failure *failure) {
    size_t n = (size_t)parts->problem->network->nodes;
    size_t arcs = (size_t)parts->problem->network->arc_count;
    parts->came = memory_new(n, sizeof *parts->came);
    parts->queue = memory_new(n, sizeof *parts->queue);
    parts->covered = memory_new(arcs, sizeof *parts->covered);
    parts->flow = memory_new(arcs, sizeof *parts->flow);
    parts->capacity = memory_new(arcs, sizeof *parts->capacity);
    if (!parts->came || !parts->queue || !parts->covered || !parts->flow || !parts->capacity)
        return failure_memory(failure, "prices");
    for (int a = 0; a < parts->problem->network->arc_count; a++)
        parts->capacity[a] = parts->problem->network->groups[smallest_group(parts, a)].capacity;
    return try_all(parts, even, limits, failure);
}

enum status network_parts_find(const struct network_problem *problem, bool even,
                               const struct limits *limits, struct network_bound *bound,
                               struct failure *failure) {
    struct parts parts = {.problem = problem};
    network_bound_init(bound, problem, CLAIM_ROUNDS, NETWORK_ANY);
    bound->places = 1;
    bound->alike = true;
    enum status status = network_trial_init(&parts.trial, problem, bound, failure);
    if (!status)
        status = find(&parts, even, limits, failure);
    if (!status)
        status = network_lengths_better(problem, limits, bound, failure);
    network_trial_clear(&parts.trial);
    free(parts.came);
    free(parts.queue);
    free(parts.covered);
    free(parts.flow);
    free(parts.capacity);
    if (status)
        network_bound_clear(bound);
    return status;
}
