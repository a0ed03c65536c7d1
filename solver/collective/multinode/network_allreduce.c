/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/network_allreduce.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/network/network_parts.h"

static void drop(struct network_composition *composition) {
    for (int i = 0; composition && i < 2; i++) {
        network_least_clear(&composition->halves[i]);
        network_problem_clear(&composition->problems[i]);
    }
    free(composition);
}

void network_allreduce_clear(struct network_allreduce *all) {
    for (int i = 0; i < COMPOSITIONS; i++)
        drop(all->kept[i]);
    network_bound_clear(&all->bound);
    *all = (struct network_allreduce){.lower = 0};
}

/* What is asked for. */
struct search {
    struct network_allreduce *all;
    const struct network *network;
    int chunks, steps, rounds; /* 0: not given */
    const struct network_hints *hints;
    const struct limits *limits;
    uint64_t *decisions;
    int centre;                /* from which, and to which, the farthest node is nearest */
    int fewest[2];             /* steps to the centre, and from there */
    int across;                /* steps from some node to another one, at most */
    int counted[COMPOSITIONS]; /* what each takes at least, as counting says */
};

/* --- from below --- */

/* Steps between all nodes, and the centre. */
static enum status measure(struct search *search, struct failure *failure) {
    const struct network *net = search->network;
    CLEANUP(network_ways_clear) struct network_ways ways = {0};
    FREED int *to = NULL, *from = NULL;
    TRY(memory_check(NEW(net->nodes, to, from), failure, "an allreduce"));
    TRY(network_ways_init(&ways, search->all->problem, failure));
    while (!network_takes_part(net, search->centre))
        search->centre++;
    for (int v = search->centre; v < net->nodes; v++) {
        TRY(limits_check(search->limits, failure));
        if (!network_takes_part(net, v))
            continue;
        network_ways_find(&ways, search->all->problem, v);
        for (int u = search->centre; u < net->nodes; u++) {
            if (!network_takes_part(net, u))
                continue;
            from[v] = ways.steps[u] > from[v] ? ways.steps[u] : from[v];
            to[u] = ways.steps[u] > to[u] ? ways.steps[u] : to[u];
        }
    }
    for (int v = search->centre; v < net->nodes; v++) {
        if (!network_takes_part(net, v))
            continue;
        search->across = from[v] > search->across ? from[v] : search->across;
        if (to[v] + from[v] < to[search->centre] + from[search->centre])
            search->centre = v;
    }
    search->fewest[0] = to[search->centre];
    search->fewest[1] = from[search->centre];
    return STATUS_OK;
}

static void leave_unreached(struct network_allreduce *all, int steps) {
    network_bound_clear(&all->bound);
    network_bound_init(&all->bound, all->problem, CLAIM_UNREACHABLE, steps);
    all->is_priced = true;
}

/* How many rounds the prices ask for, whatever the steps. */
static enum status price(struct search *search, int *rounds, struct failure *failure) {
    struct network_allreduce *all = search->all;
    TRY(network_parts_find(all->problem, false, search->limits, &all->bound, failure));
    all->is_priced = true;
    *rounds = network_rate_rounds(all->bound.value, search->chunks);
    *rounds = *rounds > 1 ? *rounds : 1;
    return STATUS_OK;
}

/* The bound on what is asked for, with the prices of so many rounds at hand. */
static void bound_from(struct search *search, int rounds) {
    struct network_allreduce *all = search->all;
    bool even = search->steps == 0 && search->rounds == 0;
    if (search->steps > 0) {
        all->lower = rounds;
    } else if (search->rounds > 0 && rounds > search->rounds) {
        all->lower = 0;
    } else if (even && rounds > search->across) {
        all->lower = rounds;
        all->bound.claim = CLAIM_TIME;
        all->bound.steps = rounds - 1;
        all->bound.chunks = search->chunks;
    } else {
        all->lower = search->across;
        leave_unreached(all, search->across - 1);
    }
    if (search->steps > 0 && search->rounds > 0 && search->steps < search->across) {
        all->lower = search->rounds + 1;
        leave_unreached(all, search->steps);
    }
    if (all->lower == 1 && (even || search->steps == 0)) { /* a step at least is needed */
        network_bound_clear(&all->bound);
        all->is_priced = false;
    }
}

