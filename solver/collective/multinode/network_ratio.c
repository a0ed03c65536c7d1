/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/network_ratio.h"

#include "automata/numbers.h"
#include "solver/network/network_parts.h"

/* Chunks are up to so many times the denominator; messages of a schedule, but of the first. */
enum { MOST_TIMES = 8, MOST_CHUNKS = 1000000 };
#define MOST_MESSAGES 4e6
/* The same where trees have as few rounds. */
#define FEW_MESSAGES 3e4

void network_ratio_clear(struct network_ratio *ratio) {
    network_bound_clear(&ratio->bound);
    network_least_clear(&ratio->least);
    tree_packing_clear(&ratio->packing);
    mpq_clear(ratio->upper);
}

static double messages_of(const struct network_problem *problem, int chunks) {
    double each = problem->commodities[0].target == COMMODITY_TO_ALL ? problem->network->nodes : 1;
    return (double)problem->commodity_count * each * chunks;
}

/* Takes the schedule of so many chunks over where it is the best. */
static enum status try_chunks(struct network_ratio *ratio, const struct network_problem *problem,
                              int chunks, const struct network_hints *hints,
                              const struct limits *limits, uint64_t *decisions,
                              struct failure *failure) {
    CLEANUP(network_least_clear) struct network_least least = {.lower = 0};
    RATIONAL(rounds);
    TRY(network_time_find(problem, chunks, hints, limits, &least, decisions, failure));
    mpq_set_si(rounds, least.upper, (unsigned long)chunks);
    mpq_canonicalize(rounds);
    int order = mpq_sgn(ratio->upper) > 0 ? mpq_cmp(rounds, ratio->upper) : -1;
    if (least.upper == 0 || order > 0 || (order == 0 && ratio->least.upper > 0))
        return STATUS_OK;
    TRY(network_least_list(&least, limits, failure));
    mpq_set(ratio->upper, rounds);
    network_least_clear(&ratio->least);
    ratio->least = TAKE(least);
    return STATUS_OK;
}

static enum status find_schedule(struct network_ratio *ratio, const struct network_problem *problem,
                                 const struct network_hints *hints, const struct limits *limits,
                                 uint64_t *decisions, struct failure *failure) {
    mpz_srcptr denominator = mpq_denref(ratio->bound.value);
    int each = mpz_cmp_ui(denominator, MOST_CHUNKS) <= 0 ? (int)mpz_get_ui(denominator) : 1;
    for (int times = 1; times <= MOST_TIMES && each * times <= MOST_CHUNKS; times *= 2) {
        int chunks = each * times;
        bool first = mpq_sgn(ratio->upper) == 0,
             exact = mpq_equal(ratio->upper, ratio->bound.value),
             many = messages_of(problem, chunks) > (exact ? FEW_MESSAGES : MOST_MESSAGES);
        if (many && (!first || each > 1))
            chunks = first ? 1 : 0;
        if (chunks == 0 || (exact && (many || ratio->least.upper > 0)))
            break;
        TRY(limits_check(limits, failure));
        TRY(try_chunks(ratio, problem, chunks, hints, limits, decisions, failure));
    }
    return STATUS_OK;
}

enum status network_ratio_find(const struct network_problem *problem,
                               const struct network_hints *hints, network_ratio_tell *tell,
                               void *context, const struct limits *limits,
                               struct network_ratio *ratio, uint64_t *decisions,
                               struct failure *failure) {
    CLEANUP(network_ratio_clear) struct network_ratio made = {.least = {.lower = 0}};
    struct network_hints brief = *hints;
    brief.engine = NETWORK_BY_GREEDY;
    mpq_init(made.upper);
    TRY(network_parts_find(problem, false, limits, &made.bound, failure));
    TRY(tree_packing_find(problem, limits, &made.bound, &made.packing, failure));
    mpq_set(made.upper, made.packing.value);
    if (tell)
        tell(context, made.bound.value);
    TRY(but_limits(find_schedule(&made, problem, &brief, limits, decisions, failure)));
    *ratio = TAKE(made);
    return STATUS_OK;
}
