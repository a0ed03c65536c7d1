/* SPDX-License-Identifier: MIT */
#include "solver/network/network_trial.h"

#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"

enum status network_trial_init(struct network_trial *trial, const struct network_problem *problem,
                               struct network_bound *best, struct failure *failure) {
    size_t n = (size_t)problem->network->nodes, groups = (size_t)problem->network->group_count;
    *trial = (struct network_trial){
        .problem = problem, .best = best, .together = network_sizes_together(problem->network)};
    return memory_check(NEW(n, trial->part, trial->odd, trial->sizes, trial->own, trial->rooted,
                            trial->entry, trial->exit) &&
                            NEW(groups + n, trial->price),
                        failure, "prices");
}

void network_trial_clear(struct network_trial *trial) {
    FREE_ALL(trial->part, trial->price, trial->odd, trial->sizes, trial->own, trial->rooted,
             trial->entry, trial->exit);
    *trial = (struct network_trial){.parts = 0};
}

/* How many chunks, of one each, have to get into part i. */
static int64_t wanted(const struct network_trial *trial, int i) {
    const struct network_problem *problem = trial->problem;
    bool rooted = trial->rooted[i];
    int64_t size = trial->sizes[i], own = trial->own[i];
    int64_t outside = trial->together - own;
    switch (problem->collective) {
    case COLLECTIVE_BROADCAST:
    case COLLECTIVE_REDUCE:
        return !rooted && size > 0;
    case COLLECTIVE_SCATTER:
        return rooted ? 0 : own;
    case COLLECTIVE_GATHER:
        return rooted ? outside : 0;
    case COLLECTIVE_ALLGATHER:
    case COLLECTIVE_REDUCE_SCATTER:
        return size > 0 ? outside : 0;
    case COLLECTIVE_ALLTOALL:
        return size * outside;
    case COLLECTIVE_ALLREDUCE:
        break;
    }
    return 0;
}

static int64_t cost_of(const struct network_trial *trial, int arc) {
    const struct network_problem *problem = trial->problem;
    const struct network_arc *a = &problem->network->arcs[arc];
    int64_t cost = 0;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        cost += trial->price[problem->groups[i]];
    if (trial->odds && trial->odd[a->from] >= 0 && trial->odd[a->from] == trial->odd[a->to])
        cost += trial->price[problem->network->group_count + trial->odd[a->from]];
    return cost;
}

/* What all groups have, at these prices. */
static int64_t budget_of(struct network_trial *trial) {
    const struct network *net = trial->problem->network;
    int64_t budget = 0;
    for (int g = 0; g < net->group_count; g++)
        budget += trial->price[g] * net->groups[g].capacity;
    memset(trial->sizes, 0, (size_t)net->nodes * sizeof *trial->sizes);
    for (int v = 0; v < net->nodes && trial->odds; v++)
        if (trial->odd[v] >= 0)
            trial->sizes[trial->odd[v]]++;
    for (int i = 0; i < trial->odds; i++)
        budget += trial->price[net->group_count + i] * (trial->sizes[i] / 2);
    return budget;
}

/* Of everybody's sums a part gets all that is outside, and gives away what it has: by messages
 * before the first part knows all, and by others afterwards, but for that part (kind network-bound
 * of results/README.md). */
static int64_t sum_of_allreduce(const struct network_trial *trial) {
    int64_t sum = 0, most = 0;
    for (int i = 0; i < trial->parts; i++) {
        int64_t both = trial->sizes[i] > 0 ? trial->entry[i] + trial->exit[i] : 0;
        sum += both;
        most = both > most ? both : most;
    }
    return sum - most;
}

static int64_t sum_of(struct network_trial *trial) {
    const struct network_problem *problem = trial->problem;
    const struct network *net = problem->network;
    int64_t sum = 0;
    for (int i = 0; i < trial->parts; i++) {
        trial->sizes[i] = trial->own[i] = 0;
        trial->rooted[i] = false;
        trial->entry[i] = trial->exit[i] = INT64_MAX;
    }
    for (int v = 0; v < net->nodes; v++)
        if (trial->part[v] >= 0) {
            trial->sizes[trial->part[v]] += network_takes_part(net, v);
            trial->own[trial->part[v]] += network_node_size(net, v);
            trial->rooted[trial->part[v]] |= v == problem->root;
        }
    for (int a = 0; a < net->arc_count; a++) {
        int into = trial->part[problem_head(problem, a)];
        int from = trial->part[problem_tail(problem, a)];
        if (into == from)
            continue;
        int64_t cost = cost_of(trial, a);
        if (into >= 0 && cost < trial->entry[into])
            trial->entry[into] = cost;
        if (from >= 0 && cost < trial->exit[from])
            trial->exit[from] = cost;
    }
    for (int i = 0; i < trial->parts; i++) { /* all nodes are in it: nothing is proved */
        trial->entry[i] = trial->entry[i] < INT64_MAX ? trial->entry[i] : 0;
        trial->exit[i] = trial->exit[i] < INT64_MAX ? trial->exit[i] : 0;
    }
    if (problem->collective == COLLECTIVE_ALLREDUCE)
        return sum_of_allreduce(trial);
    for (int i = 0; i < trial->parts; i++)
        sum += trial->entry[i] * wanted(trial, i);
    return sum;
}

static void *copy(const void *from, size_t count, size_t size) {
    void *made = memory_new(count, size);
    if (made)
        memcpy(made, from, count * size);
    return made;
}

static enum status keep(const struct network_trial *trial, struct failure *failure) {
    struct network_bound *best = trial->best;
    size_t n = (size_t)trial->problem->network->nodes;
    size_t prices = (size_t)trial->problem->network->group_count + (size_t)trial->odds;
    FREE_ALL(best->prices, best->parts, best->odd);
    best->prices = copy(trial->price, prices, sizeof *trial->price);
    best->parts = copy(trial->part, n, sizeof *trial->part);
    best->odd = trial->odds ? copy(trial->odd, n, sizeof *trial->odd) : NULL;
    best->odds = trial->odds;
    if (best->prices && best->parts && (best->odd || !trial->odds))
        return STATUS_OK;
    return failure_memory(failure, "prices");
}

enum status network_trial_weigh(struct network_trial *trial, struct failure *failure) {
    int64_t budget = budget_of(trial), sum = sum_of(trial);
    RATIONAL(value);
    mpz_set_si(mpq_numref(value), sum);
    mpz_set_si(mpq_denref(value), budget > 0 ? budget : 1);
    mpq_canonicalize(value);
    if (mpq_cmp(value, trial->best->value) > 0) {
        mpq_set(trial->best->value, value);
        TRY(keep(trial, failure));
    }
    return STATUS_OK;
}
