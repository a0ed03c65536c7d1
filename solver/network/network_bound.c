/* SPDX-License-Identifier: MIT */
#include "solver/network/network_bound.h"

#include <inttypes.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/network/network_schedule.h"

void network_bound_init(struct network_bound *bound, const struct network_problem *problem,
                        enum network_claim claim, int steps) {
    *bound = (struct network_bound){.problem = problem, .claim = claim, .steps = steps};
    mpq_init(bound->value);
}

void network_bound_clear(struct network_bound *bound) {
    mpq_clear(bound->value);
    FREE_ALL(bound->prices, bound->parts, bound->odd);
    network_cuts_free(bound->cuts);
    *bound = (struct network_bound){.problem = NULL};
}

enum status network_bound_add_cuts(struct network_bound *bound, int count,
                                   struct failure *failure) {
    TRY(memory_check(NEW(1, bound->cuts) && NEW(1, bound->cuts->commodities), failure, "cuts"));
    struct commodity_cuts *of = bound->cuts->commodities;
    bound->cuts->count = 1;
    TRY(memory_check(NEW(count, of->cuts), failure, "cuts"));
    for (; of->count < count; of->count++) {
        struct network_cut *cut = &of->cuts[of->count];
        cut->weight = 1;
        TRY(memory_check(NEW(bound->problem->network->nodes, cut->times), failure, "cuts"));
    }
    return STATUS_OK;
}

void network_bound_take(struct network_bound *bound, enum network_claim claim, int steps,
                        struct network_rate *rate) {
    network_bound_init(bound, rate->question.problem, claim, steps);
    bound->places = axis_length(rate->question.axis);
    bound->alike = rate->question.axis.period == 1 && claim != CLAIM_RATE;
    bound->prices = TAKE(rate->prices);
    mpq_set(bound->value, rate->value);
}

void network_bound_take_cuts(struct network_bound *bound, const struct network_problem *problem,
                             int steps, struct cut_rate *rate) {
    network_bound_init(bound, problem, CLAIM_ROUNDS, steps);
    bound->places = steps;
    bound->prices = TAKE(rate->prices);
    bound->cuts = TAKE(rate->cuts);
    mpq_set(bound->value, rate->value);
}

/* A line with the nodes of each of the sets, by counting sort. */
static enum status put_sets(struct certificate_output *output, const char *key, int nodes,
                            const int *of, struct failure *failure) {
    FREED int *at = memory_new((size_t)nodes + 1, sizeof *at);
    FREED int *list = memory_new((size_t)nodes, sizeof *list);
    int sets = 0;
    bool there = at && list;
    for (int v = 0; v < nodes && there; v++) {
        sets = of[v] >= sets ? of[v] + 1 : sets;
        if (of[v] >= 0)
            at[of[v] + 1]++;
    }
    for (int set = 0; set < sets; set++)
        at[set + 1] += at[set];
    for (int v = 0; v < nodes && there; v++) /* at[set] goes from the start of a set to its end */
        if (of[v] >= 0)
            list[at[of[v]]++] = v;
    for (int set = 0, i = 0; set < sets; set++) {
        certificate_print(output, "%s", key);
        for (; i < at[set]; i++)
            certificate_print(output, " %d", list[i]);
        certificate_print(output, "\n");
    }
    return there ? STATUS_OK : failure_memory(failure, "a certificate");
}

enum status certificate_put_prices(struct certificate_output *output,
                                   const struct network_bound *bound, struct failure *failure) {
    int nodes = bound->problem->network->nodes;
    int groups = bound->problem->network->group_count + bound->odds;
    if (bound->odd && put_sets(output, "odd", nodes, bound->odd, failure))
        return STATUS_MEMORY;
    for (int place = 0; place < bound->places; place++)
        for (int g = 0; g < groups; g++) {
            int64_t price = bound->prices[(int64_t)g * bound->places + place];
            if (price > 0 && bound->alike)
                certificate_print(output, "price any %d %" PRId64 "\n", g + 1, price);
            else if (price > 0)
                certificate_print(output, "price %d %d %" PRId64 "\n", place + 1, g + 1, price);
        }
    if (bound->parts)
        return put_sets(output, "part", nodes, bound->parts, failure);
    if (bound->cuts)
        certificate_put_cuts(output, bound->problem, bound->cuts);
    else
        certificate_print(output, "trees\n");
    return STATUS_OK;
}

void certificate_put_or_any(struct certificate_output *output, const char *key, int number) {
    if (number == NETWORK_ANY)
        certificate_print(output, "%s any\n", key);
    else
        certificate_print(output, "%s %d\n", key, number);
}

void certificate_put_value(struct certificate_output *output, const char *key, mpq_srcptr value) {
    certificate_print(output, "%s ", key);
    certificate_print_big(output, mpq_numref(value));
    certificate_print(output, " ");
    certificate_print_big(output, mpq_denref(value));
    certificate_print(output, "\n");
}

