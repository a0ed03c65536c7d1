#include "solver/question/items_time.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/proof.h"
#include "solver/certificate/write.h"
#include "solver/items/items_bound.h"
#include "solver/items/search/items_backtrack.h"
#include "solver/items/search/items_sat.h"

/* What is asked of an engine, one time after the other. */
struct search {
    enum items_method method;
    enum items_encoding encoding;
    const struct limits *limits;
};

static void release_answer(void *owned) {
    items_answer_clear(owned);
    free(owned);
}

static enum status set_schedule(struct items_time *time, struct items_schedule *schedule,
                                const char *by, struct failure *failure) {
    items_schedule_clear(&time->schedule);
    time->schedule = *schedule;
    time->upper = schedule->list.finish;
    time->by = by;
    if (time->question.single && !schedule->list.single)
        return failure_set(failure, STATUS_INTERNAL, "%s: the source sends an item again", by);
    if (time->upper >= time->lower)
        return STATUS_OK;
    return failure_set(failure, STATUS_INTERNAL,
                       "%s: a schedule ends at %d, and no schedule can end before %d", by,
                       time->upper, time->lower);
}

static void set_reason(struct items_time *time, const char *reason) {
    snprintf(time->reason, sizeof time->reason, "%.*s", ITEMS_REASON_ROOM - 1, reason);
}

static enum status construct(struct items_plans *plans, const struct limits *limits,
                             struct items_time *time, struct failure *failure) {
    struct items_schedule schedule;
    const struct items_construction *by = NULL;
    struct failure fault = {0};
    enum status status =
        items_construct(plans, &time->question, time->lower, limits, &schedule, &by, &fault);
    if (status == STATUS_LIMIT) {
        set_reason(time, fault.message);
        return STATUS_OK;
    }
    if (status)
        return failure_set(failure, status, "%s", fault.message);
    return by ? set_schedule(time, &schedule, by->name, failure) : STATUS_OK;
}

/* The formula's no is the evidence, whoever said it first. */
static enum status ask(const struct search *search, const struct items_time *time,
                       struct items_answer *answer, struct failure *failure) {
    const struct items_question *question = &time->question;
    if (search->method != ITEMS_BACKTRACK)
        return items_sat(question, time->lower, search->encoding, search->limits, answer, failure);
    enum status status = items_backtrack(question, time->lower, search->limits, answer, failure);
    if (status || answer->verdict != VERDICT_INFEASIBLE)
        return status;
    uint64_t nodes = answer->nodes;
    items_answer_clear(answer);
    status = items_sat(question, time->lower, search->encoding, search->limits, answer, failure);
    if (status)
        return status;
    answer->nodes += nodes;
    if (answer->verdict != VERDICT_FEASIBLE)
        return STATUS_OK;
    items_answer_clear(answer);
    return failure_set(failure, STATUS_INTERNAL,
                       "search and formula disagree on L = %d, P = %d, K = %d at time %d",
                       question->latency, question->processors + 1, question->items, time->lower);
}

/* One time less is possible, or not, or it is not known; the answer is taken over. */
static enum status use(const struct search *search, struct items_answer *answer,
                       struct items_time *time, struct failure *failure) {
    time->nodes += answer->nodes;
    if (answer->verdict == VERDICT_FEASIBLE) {
        struct items_schedule found = {answer->list, answer, release_answer};
        return set_schedule(time, &found, search->method == ITEMS_BACKTRACK ? "backtrack" : "sat",
                            failure);
    }
    if (answer->has_proof) {
        free(time->proof.lrat.numbers);
        time->proof = answer->proof;
        time->has_proof = true;
        answer->proof.lrat = (struct lrat){0};
        time->lower++;
    } else {
        set_reason(time, answer->reason ? answer->reason : "it is refuted without a proof");
    }
    release_answer(answer);
    return STATUS_OK;
}

/* What a construction could not do is no longer of interest. */
static enum status close_gap(const struct search *search, struct items_time *time,
                             struct failure *failure) {
    enum status status = STATUS_OK;
    struct failure fault = {0};
    if (!limits_check(search->limits, NULL))
        time->reason[0] = 0;
    while (time->lower < time->upper && !time->reason[0] && !status) {
        struct items_answer *answer = memory_new(1, sizeof *answer);
        if (!answer)
            return failure_memory(failure, "an answer");
        status = ask(search, time, answer, &fault);
        if (!status) {
            status = use(search, answer, time, failure);
            continue;
        }
        free(answer);
        if (status != STATUS_LIMIT)
            return failure_set(failure, status, "%s", fault.message);
        set_reason(time, fault.message);
        return STATUS_OK;
    }
    return status;
}

enum status items_time_find(struct items_plans *plans, const struct items_question *question,
                            enum items_method method, enum items_encoding encoding,
                            const struct limits *limits, struct items_time *time,
                            struct failure *failure) {
    struct search search = {method, encoding, limits};
    struct items_time result = {.question = *question, .upper = INT_MAX};
    enum status status = items_question_bound(question, &result.counted, failure);
    result.lower = result.counted;
    if (!status && (method == ITEMS_CONSTRUCTION || method == ITEMS_ANY))
        status = construct(plans, limits, &result, failure);
    if (!status && method != ITEMS_CONSTRUCTION)
        status = close_gap(&search, &result, failure);
    if (status) {
        items_time_clear(&result);
        return status;
    }
    if (result.lower < result.upper && !result.reason[0])
        set_reason(&result, limits_check(limits, NULL) ? LIMITS_STOPPED
                                                       : "no construction ends at the bound");
    *time = result;
    return STATUS_OK;
}

void items_time_clear(struct items_time *time) {
    items_schedule_clear(&time->schedule);
    free(time->proof.lrat.numbers);
    time->proof.lrat = (struct lrat){0};
}

static enum status put_bound(struct certificate_output *output, const struct items_question *q,
                             struct failure *failure) {
    mpz_t processors, items;
    mpz_init_set_si(processors, q->processors);
    mpz_init_set_si(items, q->items);
    enum status status = certificate_put_items_bound(output, q->latency, q->ports, processors,
                                                     items, q->single, failure);
    mpz_clears(processors, items, (mpz_ptr)NULL);
    return status;
}

const char *items_time_kind(const struct items_time *time, enum items_side side) {
    return side == ITEMS_UPPER ? "messages" : time->has_proof ? "impossible-items" : "items-bound";
}

enum status items_time_put(const struct items_time *time, enum items_side side,
                           struct certificate_output *output, const struct limits *limits,
                           struct failure *failure) {
    if (side == ITEMS_UPPER)
        return evidence_put_body(evidence_of_messages(&time->schedule.list), output, limits,
                                 failure);
    if (!time->has_proof)
        return put_bound(output, &time->question, failure);
    return evidence_put_body(evidence_of_impossible_items(&time->proof), output, limits, failure);
}

enum status items_time_write(const struct items_time *time, enum items_side side, const char *path,
                             FILE *stream, const struct limits *limits, struct failure *failure) {
    struct certificate_output *output;
    const char *kind = items_time_kind(time, side);
    enum status status = path ? certificate_open(&output, path, true, kind, failure)
                              : certificate_open_stream(&output, stream, kind, failure);
    if (status)
        return status;
    status = items_time_put(time, side, output, limits, failure);
    return certificate_end(output, status, failure);
}
