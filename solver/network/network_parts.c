/* SPDX-License-Identifier: MIT */
#include "solver/network/network_parts.h"

#include <string.h>

#include "automata/memory.h"
#include "solver/network/network_flows.h"
#include "solver/network/network_lengths.h"
#include "solver/network/network_sets.h"

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
    enum status status = network_orbits_of_nodes(parts->problem, limits, &parts->orbits, failure);
    return status == STATUS_LIMIT ? STATUS_OK : status;
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
    bool cuts = !status && (!plain || arcs * arcs < MOST_PORT_WORK);
    if (cuts)
        status = find_orbits(parts, limits, failure);
    if (cuts && !status)
        status = network_flows_try(&parts->trial, orbits_of(parts), limits, failure);
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

static enum status find(struct parts *parts, bool even, const struct limits *limits,
                        struct failure *failure) {
    size_t n = (size_t)parts->problem->network->nodes;
    size_t arcs = (size_t)parts->problem->network->arc_count;
    parts->inside = memory_new(n, sizeof *parts->inside);
    parts->covered = memory_new(arcs, sizeof *parts->covered);
    parts->capacity = memory_new(arcs, sizeof *parts->capacity);
    TRY(memory_check(parts->inside && parts->covered && parts->capacity, failure, "prices"));
    for (int a = 0; a < parts->problem->network->arc_count; a++)
        parts->capacity[a] =
            parts->problem->network->groups[problem_smallest_group(parts->problem, a)].capacity;
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
    if (!status && problem->commodities[0].target != COMMODITY_TO_ALL)
        status = find_orbits(&parts, limits, failure);
    if (!status)
        status = network_lengths_better(problem, orbits_of(&parts), limits, bound, failure);
    network_orbits_clear(&parts.orbits);
    network_trial_clear(&parts.trial);
    FREE_ALL(parts.inside, parts.covered, parts.capacity);
    if (status)
        network_bound_clear(bound);
    return status;
}
