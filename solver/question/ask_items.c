/* SPDX-License-Identifier: MIT */
/* K items from one source: the least time, in the postal model and with several ports. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/items_bound.h"
#include "solver/items/search/items_backtrack.h"
#include "solver/items/search/items_sat.h"
#include "solver/model/certificates.h"
#include "solver/question/details.h"
#include "solver/question/engines.h"

enum { MOST_LISTED = 100000000 /* messages of a certificate */, MOST_PROCESSORS = 1000000000 };

enum {
    CONSTRUCTION, /* constructions alone */
    SAT,          /* formulas alone, from the bound upwards */
    BACKTRACK,    /* the same by exhaustive search, whose no has no certificate */
    ANY,          /* constructions, then formulas where they leave a gap */
    ONE           /* the construction that is called as the engine */
};

/* What is asked, one time after the other; the time is the outcome's detail. */
struct search {
    const struct engine *engine;
    int method; /* its own */
    enum items_encoding encoding;
    const struct limits *limits;
    struct outcome *outcome;
    struct items_time *time;
};

static void clear_time(void *detail) {
    struct items_time *time = detail;
    items_schedule_clear(&time->schedule);
    free(time->proof.lrat.numbers);
    items_plans_free(time->plans);
}

static void release_answer(void *owned) {
    items_answer_clear(owned);
    free(owned);
}

static enum status set_schedule(const struct search *search, struct items_schedule *schedule,
                                const char *by, struct failure *failure) {
    struct items_time *time = search->time;
    items_schedule_clear(&time->schedule);
    time->schedule = *schedule;
    time->upper = schedule->list.finish;
    search->outcome->by = by;
    if (time->question.single && !schedule->list.single)
        return failure_internal(failure, "%s: the source sends an item again", by);
    if (time->upper >= time->lower)
        return STATUS_OK;
    return failure_internal(failure, "%s: a schedule ends at %d, and no schedule can end before %d",
                            by, time->upper, time->lower);
}

/* By the one, which has something for the questions of its range alone. */
static enum status construct_one(const struct search *search, struct items_plans *plans,
                                 struct items_schedule *schedule,
                                 const struct items_construction **by, struct failure *failure) {
    const struct items_construction *one = items_construction_named(search->engine->name);
    char why[sizeof search->outcome->reason];
    const struct items_task task = {plans, &search->time->question, search->limits};
    TRY(one->build(&task, schedule, failure));
    if (items_schedule_is_built(schedule)) {
        *by = one;
        return STATUS_OK;
    }
    snprintf(why, sizeof why, "it has nothing for this question; it is for: %s",
             search->engine->summary);
    outcome_leave_open(search->outcome, why);
    return STATUS_OK;
}

static enum status construct(const struct search *search, struct items_plans *plans,
                             struct failure *failure) {
    struct items_time *time = search->time;
    struct items_schedule schedule = {0};
    const struct items_construction *by = NULL;
    struct failure fault = {0};
    enum status status = search->method == ONE
                             ? construct_one(search, plans, &schedule, &by, &fault)
                             : items_construct(plans, &time->question, time->lower, search->limits,
                                               &schedule, &by, &fault);
    if (status == STATUS_LIMIT) {
        outcome_leave_open(search->outcome, fault.message);
        return STATUS_OK;
    }
    if (status)
        return failure_set(failure, status, "%s", fault.message);
    return by ? set_schedule(search, &schedule, by->name, failure) : STATUS_OK;
}

