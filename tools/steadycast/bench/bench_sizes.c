/* How the time grows with the question. */
#include <math.h>
#include <stdio.h>

#include "solver/bound/lp.h"
#include "solver/bound/prices.h"
#include "solver/count/count.h"
#include "solver/decide/arithmetic.h"
#include "solver/items/items_bound.h"
#include "solver/items/search/items_sat.h"
#include "tools/steadycast/bench/bench_fit.h"
#include "tools/steadycast/bench/bench_messages.h"
#include "tools/steadycast/bench/bench_scan.h"

enum { MOST_SIZES = 8 };

/* Answers a question of a given size, *seconds its time. */
typedef enum status size_run(const struct bench_options *options, int size, double *seconds,
                             struct failure *failure);

/* One kind of question for several sizes. */
struct growth {
    const char *name; /* what grows with what */
    const char *axis;
    bool exponential; /* a factor for each step, not an exponent */
    size_run *run;
    double most; /* promised of the exponent, or of the factor */
    int sizes[MOST_SIZES];
    int quick[MOST_SIZES]; /* ended by 0, as the others */
};

/* A question whose size is all that its work needs to know. */
struct sized {
    const struct bench_options *options;
    int size;
};

/* --- what is measured --- */

static enum status decide(void *context, struct failure *failure) {
    const struct sized *sized = context;
    struct limits limits = bench_limits(sized->options, 1);
    struct answer answer;
    enum status status = arithmetic_solve(3, sized->size, &limits, &answer, failure);
    if (status)
        return status;
    if (answer.verdict != VERDICT_FEASIBLE)
        status = failure_set(failure, STATUS_INTERNAL, "L = 3, t = %d: no schedule", sized->size);
    answer_clear(&answer);
    return status;
}

static enum status price(void *context, struct failure *failure) {
    const struct sized *sized = context;
    struct prices prices;
    enum status status = prices_two(&prices, sized->size, failure);
    if (status)
        return status;
    status = prices_check(&prices, failure);
    prices_clear(&prices);
    return status;
}

static enum status program(void *context, struct failure *failure) {
    const struct sized *sized = context;
    struct limits limits = bench_limits(sized->options, 1);
    struct lp_solution solution;
    enum status status = lp_solve(2, sized->size, &limits, &solution, failure);
    if (!status)
        lp_clear(&solution);
    return status;
}

static enum status count(void *context, struct failure *failure) {
    const struct sized *sized = context;
    struct limits limits = bench_limits(sized->options, 1);
    bool finished = false;
    mpz_t parikh, words;
    mpz_inits(parikh, words, NULL);
    enum status status =
        count_schedules(7, sized->size, &limits, parikh, words, &finished, failure);
    mpz_clears(parikh, words, NULL);
    return status ? status : limits_check(&limits, failure);
}

static enum status formula(void *context, struct failure *failure) {
    const struct sized *sized = context;
    struct items_question question = {3, 1, 9, sized->size, false};
    struct limits limits = bench_limits(sized->options, 1);
    struct items_answer answer;
    int time = 0;
    enum status status = items_question_bound(&question, &time, failure);
    if (!status)
        status = items_sat(&question, time, ITEMS_ORDERED, &limits, &answer, failure);
    if (status)
        return status;
    if (answer.verdict == VERDICT_UNKNOWN)
        status = limits_check(&limits, failure);
    items_answer_clear(&answer);
    return status;
}

static enum status run_sized(const struct bench_options *options, int size, bench_work *work,
                             double *seconds, struct failure *failure) {
    struct sized sized = {options, size};
    return bench_time(options, work, &sized, seconds, failure);
}

static enum status run_decide(const struct bench_options *options, int size, double *seconds,
                              struct failure *failure) {
    return run_sized(options, size, decide, seconds, failure);
}

static enum status run_price(const struct bench_options *options, int size, double *seconds,
                             struct failure *failure) {
    return run_sized(options, size, price, seconds, failure);
}

static enum status run_program(const struct bench_options *options, int size, double *seconds,
                               struct failure *failure) {
    return run_sized(options, size, program, seconds, failure);
}

