/* K items: both encodings of the question, single questions, and the constructions. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "solver/engine/items_time.h"
#include "solver/items/items_bound.h"
#include "solver/items/search/items_sat.h"
#include "tools/steadycast/bench/bench.h"

/* --- ordered against plain --- */

/* A question to an engine that gets `seconds` from `start` on. */
struct clock_limit {
    const struct bench_options *options;
    double start;
    double seconds;
};

static bool over(void *context) {
    const struct clock_limit *limit = context;
    return control_stopped(limit->options->control) || bench_now() - limit->start > limit->seconds;
}

enum { CELLS = 60 };

/* What one encoding does: [cell] seconds, those of questions not answered being the limit. */
struct column {
    double seconds[CELLS];
    bool answered[CELLS];
};

static enum status ask(const struct bench_options *options, const struct items_question *question,
                       int time, enum items_encoding encoding, enum verdict expected,
                       double *seconds, bool *answered, struct failure *failure) {
    struct clock_limit clock = {options, bench_now(), options->limit < 3 ? options->limit : 3};
    struct limits limits = {.threads = 1, .stop = over, .context = &clock};
    struct items_answer answer;
    enum status status = items_sat(question, time, encoding, &limits, &answer, failure);
    if (status)
        return status;
    *seconds = bench_now() - clock.start;
    *answered = answer.verdict != VERDICT_UNKNOWN;
    if (*answered && answer.verdict != expected)
        status = failure_set(failure, STATUS_INTERNAL, "L = %d, N = %d, K = %d, time %d: wrong",
                             question->latency, question->processors, question->items, time);
    items_answer_clear(&answer);
    return status;
}

/* The cell's time for both encodings, at the bound or one step below. */
static enum status measure(const struct bench_options *options, int below, struct column columns[2],
                           int *cells, struct failure *failure) {
    enum status status = STATUS_OK;
    *cells = 0;
    for (int latency = 1; latency <= 5; latency++)
        for (int n = 3; n <= 9; n += 3)
            for (int k = 2; k <= 8 && !status; k += 2) {
                struct items_question question = {latency, 1, n, k, false};
                int bound = 0;
                status = items_question_bound(&question, &bound, failure);
                for (int e = 0; e < 2 && !status; e++) {
                    status =
                        ask(options, &question, bound - below, (enum items_encoding)e,
                            below ? VERDICT_INFEASIBLE : VERDICT_FEASIBLE,
                            &columns[e].seconds[*cells], &columns[e].answered[*cells], failure);
                }
                (*cells)++;
                if (!status && control_stopped(options->control))
                    status = failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
            }
    return status;
}

static int count_answered(const struct column *column, int cells) {
    int count = 0;
    for (int i = 0; i < cells; i++)
        count += column->answered[i];
    return count;
}

static void print_columns(const char *what, const struct column columns[2], int cells) {
    double ratios[CELLS], ordered[CELLS], plain[CELLS];
    for (int i = 0; i < cells; i++) {
        ordered[i] = columns[ITEMS_ORDERED].seconds[i];
        plain[i] = columns[ITEMS_PLAIN].seconds[i];
        ratios[i] = plain[i] / ordered[i];
    }
    printf("bench items %s cells %d ordered-median-seconds %.4f answered %d "
           "plain-median-seconds %.4f answered %d median-ratio-at-least %.1f\n",
           what, cells, bench_median(ordered, cells),
           count_answered(&columns[ITEMS_ORDERED], cells), bench_median(plain, cells),
           count_answered(&columns[ITEMS_PLAIN], cells), bench_median(ratios, cells));
}

/* The least time of each cell by formulas alone: a schedule at the bound, and none a step earlier.
 */
