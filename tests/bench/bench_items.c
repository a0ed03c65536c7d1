/* SPDX-License-Identifier: MIT */
/* K items: both encodings of the question, and messages that are told. */
#include <stdio.h>
#include <stdlib.h>

#include "solver/items/items_bound.h"
#include "solver/items/search/items_sat.h"
#include "solver/question/constructions.h"
#include "tests/bench/bench.h"
#include "tools/steadycast/frame/clock.h"

/* --- ordered against plain --- */

enum { CELLS = 60 };

/* Seconds of each cell for a schedule at the bound; those of a question that is not answered are
 * the limit. */
struct encoding {
    double seconds[CELLS];
    int answered;
};

static enum status ask(const struct bench *bench, const struct items_question *question, int cell,
                       enum items_encoding kind, struct encoding *encoding,
                       struct failure *failure) {
    struct bench_clock clock;
    struct items_answer answer;
    int bound = 0;
    enum status status = items_question_bound(question, &bound, failure);
    double start = steady_clock();
    struct limits limits = bench_limits_for(&clock, bench,
                                            bench->quick       ? 0.1
                                            : bench->limit < 3 ? bench->limit
                                                               : 3);
    if (!status)
        status = items_sat(question, bound, kind, &limits, &answer, failure);
    if (status)
        return status;
    encoding->seconds[cell] = steady_clock() - start;
    encoding->answered += answer.verdict == VERDICT_FEASIBLE;
    if (answer.verdict == VERDICT_INFEASIBLE)
        status = failure_set(failure, STATUS_INTERNAL, "L = %d, N = %d, K = %d: wrong",
                             question->latency, question->processors, question->items);
    items_answer_clear(&answer);
    limits = bench_limits(bench, 1);
    return status ? status : limits_check(&limits, failure);
}

/* The ratio is that of the medians, so at least this where the plain encoding gave up. */
enum status bench_encodings(struct bench *bench, struct failure *failure) {
    struct encoding ordered = {.answered = 0}, plain = {.answered = 0};
    enum status status = STATUS_OK;
    int cells = bench->quick ? CELLS / 5 * 2 : CELLS;
    for (int i = 0; i < cells && !status; i++) { /* L = 1..5, N = 3, 6, 9, K = 2, 4, 6, 8 */
        struct items_question question = {1 + i / 12,      1,     3 * (1 + i / 4 % 3),
                                          2 * (1 + i % 4), false, 0};
        status = ask(bench, &question, i, ITEMS_ORDERED, &ordered, failure);
        if (!status)
            status = ask(bench, &question, i, ITEMS_PLAIN, &plain, failure);
    }
    if (status)
        return status;
    struct bench_record record = {.value = bench_median(ordered.seconds, cells),
                                  .unit = "s",
                                  .peer = "plain encoding",
                                  .peer_value = bench_median(plain.seconds, cells),
                                  .peer_open = plain.answered <= cells / 2,
                                  .subject = BENCH_RATIO,
                                  .bound = 1};
    snprintf(record.what, BENCH_TEXT, "%d questions, median: schedules", cells);
    snprintf(record.note, BENCH_NOTE, "answered %d, by the plain encoding %d", ordered.answered,
             plain.answered);
    return bench_add(bench, "items", &record, failure);
}

enum status bench_formula(struct bench_run *run, struct failure *failure) {
    struct items_question question = {run->row->latency, 1, run->row->served, run->size, false, 0};
    struct items_answer answer;
    int time = 0;
    enum status status = items_question_bound(&question, &time, failure);
    if (!status)
        status = items_sat(&question, time, ITEMS_ORDERED, &run->limits, &answer, failure);
    if (!status)
        items_answer_clear(&answer);
    return status;
}

/* --- messages --- */

static enum status take(void *context, const struct message *message, struct failure *failure) {
    long *sum = context;
    (void)failure;
    *sum += message->item;
    return STATUS_OK;
}

/* Only this is timed. */
static enum status tell(struct bench_run *run, const struct message_list *list,
                        struct failure *failure) {
    long sum = 0, items = list->items;
    double start = steady_clock();
    enum status status = message_list_each(list, take, &sum, &run->limits, failure);
    run->record.value = steady_clock() - start;
    run->amount = (double)list->count;
    run->record.limit_value = run->amount * sizeof(struct message) / run->bench->machine.read_one;
    snprintf(run->record.limit, BENCH_TEXT, "%d bytes a message from memory",
             (int)sizeof(struct message));
    snprintf(run->record.note, BENCH_NOTE, "%ld messages", list->count);
    if (!status && sum != list->processors * (items * (items + 1) / 2))
        status = failure_set(failure, STATUS_INTERNAL, "not every item to everybody");
    return status;
}

enum status bench_construction(struct bench_run *run, struct failure *failure) {
    struct items_question question = {run->row->latency, 1, run->row->served, run->size, false, 0};
    struct items_schedule schedule = {0};
    struct items_plans *plans = items_plans_new();
    if (!plans)
        return failure_memory(failure, "plans");
    const struct items_task task = {plans, &question, &run->limits};
    enum status status = items_construction_named(run->row->by)->build(&task, &schedule, failure);
    if (!status && !items_schedule_is_built(&schedule))
        status = failure_set(failure, STATUS_INTERNAL, "%s has nothing", run->row->by);
    if (!status) {
        status = tell(run, &schedule.list, failure);
        items_schedule_clear(&schedule);
    }
    items_plans_free(plans);
    return status;
}