enum status certificate_put_network_bound(const void *body, struct certificate_output *output,
                                          const struct limits *limits, struct failure *failure) {
    const struct network_bound *bound = body;
    (void)limits;
    certificate_put_network(output, bound->problem->network);
    certificate_put_collective(output, bound->problem, bound->claim >= CLAIM_RATE);
    switch (bound->claim) {
    case CLAIM_UNREACHABLE:
        certificate_print(output, "unreachable\nsteps %d\n", bound->steps);
        return STATUS_OK;
    case CLAIM_ROUNDS:
        certificate_put_value(output, "rounds", bound->value);
        certificate_put_or_any(output, "steps", bound->steps);
        break;
    case CLAIM_TIME:
        certificate_print(output, "chunks %d\ntime %d\n", bound->chunks, bound->steps + 1);
        break;
    case CLAIM_RATE:
        certificate_put_value(output, "rate", bound->value);
        certificate_print(output, "delay %d\n", bound->steps);
        break;
    case CLAIM_MOST:
        certificate_put_value(output, "most", bound->value);
        break;
    }
    if (!bound->grown)
        return certificate_put_prices(output, bound, failure);
    certificate_print(output, "growth\n");
    return STATUS_OK;
}

/* --- parts and prices that are weighed --- */

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

/* --- how fast a chunk can spread --- */

/* Of a node: its arcs, what they carry together, and those in the group that is looked at. */
struct leaving {
    int arcs, group, seen, shift;
    int64_t most;
};

/* A group with all arcs that leave a node limits it, if all these count in the same step. */
static void look_at_group(const struct network_problem *problem, int g, struct leaving *nodes,
                          int *carries) {
    const struct network *network = problem->network;
    const struct network_group *group = &network->groups[g];
    for (int i = group->first; i < group->first + group->count; i++) {
        int arc = network->members[i], late = network_late(network, g, arc);
        /* so many steps after the internal one it counts, but for what is the same for all */
        int shift = problem->reversed ? network->arcs[arc].latency - late : late;
        struct leaving *node = &nodes[problem_tail(problem, arc)];
        if (node->group != g + 1)
            node->group = g + 1, node->seen = 0, node->shift = shift;
        node->seen += shift == node->shift;
        if (node->seen == node->arcs && group->capacity < node->most)
            node->most = group->capacity;
        if (carries[arc] == 0 || group->capacity < carries[arc])
            carries[arc] = group->capacity;
    }
}

enum status network_growth_of(const struct network_problem *problem, struct network_growth *growth,
                              struct failure *failure) {
    const struct network *network = problem->network;
    FREED struct leaving *nodes = memory_new((size_t)network->nodes, sizeof *nodes);
    FREED int64_t *sums = memory_new((size_t)network->nodes, sizeof *sums);
    FREED int *carries = memory_new((size_t)network->arc_count, sizeof *carries);
    TRY(memory_check(nodes && sums && carries, failure, "the ports of a network"));
    *growth = (struct network_growth){.latency = NETWORK_MOST_LATENCY};
    for (int a = 0; a < network->arc_count; a++) {
        struct leaving *node = &nodes[problem_tail(problem, a)];
        node->arcs++;
        node->most = INT64_MAX;
        if (network->arcs[a].latency < growth->latency)
            growth->latency = network->arcs[a].latency;
    }
    for (int g = 0; g < network->group_count; g++)
        look_at_group(problem, g, nodes, carries);
    for (int a = 0; a < network->arc_count; a++)
        sums[problem_tail(problem, a)] += carries[a];
    for (int v = 0; v < network->nodes; v++) {
        int64_t most = sums[v] < nodes[v].most ? sums[v] : nodes[v].most;
        growth->ports = most > growth->ports ? most : growth->ports;
    }
    return STATUS_OK;
}

/* Some item leaves the source c = floor(ports q / p) times at most; s steps behind its first
 * arrival elsewhere those who have it by one of these messages are f_s at most, f_s = f_(s-1) +
 * ports f_(s-latency), f_s = 1 below the latency. */
enum status network_growth_delay(const struct network_growth *growth, int parties, int items,
                                 int per, int *delay, struct failure *failure) {
    int l = growth->latency;
    int64_t times = growth->ports * per / items, wanted = parties - 1;
    FREED int64_t *f = memory_new((size_t)l, sizeof *f); /* the last ones, by s modulo l */
    TRY(memory_check(f, failure, "a bound on delays"));
    int64_t one = times > 0 ? (wanted + times - 1) / times : 0, reached = 1;
    int s = 0;
    for (; reached < one; s++) {
        if (s + 1 >= l) /* f_(s+1-l) is at most the f_s that is here: no overflow */
            reached += growth->ports * (s + 1 == l ? 1 : f[(s + 1) % l]);
        f[(s + 1) % l] = reached;
    }
    *delay = one > 0 ? l + s : 0;
    return STATUS_OK;
}