static enum status compare(const struct bench_options *options, struct failure *failure) {
    struct column found[2] = {0}, refuted[2] = {0}, settled[2];
    int cells;
    enum status status = measure(options, 0, found, &cells, failure);
    if (!status)
        status = measure(options, 1, refuted, &cells, failure);
    if (status)
        return status;
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < cells; i++) {
            settled[e].answered[i] = found[e].answered[i] && refuted[e].answered[i];
            settled[e].seconds[i] = found[e].seconds[i] + refuted[e].seconds[i];
        }
    print_columns("found-at-the-bound", found, cells);
    print_columns("refuted-a-step-below", refuted, cells);
    print_columns("least-time-by-both", settled, cells);
    return STATUS_OK;
}

/* --- single questions --- */

static enum status settle(const struct bench_options *options, int latency, int processors,
                          int items, enum items_method method, struct failure *failure) {
    struct items_question question = {latency, 1, processors - 1, items, false};
    struct limits limits = bench_limits(options, 1);
    struct items_plans *plans = items_plans_new();
    struct items_time time;
    double start = bench_now();
    if (!plans)
        return failure_memory(failure, "plans");
    enum status status =
        items_time_find(plans, &question, method, ITEMS_ORDERED, &limits, &time, failure);
    if (!status) {
        printf("bench items L %d P %d K %d lower %d upper %d by %s seconds %.3f\n", latency,
               processors, items, time.lower, time.upper == INT_MAX ? 0 : time.upper,
               time.by ? time.by : "nobody", bench_now() - start);
        items_time_clear(&time);
    }
    items_plans_free(plans);
    return status;
}

/* --- constructions --- */

static enum status add(void *context, const struct message *message, struct failure *failure) {
    long *sum = context;
    (void)failure;
    *sum += message->item;
    return STATUS_OK;
}

/* 10^7 messages of a construction, told and not written. */
static enum status tell(const struct bench_options *options, const char *name, int latency,
                        struct failure *failure) {
    enum { SERVED = 100000, ITEMS = 100 };
    struct items_question question = {latency, 1, SERVED, ITEMS, false};
    struct limits limits = bench_limits(options, 1);
    struct items_schedule schedule;
    struct items_plans *plans = items_plans_new();
    bool built = false;
    long sum = 0;
    double start = bench_now();
    if (!plans)
        return failure_memory(failure, "plans");
    enum status status = items_construction_named(name)->build(plans, &question, &limits, &schedule,
                                                               &built, failure);
    double ready = bench_now();
    if (!status && !built)
        status = failure_set(failure, STATUS_INTERNAL, "%s has nothing for L = %d", name, latency);
    if (!status) {
        status = message_list_each(&schedule.list, add, &sum, &limits, failure);
        if (!status && sum != (long)SERVED * ITEMS * (ITEMS + 1) / 2)
            status = failure_set(failure, STATUS_INTERNAL, "not every item to everybody");
        if (!status)
            printf("bench items construction %s L %d P %d K %d finish %d built-seconds %.2f "
                   "told-seconds %.2f messages-per-second %.2g\n",
                   name, latency, SERVED + 1, ITEMS, schedule.list.finish, ready - start,
                   bench_now() - ready, (double)schedule.list.count / (bench_now() - ready));
        items_schedule_clear(&schedule);
    }
    items_plans_free(plans);
    return status;
}

enum status bench_items(const struct bench_options *options, struct failure *failure) {
    enum status status = compare(options, failure);
    if (!status)
        status = settle(options, 1, 9, 6, ITEMS_SAT, failure);
    if (!status)
        status = settle(options, 1, 10, 6, ITEMS_SAT, failure);
    if (!status)
        status = settle(options, 1, 10, 6, ITEMS_ANY, failure);
    for (int latency = 1; latency <= 3 && !status; latency++)
        status = settle(options, latency, 64, 64, ITEMS_CONSTRUCTION, failure);
    if (!status)
        status = tell(options, "circulant", 1, failure);
    if (!status)
        status = tell(options, "endgame", 2, failure);
    return status ? status : tell(options, "stream", 3, failure);
}
