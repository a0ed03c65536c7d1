/* SPDX-License-Identifier: MIT */
#include "solver/question/outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/question/answer_messages.h"

const char *outcome_name(enum outcome_verdict verdict) {
    static const char *const names[OUTCOME_VERDICTS] = {"unknown", "feasible", "infeasible",
                                                        "settled", "interval"};
    require((unsigned)verdict < OUTCOME_VERDICTS);
    return names[verdict];
}

bool outcome_is_open(enum outcome_verdict verdict) {
    return verdict == OUTCOME_UNKNOWN || verdict == OUTCOME_INTERVAL;
}

void outcome_init(struct outcome *outcome, const char *by) {
    *outcome = (struct outcome){.by = by};
}

void outcome_clear(struct outcome *outcome) {
    free(outcome->lower);
    free(outcome->upper);
    if (outcome->detail)
        outcome->clear_detail(outcome->detail);
    free(outcome->detail);
    *outcome = (struct outcome){.by = outcome->by};
}

void outcome_leave_open(struct outcome *outcome, const char *reason) {
    snprintf(outcome->reason, sizeof outcome->reason, "%s", reason);
}

static enum status give_number(mpz_srcptr number, char **text, struct failure *failure) {
    char *digits = mpz_get_str(NULL, 10, number);
    if (!digits)
        return failure_memory(failure, "a number");
    free(*text);
    *text = digits;
    return STATUS_OK;
}

enum status outcome_give_bounds(struct outcome *outcome, mpz_srcptr lower, mpz_srcptr upper,
                                struct failure *failure) {
    enum status status = lower ? give_number(lower, &outcome->lower, failure) : STATUS_OK;
    if (upper && !status)
        status = give_number(upper, &outcome->upper, failure);
    bool both = lower && upper && mpz_cmp(lower, upper) == 0;
    outcome->verdict = both ? OUTCOME_SETTLED : OUTCOME_INTERVAL;
    return status;
}

enum status outcome_give_range(struct outcome *outcome, int64_t lower, int64_t upper,
                               struct failure *failure) {
    mpz_t bounds[2];
    mpz_init_set_si(bounds[0], lower);
    mpz_init_set_si(bounds[1], upper);
    enum status status = outcome_give_bounds(outcome, lower < 0 ? NULL : bounds[0],
                                             upper < 0 ? NULL : bounds[1], failure);
    mpz_clear(bounds[0]);
    mpz_clear(bounds[1]);
    return status;
}

enum status outcome_give_detail(struct outcome *outcome, const void *detail, size_t size,
                                void (*clear)(void *detail), struct failure *failure) {
    require(!outcome->detail && size > 0);
    outcome->detail = memory_new(1, size);
    outcome->clear_detail = clear;
    if (outcome->detail && detail)
        memcpy(outcome->detail, detail, size);
    if (!outcome->detail && detail)
        clear((void *)detail);
    return outcome->detail ? STATUS_OK : failure_memory(failure, "an answer");
}

struct evidence outcome_evidence(const struct outcome *outcome, const char *kind,
                                 evidence_put *put) {
    return (struct evidence){.kind = kind, .put = put, .body = outcome->detail};
}

enum status outcome_list(const struct outcome *outcome, int items, struct items_schedule *schedule,
                         struct failure *failure) {
    if (!outcome->schedule.kind || !outcome->list)
        return failure_set(failure, STATUS_INPUT, "the answer has no schedule");
    return outcome->list(outcome->detail, items, schedule, failure);
}

enum status outcome_lend(const struct message_list *list, int items,
                         struct items_schedule *schedule, struct failure *failure) {
    if (items != 0)
        return failure_set(failure, STATUS_INPUT,
                           "items: %d, but this schedule is for its own items: 0", items);
    *schedule = (struct items_schedule){.list = *list};
    return STATUS_OK;
}

static enum status list_answer(const void *detail, int items, struct items_schedule *schedule,
                               struct failure *failure) {
    return answer_messages(detail, items, schedule, failure);
}

static void clear_answer(void *body) {
    answer_clear(body);
}

enum status outcome_take_answer(struct outcome *outcome, struct answer *answer,
                                struct failure *failure) {
    static const enum outcome_verdict verdicts[] = {OUTCOME_UNKNOWN, OUTCOME_FEASIBLE,
                                                    OUTCOME_INFEASIBLE};
    outcome->verdict = verdicts[answer->verdict];
    outcome->by = answer->engine;
    outcome->nodes = answer->nodes;
    outcome->state = answer->state;
    if (answer->verdict == VERDICT_UNKNOWN)
        outcome_leave_open(outcome, answer->reason  ? answer->reason
                                    : *answer->note ? answer->note
                                                    : "nothing was found");
    bool found = answer->verdict == VERDICT_FEASIBLE;
    enum status status =
        outcome_give_detail(outcome, answer, sizeof *answer, clear_answer, failure);
    if (status)
        return status;
    *(found ? &outcome->schedule : &outcome->bound) = evidence_of_answer(outcome->detail);
    if (outcome->schedule.kind || outcome->bound.kind)
        outcome->list = list_answer;
    return STATUS_OK;
}
