/* SPDX-License-Identifier: MIT */
#include "solver/network/network_bound.h"

#include <inttypes.h>

#include "automata/memory.h"
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