/* --- from above --- */

/* Halves that are behind each other: their steps, or rounds, are added up. */
struct halves {
    enum collective collectives[2];
    int root, chunks;
    int steps[2]; /* 0: one round in each */
};

static enum status ask_half(const struct search *search, const struct halves *halves, int i,
                            struct network_composition *made, struct failure *failure) {
    TRY(network_problem_init(&made->problems[i], search->network, halves->collectives[i],
                             halves->root, failure));
    if (halves->steps[i] > 0)
        return network_rounds_find(&made->problems[i], halves->steps[i], halves->chunks, 0,
                                   search->hints->effort, search->limits, &made->halves[i],
                                   search->decisions, failure);
    return network_time_find(&made->problems[i], halves->chunks, search->hints, search->limits,
                             &made->halves[i], search->decisions, failure);
}

/* What both take together; 0 where a half is not there. */
static int sum_of(const struct network_composition *composition) {
    bool there =
        composition && composition->halves[0].upper > 0 && composition->halves[1].upper > 0;
    return there ? composition->halves[0].upper + composition->halves[1].upper : 0;
}

/* Of each way to compose the best is kept; *sum is that of these halves. */
static enum status try_halves(const struct search *search, const struct halves *halves, int *sum,
                              struct failure *failure) {
    struct network_allreduce *all = search->all;
    struct network_composition **kept = &all->kept[halves->collectives[0] != COLLECTIVE_REDUCE];
    struct network_composition *made = memory_new(1, sizeof *made);
    enum status status = made ? STATUS_OK : failure_memory(failure, "an allreduce");
    for (int i = 0; i < 2 && !status; i++)
        status = ask_half(search, halves, i, made, failure);
    *sum = status ? 0 : sum_of(made);
    if (status || (*kept && sum_of(*kept) > 0 && (*sum == 0 || *sum >= sum_of(*kept)))) {
        drop(made);
        return status;
    }
    if (all->least == *kept)
        all->least = NULL;
    drop(*kept);
    *kept = made;
    if (*sum > 0 && (all->upper == 0 || *sum <= all->upper)) {
        all->least = made;
        all->upper = *sum;
    }
    return STATUS_OK;
}

static struct halves way(const struct search *search, int i) {
    int chunks = (search->chunks - 1) / network_parties(search->network) + 1;
    return i == 0 ? (struct halves){{COLLECTIVE_REDUCE, COLLECTIVE_BROADCAST},
                                    search->centre,
                                    search->chunks,
                                    {0, 0}}
                  : (struct halves){
                        {COLLECTIVE_REDUCE_SCATTER, COLLECTIVE_ALLGATHER}, 0, chunks, {0, 0}};
}

/* What halves take at least, as counting says: prices by parts, and one round in each step. */
static enum status count_halves(const struct search *search, const struct halves *halves, int *sum,
                                struct failure *failure) {
    bool even = search->steps == 0 && search->rounds == 0;
    *sum = 0;
    for (int i = 0; i < 2; i++) {
        CLEANUP(network_problem_clear) struct network_problem problem = {0};
        struct network_bound bound;
        TRY(network_problem_init(&problem, search->network, halves->collectives[i], halves->root,
                                 failure));
        TRY(network_parts_find(&problem, even, search->limits, &bound, failure));
        int rounds = network_rate_rounds(bound.value, halves->chunks);
        network_bound_clear(&bound);
        int steps = !even                                         ? 0
                    : halves->collectives[0] == COLLECTIVE_REDUCE ? search->fewest[i]
                                                                  : search->across;
        *sum += rounds > steps ? rounds : steps;
    }
    return STATUS_OK;
}

/* In so many steps: the middle first, and from there to both sides as long as that gains
 * something, and may do so: `counted` is the least. */
static enum status try_splits(const struct search *search, struct halves *halves, int fewest,
                              int counted, int steps, struct failure *failure) {
    int sum, least = 0;
    for (int away = 0; steps >= 2 * fewest && away <= steps / 2 - fewest; away++) {
        int best = 0;
        for (int side = 0; side < (away || steps % 2 ? 2 : 1); side++) {
            halves->steps[side] = steps / 2 - away;
            halves->steps[1 - side] = steps - halves->steps[side];
            TRY(try_halves(search, halves, &sum, failure));
            best = sum > 0 && (best == 0 || sum < best) ? sum : best;
        }
        if (best == 0 || best <= counted || (least > 0 && best >= least))
            break;
        least = best;
    }
    return STATUS_OK;
}