/* The formula's no is the evidence, whoever said it first. */
static enum status try_time(const struct search *search, struct items_answer *answer,
                            struct failure *failure) {
    const struct items_question *question = &search->time->question;
    int time = search->time->lower;
    struct part_limits part;
    const struct limits *limits = limits_part(&part, search->limits, "time %d", time);
    if (search->time->upper < INT_MAX)
        limits =
            limits_part(&part, search->limits, "%d..%d, time %d", time, search->time->upper, time);
    if (search->method != BACKTRACK)
        return items_sat(question, time, search->encoding, limits, answer, failure);
    TRY(items_backtrack(question, time, limits, answer, failure));
    if (answer->verdict != VERDICT_INFEASIBLE)
        return STATUS_OK;
    uint64_t nodes = answer->nodes;
    items_answer_clear(answer);
    TRY(items_sat(question, time, search->encoding, limits, answer, failure));
    answer->nodes += nodes;
    if (answer->verdict != VERDICT_FEASIBLE)
        return STATUS_OK;
    items_answer_clear(answer);
    return failure_internal(failure,
                            "search and formula disagree on L = %d, P = %d, K = %d at time %d",
                            question->latency, question->processors + 1, question->items, time);
}

/* One time less is possible, or not, or it is not known; the answer is taken over. */
static enum status use(const struct search *search, struct items_answer *answer,
                       struct failure *failure) {
    struct items_time *time = search->time;
    search->outcome->nodes += answer->nodes;
    if (answer->verdict == VERDICT_FEASIBLE) {
        struct items_schedule found = {answer->list, answer, release_answer};
        return set_schedule(search, &found, search->method == BACKTRACK ? "backtrack" : "sat",
                            failure);
    }
    if (answer->has_proof) {
        free(time->proof.lrat.numbers);
        time->proof = answer->proof;
        time->has_proof = true;
        answer->proof.lrat = (struct lrat){0};
        time->lower++;
    } else {
        outcome_leave_open(search->outcome,
                           answer->reason ? answer->reason : "it is refuted without a proof");
    }
    release_answer(answer);
    return STATUS_OK;
}

/* What a construction could not do is no longer of interest. */
static enum status close_gap(const struct search *search, struct failure *failure) {
    enum status status = STATUS_OK;
    struct failure fault = {0};
    const char *reason = search->outcome->reason;
    if (!limits_check(search->limits, NULL))
        outcome_leave_open(search->outcome, "");
    while (search->time->lower < search->time->upper && !*reason && !status) {
        struct items_answer *answer = memory_new(1, sizeof *answer);
        TRY(memory_check(answer, failure, "an answer"));
        status = try_time(search, answer, &fault);
        if (!status) {
            status = use(search, answer, failure);
            continue;
        }
        free(answer);
        if (status != STATUS_LIMIT)
            return failure_set(failure, status, "%s", fault.message);
        outcome_leave_open(search->outcome, fault.message);
        return STATUS_OK;
    }
    return status;
}

/* --- as an outcome --- */

static enum status put_upper(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct items_time *time = body;
    if (time->schedule.list.count > MOST_LISTED && !time->long_lists)
        return failure_limit(failure, "the schedule has more than %d messages", MOST_LISTED);
    return evidence_put_body(evidence_of_messages(&time->schedule.list), output, limits, failure);
}

static enum status report_time(const struct search *search, struct failure *failure) {
    struct outcome *outcome = search->outcome;
    const struct items_time *time = search->time;
    bool known = time->upper < INT_MAX;
    if (time->lower < time->upper && !*outcome->reason)
        outcome_leave_open(outcome, limits_check(search->limits, NULL) ? LIMITS_STOPPED
                                    : search->method == ONE ? "it ends later than the bound"
                                                            : "no construction ends at the bound");
    outcome->messages = &time->schedule.list;
    if (known)
        outcome->schedule = outcome_evidence(outcome, "messages", put_upper);
    outcome->bound = time->has_proof ? evidence_of_impossible_items(&time->proof)
                                     : evidence_of_items_bound(&time->question);
    TRY(outcome_give_range(outcome, time->lower, known ? time->upper : -1, failure));
    return outcome_add_number(outcome, "counted", time->counted, failure);
}

static enum status find(const struct search *search, struct items_plans *plans,
                        struct failure *failure) {
    struct items_time *time = search->time;
    enum status status = items_question_bound(&time->question, &time->counted, failure);
    time->lower = time->counted;
    bool built = search->method == CONSTRUCTION || search->method == ONE;
    if (!status && (built || search->method == ANY))
        status = construct(search, plans, failure);
    if (!status && !built)
        status = close_gap(search, failure);
    return status ? status : report_time(search, failure);
}

