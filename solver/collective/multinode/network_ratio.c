/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/network_ratio.h"

#include "automata/numbers.h"
#include "solver/network/network_parts.h"

/* Chunks are up to so many times the denominator; messages of a schedule, but of the first. */
enum { MOST_TIMES = 8, MOST_CHUNKS = 1000000 };
#define MOST_MESSAGES 4e6

void network_ratio_clear(struct network_ratio *ratio) {
    network_bound_clear(&ratio->bound);
    network_least_clear(&ratio->least);
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
    CLEANUP(rational_clear) mpq_t rounds;
    mpq_init(rounds);
    TRY(network_time_find(problem, chunks, hints, limits, &least, decisions, failure));
    mpq_set_si(rounds, least.upper, (unsigned long)chunks);
    mpq_canonicalize(rounds);
    if (least.upper == 0 || (mpq_sgn(ratio->upper) > 0 && mpq_cmp(rounds, ratio->upper) >= 0))
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
             many = messages_of(problem, chunks) > MOST_MESSAGES;
        if (many && (!first || each > 1))
            chunks = first ? 1 : 0;
        if (chunks == 0 || mpq_equal(ratio->upper, ratio->bound.value))
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
    struct network_hints brief = *hints;
    *ratio = (struct network_ratio){.least = {.lower = 0}};
    TRY(network_parts_find(problem, false, limits, &ratio->bound, failure));
    mpq_init(ratio->upper);
    if (tell)
        tell(context, ratio->bound.value);
    brief.engine = NETWORK_BY_GREEDY;
    enum status status = find_schedule(ratio, problem, &brief, limits, decisions, failure);
    if (status == STATUS_LIMIT)
        return STATUS_OK;
    if (status)
        network_ratio_clear(ratio);
    return status;
}