/* Both ways to compose, of one round in each step (`steps` 0), or in so many steps; first that of
 * which counting says less, and the other one where it may be better. */
static enum status try_both(const struct search *search, int steps, struct failure *failure) {
    const struct network_allreduce *all = search->all;
    const int *counted = search->counted;
    int sum;
    for (int turn = 0; turn < COMPOSITIONS; turn++) {
        int i = (counted[0] < counted[1]) == (turn == 0) ? 0 : 1;
        int farthest =
            search->fewest[0] > search->fewest[1] ? search->fewest[0] : search->fewest[1];
        struct halves halves = way(search, i);
        if (all->upper > 0 && (all->upper <= all->lower || counted[i] >= all->upper))
            continue;
        TRY(steps == 0 ? try_halves(search, &halves, &sum, failure)
                       : try_splits(search, &halves, i == 0 ? farthest : search->across, counted[i],
                                    steps, failure));
    }
    return STATUS_OK;
}

/* The least steps in which the composition has no more than so many rounds. */
static enum status climb(const struct search *search, struct failure *failure) {
    struct network_allreduce *all = search->all;
    int fewest = search->fewest[0] + search->fewest[1], most = fewest + search->rounds;
    for (int steps = fewest; steps <= most && !limits_stop(search->limits); steps++) {
        TRY(try_both(search, steps, failure));
        if (all->upper > 0 && all->upper <= search->rounds) {
            all->upper = steps;
            return STATUS_OK;
        }
    }
    all->least = NULL;
    all->upper = 0;
    return STATUS_OK;
}

/* The time of a half: of everybody's sums the first half, or for who has something alone, the
 * second one, is a part, if it has no more chunks. */
static void bound_by_halves(const struct search *search) {
    struct network_allreduce *all = search->all;
    for (int i = 0; i < COMPOSITIONS; i++) {
        bool padded = i > 0 && search->chunks % network_parties(search->network) > 0;
        for (int half = 0; all->kept[i] && !padded && half < 2; half++)
            if (all->kept[i]->halves[half].lower > all->lower) {
                all->bounding = &all->kept[i]->halves[half];
                all->lower = all->bounding->lower;
            }
    }
}

enum status network_allreduce_find(struct network_allreduce *all,
                                   const struct network_problem *problem, int chunks, int steps,
                                   int rounds, const struct network_hints *hints,
                                   const struct limits *limits, uint64_t *decisions,
                                   struct failure *failure) {
    const struct network *network = problem->network;
    struct search search = {.all = all,
                            .network = network,
                            .chunks = chunks,
                            .steps = steps,
                            .rounds = rounds,
                            .hints = hints,
                            .limits = limits,
                            .decisions = decisions};
    int priced = 0;
    require(problem->collective == COLLECTIVE_ALLREDUCE && chunks >= 1 && steps >= 0);
    *all = (struct network_allreduce){.problem = problem};
    if (steps > 0 || rounds > 0)
        TRY(network_check_rounds(network, failure));
    TRY(measure(&search, failure));
    if (steps > 0 && steps < search.across && rounds == 0)
        return failure_input(failure,
                             "%d steps are too few: some node is %d steps away from another one",
                             steps, search.across);
    TRY(price(&search, &priced, failure));
    bound_from(&search, priced);
    if (rounds > 0 && (steps > 0 ? all->lower > rounds : all->lower == 0))
        return STATUS_OK;
    enum status status = STATUS_OK;
    for (int i = 0; i < COMPOSITIONS && !status; i++) {
        const struct halves halves = way(&search, i);
        status = count_halves(&search, &halves, &search.counted[i], failure);
    }
    if (!status)
        status =
            rounds > 0 && steps == 0 ? climb(&search, failure) : try_both(&search, steps, failure);
    if (steps == 0 && rounds == 0)
        bound_by_halves(&search);
    return but_limits(status);
}
