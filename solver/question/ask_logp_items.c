/* SPDX-License-Identifier: MIT */
/* K items from one source: the least time, on a LogP machine. */
#include "automata/numbers.h"
#include "solver/items/items_bound.h"
#include "solver/model/certificates.h"
#include "solver/question/engines.h"
#include "solver/question/logp_items_time.h"

EVIDENCE_CLEAR(clear_time, logp_items_time_clear)

static enum status put_bound(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct logp_items_question *question = body;
    (void)limits;
    BIG_OF(items, question->items);
    return certificate_put_logp_items_bound(output, &question->machine, question->processors, items,
                                            question->single, failure);
}

/* Where a list is too large, the stream proves its delay; what its first items take follows from it
 * (11.7 of results/THEOREMS.md). */
static void give_evidence(struct outcome *outcome) {
    const struct logp_items_time *time = outcome->detail;
    outcome->bound = evidence_borrowed("items-bound", put_bound, &time->question);
    if (time->has_list) {
        outcome_give_messages(outcome, &time->schedule.list);
    } else if (time->has_stream) {
        outcome->schedule = evidence_of_logp_schedule(&time->stream);
    }
}

static const char *why_open(const struct logp_items_time *time, const struct limits *limits) {
    if (limits_check(limits, NULL))
        return LIMITS_STOPPED;
    return *time->reason ? time->reason : "no schedule was found that ends at the bound";
}

static enum status report_time(struct outcome *outcome, const struct limits *limits,
                               struct failure *failure) {
    const struct logp_items_time *time = outcome->detail;
    give_evidence(outcome);
    outcome->by = time->by ? time->by : outcome->by;
    if (time->lower < time->upper)
        outcome_leave_open(outcome, why_open(time, limits));
    TRY(outcome_give_range(outcome, time->lower, time->by ? time->upper : -1, failure));
    TRY(outcome_add_number(outcome, "counted", time->counted, failure));
    return outcome_add_number(outcome, "work", time->work, failure);
}

enum status logp_items_answer(const struct question *question, bool buffered,
                              const struct limits *limits, struct outcome *outcome,
                              struct failure *failure) {
    const struct machine machine = question_machine(question);
    struct logp_items_question asked = {.machine = machine.logp,
                                        .capacity = machine.capacity,
                                        .items = (int)question_number(question, KEY_ITEMS),
                                        .single = question_number(question, KEY_SENDS) == 1,
                                        .buffered = buffered};
    struct logp_items_time time;
    BIG(processors);
    question_big(question, KEY_PROCESSORS, processors);
    mpz_sub_ui(processors, processors, 1);
    *asked.processors = *processors; /* borrowed */
    TRY(logp_items_time_find(&asked, limits, &time, failure));
    TRY(outcome_give_detail(outcome, &time, sizeof time, clear_time, failure));
    return report_time(outcome, limits, failure);
}

enum { BEST, BUFFERED };

static enum status ask(const struct engine_call *call, struct failure *failure) {
    return logp_items_answer(call->question, call->engine->method == BUFFERED, call->limits,
                             call->outcome, failure);
}

/* The postal model but that messages wait as long as they have to. */
static bool is_buffered(const struct question *question) {
    return question_number(question, KEY_OVERHEAD) == 0 &&
           question_number(question, KEY_GAP) == 1 &&
           question_number(question, KEY_CAPACITY) == CAPACITY_NONE;
}

const struct engine logp_broadcast_engines[] = {
    {MACHINE_LOGP, "construction", ENGINE_DECIDES, 0, ask, BEST, NULL, NULL,
     "the best of one item's tree, the source alone, whole steps and a stream; counting"},
    {MACHINE_POSTAL, "logp-construction", ENGINE_DECIDES, 0, ask, BEST, NULL, NULL,
     "the same, with o = 0, g = 1"},
    {MACHINE_LOGP, "buffered", ENGINE_DECIDES, ENGINE_SINGLE_OUT, ask, BUFFERED, NULL, is_buffered,
     "o = 0, g = 1, capacity none: Theorem 3.8 of the paper, single-sending, L + B(P-1) + K-1"},
    {.name = NULL}};
