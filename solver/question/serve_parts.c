/* SPDX-License-Identifier: MIT */
#include "solver/question/serve_parts.h"

#include <limits.h>
#include <stdio.h>

#include "solver/stationary/periodic_sat.h"

/* Makes the answer infeasible if the closed prices exclude every schedule; else leaves it. */
static enum status try_prices(const struct serve_question *question, struct answer *answer,
                              struct failure *failure) {
    struct prices prices;
    mpz_t bound;
    if (question->depth > PRICES_MAX_DEPTH)
        return STATUS_OK;
    enum status status = prices_best(&prices, question->latency, question->depth, failure);
    if (status)
        return status;
    mpz_init(bound);
    prices_bound(&prices, bound);
    bool too_many = mpz_cmp(question->processors, bound) > 0;
    mpz_clear(bound);
    if (too_many)
        status = prices_check(&prices, failure);
    if (status || !too_many) {
        prices_clear(&prices);
        return status;
    }
    answer->verdict = VERDICT_INFEASIBLE;
    answer->evidence = EVIDENCE_PRICES;
    answer->prices = prices;
    return STATUS_OK;
}

enum status serve_after_prices(const char *engine, serve_own *own,
                               const struct serve_question *question, const struct limits *limits,
                               struct answer *answer, struct failure *failure) {
    struct answer result;
    answer_init(&result, engine, question->latency, question->depth);
    enum status status = try_prices(question, &result, failure);
    if (!status && result.verdict == VERDICT_UNKNOWN)
        status = own(question, limits, &result, failure);
    if (status)
        answer_clear(&result);
    else
        *answer = result;
    return status;
}

void serve_give(struct answer *answer, const struct schedule *schedule) {
    answer->verdict = VERDICT_FEASIBLE;
    answer->evidence = EVIDENCE_SCHEDULE;
    answer->reason = NULL;
    answer->schedule = *schedule;
}

enum status serve_check_small(const struct serve_question *question, struct failure *failure) {
    if (question->depth < question->latency)
        return failure_set(failure, STATUS_LIMIT, "t < L is left to the construction");
    return mpz_cmp_si(question->processors, INT_MAX) > 0
               ? failure_set(failure, STATUS_LIMIT, "too many processors for this engine")
               : STATUS_OK;
}

enum status serve_ask_formula(const struct serve_question *question, int period,
                              enum schedule_roles roles, const struct limits *limits,
                              struct answer *answer, struct failure *failure) {
    struct periodic_answer found;
    enum status status = periodic_sat_solve(question->latency, question->depth,
                                            (int)mpz_get_si(question->processors), period, roles,
                                            limits, &found, failure);
    if (status)
        return status;
    answer->nodes += found.nodes;
    if (found.verdict != VERDICT_UNKNOWN)
        snprintf(answer->note, sizeof answer->note, "the formula of period %d was decided by %s",
                 period, found.solver);
    if (found.verdict == VERDICT_FEASIBLE) {
        serve_give(answer, &found.schedule);
        return STATUS_OK;
    }
    if (found.verdict == VERDICT_INFEASIBLE) {
        answer->verdict = VERDICT_INFEASIBLE;
        answer->evidence = EVIDENCE_PERIODIC;
        answer->periodic = found.proof;
        return STATUS_OK;
    }
    answer->reason = found.reason;
    periodic_answer_clear(&found);
    return STATUS_OK;
}

enum status serve_confirm_none(const struct serve_question *question, enum schedule_roles roles,
                               const struct limits *limits, struct answer *answer,
                               struct failure *failure) {
    struct failure beyond = {0};
    enum status status = serve_ask_formula(question, 1, roles, limits, answer, &beyond);
    if (status == STATUS_LIMIT || (!status && answer->verdict == VERDICT_UNKNOWN)) {
        answer->reason = "the search is exhausted, but the formula, which would be the "
                         "certificate, was not refuted within the limits";
        return STATUS_OK;
    }
    if (status)
        return failure_set(failure, status, "%s", beyond.message);
    return answer->verdict == VERDICT_FEASIBLE
               ? failure_set(failure, STATUS_INTERNAL,
                             "the search found no schedule, but the formula has one")
               : STATUS_OK;
}