static enum status ask(const struct engine_call *call, struct failure *failure) {
    const struct question *question = call->question;
    struct items_time time = {
        .question = {.latency = (int)question_number(question, KEY_LATENCY),
                     .ports = (int)question_number(question, KEY_PORTS),
                     .processors = (int)question_number(question, KEY_PROCESSORS) - 1,
                     .items = (int)question_number(question, KEY_ITEMS),
                     .single = question_number(question, KEY_SENDS) == 1},
        .upper = INT_MAX,
        .long_lists = call->options->long_lists,
        .plans = call->options->plans ? NULL : items_plans_new()};
    struct search search = {
        call->engine, call->engine->method, call->options->plain ? ITEMS_PLAIN : ITEMS_ORDERED,
        call->limits, call->outcome,        NULL};
    struct items_plans *plans = call->options->plans ? call->options->plans : time.plans;
    TRY(memory_check(plans, failure, "plans"));
    TRY(outcome_give_detail(call->outcome, &time, sizeof time, clear_time, failure));
    search.time = call->outcome->detail;
    return find(&search, plans, failure);
}

/* For more processors than a list has, the tree answers in the postal model, and the stream. */
static bool takes(const struct question *question) {
    bool postal = question_machine_class(question) == MACHINE_POSTAL;
    return question_number(question, KEY_PROCESSORS) <=
           (postal ? MESSAGES_MOST_PROCESSORS + 1 : MOST_PROCESSORS);
}

enum { MACHINES = MACHINE_POSTAL | MACHINE_PORTS };

/* What its range is stands in the summary. */
#define CONSTRUCTION_ROW(machines, name, range)                                                    \
    { machines, name, ENGINE_DECIDES, ENGINE_SINGLE_OUT, ask, ONE, NULL, takes, range }

const struct engine broadcast_engines[] = {
    {MACHINES, "any", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES | ENGINE_SINGLE_OUT, ask,
     ANY, "plain", takes, "constructions, then formulas for what they leave open"},
    {MACHINES, "construction", ENGINE_DECIDES, 0, ask, CONSTRUCTION, NULL, takes,
     "one item's tree, pieces of the endless stream, endgames, boxes"},
    {MACHINES, "sat", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask, SAT, "plain",
     takes, "a formula for each time from the counting bound on"},
    {MACHINES, "backtrack", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask, BACKTRACK,
     "plain", takes, "the same by exhaustive search"},
    CONSTRUCTION_ROW(MACHINE_PORTS, "tree", "one item, sent again and again: the least time"),
    CONSTRUCTION_ROW(MACHINES, "star",
                     "the source sends all itself, not single-sending: L + ceil((P-1)K/p) - 1"),
    CONSTRUCTION_ROW(MACHINES, "stream",
                     "single-sending: L + B(P-1) + K-1 (L = 2: one more where the stream needs "
                     "it), with p ports L + t + ceil(K/p) - 1"),
    CONSTRUCTION_ROW(MACHINE_POSTAL, "single",
                     "L = 2, single-sending, where the stream is slower: 2 + B(P-1) + K-1"),
    CONSTRUCTION_ROW(MACHINE_POSTAL, "endgame",
                     "not single-sending, where one is found: the bound by counting, for large K"),
    CONSTRUCTION_ROW(MACHINE_POSTAL, "few",
                     "not single-sending, L >= 3, where it is found: the bound by counting, for "
                     "K < k1"),
    CONSTRUCTION_ROW(MACHINE_PORTS, "bundle", "p items at a time, as ceil(K/p) items with one"),
    CONSTRUCTION_ROW(MACHINE_PORTS, "boxes",
                     "L = 1, single-sending, a chain of boxes: ceil(K/p) + ceil(log_(p+1) P), or "
                     "one more"),
    CONSTRUCTION_ROW(MACHINE_POSTAL, "paper",
                     "P-1 = P(t), single-sending: Theorem 3.7 of the paper, B(P-1) + 2L + K-2"),
    {.name = NULL}};
