/* K items: both encodings of the question, single questions, and the constructions. */
#include <stdio.h>
#include <stdlib.h>

#include "solver/items/items_bound.h"
#include "solver/items/search/items_sat.h"
#include "solver/question/items_time.h"
#include "tools/steadycast/bench/bench_messages.h"
#include "tools/steadycast/frame/steady_clock.h"

/* --- ordered against plain --- */

/* A question to an engine that gets `seconds` from `start` on. */
struct clock_limit {
    const struct bench_options *options;
    double start;
    double seconds;
};

static bool over(void *context) {
    const struct clock_limit *limit = context;
    return control_stopped(limit->options->control) ||
           steady_clock() - limit->start > limit->seconds;
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
    struct clock_limit clock = {options, steady_clock(),
                                options->quick       ? 0.1
                                : options->limit < 3 ? options->limit
                                                     : 3};
    struct limits limits = {.threads = 1, .stop = over, .context = &clock};
    struct items_answer answer;
    enum status status = items_sat(question, time, encoding, &limits, &answer, failure);
    if (status)
        return status;
    *seconds = steady_clock() - clock.start;
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
    int last = options->quick ? 2 : 5;
    for (int latency = 1; latency <= last; latency++)
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

/* The ordered encoding against the plain one, in the middle; the ratio is of the medians, so at
 * least this where the plain one gave up. */
static enum status add_columns(const char *what, const struct column columns[2], int cells,
                               double least, struct bench_table *table, struct failure *failure) {
    double ordered[CELLS], plain[CELLS];
    struct bench_record record = {
        .unit = "s", .peer = "plain encoding", .promise = {BENCH_RATIO, true, least}};
    for (int i = 0; i < cells; i++) {
        ordered[i] = columns[ITEMS_ORDERED].seconds[i];
        plain[i] = columns[ITEMS_PLAIN].seconds[i];
    }
    int answered = count_answered(&columns[ITEMS_PLAIN], cells);
    record.value = bench_median(ordered, cells);
    record.peer_value = bench_median(plain, cells);
    record.peer_open = answered <= cells / 2;
    snprintf(record.what, sizeof record.what, "%d questions, median: %s", cells, what);
    snprintf(record.note, sizeof record.note, "answered %d, by the plain encoding %d",
             count_answered(&columns[ITEMS_ORDERED], cells), answered);
    return bench_add(table, &record, failure);
}

/* The least time of each cell by formulas alone: a schedule at the bound, and none a step earlier.
 */
static enum status compare(const struct bench_options *options, struct bench_table *table,
                           struct failure *failure) {
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
    status = add_columns("schedules", found, cells, 1, table, failure);
    if (!status)
        status = add_columns("refutations", refuted, cells, 20, table, failure);
    return status ? status : add_columns("least times", settled, cells, 10, table, failure);
}

/* --- single questions --- */

struct single {
    const struct bench_options *options;
    struct items_question question;
    enum items_method method;
    int lower;
    int upper;
    const char *by;
};

static enum status settle(void *context, struct failure *failure) {
    struct single *single = context;
    struct limits limits = bench_limits(single->options, 1);
    struct items_plans *plans = items_plans_new();
    struct items_time time;
    if (!plans)
        return failure_memory(failure, "plans");
    enum status status = items_time_find(plans, &single->question, single->method, ITEMS_ORDERED,
                                         &limits, &time, failure);
    if (!status) {
        single->lower = time.lower;
        single->upper = time.upper;
        single->by = time.by ? time.by : "nobody";
        items_time_clear(&time);
    }
    items_plans_free(plans);
    return status ? status : limits_check(&limits, failure);
}

static enum status add_single(const struct bench_options *options, int latency, int processors,
                              int items, enum items_method method, struct bench_table *table,
                              struct failure *failure) {
    struct single single = {options, {latency, 1, processors - 1, items, false}, method, 0, 0, ""};
    struct bench_record record = {.unit = "s", .promise = {BENCH_VALUE, false, 0.2}};
    enum status status = bench_time(options, settle, &single, &record.value, failure);
    if (!status && single.lower != single.upper)
        status = failure_set(failure, STATUS_INTERNAL, "L = %d, P = %d, K = %d is not settled",
                             latency, processors, items);
    if (status)
        return status;
    snprintf(record.what, sizeof record.what, "L = %d, P = %d, K = %d by %s", latency, processors,
             items, single.by);
    snprintf(record.note, sizeof record.note, "least time %d", single.lower);
    return bench_add(table, &record, failure);
}

/* --- constructions --- */

/* Messages of a construction, told and not written. */
static enum status tell(const struct bench_options *options, const char *name, int latency,
                        struct bench_table *table, struct failure *failure) {
    enum { SERVED = 100000, ITEMS = 100, QUICK_ITEMS = 10 };
    struct items_question question = {latency, 1, SERVED, options->quick ? QUICK_ITEMS : ITEMS,
                                      false};
    struct limits limits = bench_limits(options, 1);
    struct items_schedule schedule;
    struct items_plans *plans = items_plans_new();
    bool built = false;
    double seconds = 0;
    if (!plans)
        return failure_memory(failure, "plans");
    enum status status = items_construction_named(name)->build(plans, &question, &limits, &schedule,
                                                               &built, failure);
    if (!status && !built)
        status = failure_set(failure, STATUS_INTERNAL, "%s has nothing for L = %d", name, latency);
    if (!status) {
        struct bench_list run = {options, &schedule.list};
        status = bench_time(options, bench_tell_work, &run, &seconds, failure);
        struct bench_record record = bench_told(options, &schedule.list, seconds);
        snprintf(record.what, sizeof record.what, "%s told, L = %d, P = %d, K = %d", name, latency,
                 SERVED + 1, question.items);
        if (!status)
            status = bench_add(table, &record, failure);
        items_schedule_clear(&schedule);
    }
    items_plans_free(plans);
    return status;
}

enum status bench_items(const struct bench_options *options, struct bench_table *table,
                        struct failure *failure) {
    enum status status = compare(options, table, failure);
    if (!status)
        status = add_single(options, 1, 9, 6, ITEMS_SAT, table, failure);
    if (!status)
        status = add_single(options, 1, 10, 6, ITEMS_SAT, table, failure);
    if (!status)
        status = add_single(options, 1, 10, 6, ITEMS_ANY, table, failure);
    for (int latency = 1; latency <= 3 && !status; latency++)
        status = add_single(options, latency, 64, 64, ITEMS_CONSTRUCTION, table, failure);
    if (!status)
        status = tell(options, "circulant", 1, table, failure);
    if (!status)
        status = tell(options, "endgame", 2, table, failure);
    return status ? status : tell(options, "stream", 3, table, failure);
}