static enum status run_count(const struct bench_options *options, int size, double *seconds,
                             struct failure *failure) {
    return run_sized(options, size, count, seconds, failure);
}

static enum status run_formula(const struct bench_options *options, int size, double *seconds,
                               struct failure *failure) {
    return run_sized(options, size, formula, seconds, failure);
}

static enum status run_power(const struct bench_options *options, int size, double *seconds,
                             struct failure *failure) {
    struct bench_power power = {options, 3, size, 0};
    return bench_time(options, bench_power_work, &power, seconds, failure);
}

static enum status run_messages(const struct bench_options *options, int size, double *seconds,
                                struct failure *failure) {
    struct messages messages;
    enum status status = bench_best_messages(&messages, 10000, size, options, failure);
    if (status)
        return status;
    struct message_list list = messages_list(&messages);
    struct bench_list run = {options, &list};
    status = bench_time(options, bench_tell_work, &run, seconds, failure);
    messages_clear(&messages);
    return status;
}

static const struct growth growths[] = {
    {"deciding by arithmetic, L = 3",
     "t",
     false,
     run_decide,
     2.5,
     {4000, 8000, 16000, 32000, 64000, 128000},
     {4000, 8000, 16000}},
    {"prices in closed form, L = 2",
     "t",
     false,
     run_price,
     3,
     {500, 1000, 2000, 4000, 8000},
     {500, 1000, 2000}},
    {"linear program, L = 2",
     "t",
     true,
     run_program,
     2.5,
     {10, 11, 12, 13, 14, 15, 16},
     {8, 10, 12}},
    {"delay by construction, L = 3",
     "digits of P",
     false,
     run_power,
     2.5,
     {250, 500, 1000, 2000, 3000},
     {125, 250, 500}},
    {"messages told, L = 3, P = 10001",
     "K",
     false,
     run_messages,
     1.2,
     {25, 50, 100, 200, 400},
     {10, 20, 40}},
    {"counting, L = 7", "t", true, run_count, 4, {17, 18, 19, 20, 21, 22}, {15, 16, 17}},
    {"items by formula, L = 3, P = 10", "K", false, run_formula, 5, {2, 3, 4, 6, 8, 10}, {2, 4, 6}},
};

/* --- the table --- */

static enum status add_fit(const struct growth *growth, const double *sizes, const double *seconds,
                           int count, struct bench_table *table, struct failure *failure) {
    struct bench_fit fit;
    struct bench_record record = {.promise = {BENCH_VALUE, false, growth->most}};
    bool fitted = growth->exponential ? bench_fit_growth(sizes, seconds, count, &fit)
                                      : bench_fit_power(sizes, seconds, count, &fit);
    if (!fitted)
        return bench_remark(table, "%s: nothing can be fitted", growth->name);
    record.value = growth->exponential ? exp(fit.slope) : fit.slope;
    snprintf(record.unit, sizeof record.unit, "%s", growth->exponential ? "factor" : "exponent");
    snprintf(record.what, sizeof record.what, "%s: over %s", growth->name, growth->axis);
    snprintf(record.note, sizeof record.note, "%s = %.0f..%.0f: %.2g..%.2g s, residual %.2f",
             growth->axis, sizes[0], sizes[count - 1], seconds[0], seconds[count - 1],
             fit.residual);
    return bench_add(table, &record, failure);
}

static enum status measure(const struct growth *growth, const struct bench_options *options,
                           struct bench_table *table, struct failure *failure) {
    const int *all = options->quick ? growth->quick : growth->sizes;
    double sizes[MOST_SIZES], seconds[MOST_SIZES];
    enum status status = STATUS_OK;
    int count = 0;
    for (; count < MOST_SIZES && all[count] && !status; count++) {
        sizes[count] = all[count];
        status = growth->run(options, all[count], &seconds[count], failure);
    }
    return status ? status : add_fit(growth, sizes, seconds, count, table, failure);
}

enum status bench_sizes(const struct bench_options *options, struct bench_table *table,
                        struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof growths / sizeof *growths && !status; i++)
        status = measure(&growths[i], options, table, failure);
    return status;
}
