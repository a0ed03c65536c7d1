/* SPDX-License-Identifier: MIT */
/* Deciding, counting and searching block-cyclic schedules; bounds and capacities at L = 2. */
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "solver/model/instance.h"
#include "solver/proof/bound/prices.h"
#include "solver/question/decide/backtrack.h"
#include "solver/question/engines.h"
#include "tests/bench/bench.h"
#include "tools/steadycast/frame/clock.h"

/* --- deciding --- */

/* One question; adds its seconds and its letters. */
static enum status decide(struct bench_run *run, int latency, int depth, long *letters,
                          struct failure *failure) {
    const struct engine_options options = {.state = NULL};
    struct question question;
    struct small_instance instance;
    struct outcome outcome;
    enum status status = small_instance_init(&instance, latency, depth, 100000, failure);
    if (status)
        return status;
    *letters += instance.letter_total;
    small_instance_clear(&instance);
    double start = steady_clock();
    question_init(&question, SUBJECT_DECIDE);
    question_set(&question, KEY_LATENCY, latency);
    question_set(&question, KEY_DEPTH, depth);
    status = engine_ask(engine_find(&question, run->row->by), &question, &options, &run->limits,
                        &outcome, failure);
    run->record.value += steady_clock() - start;
    if (status)
        return status;
    if (outcome.verdict == VERDICT_UNKNOWN && !limits_stop(&run->limits))
        status = failure_set(failure, STATUS_INTERNAL, "%s does not decide L = %d, t = %d",
                             run->row->by, latency, depth);
    outcome_clear(&outcome);
    return status;
}

/* The peer is the best of the candidates. */
enum status bench_decide(struct bench_run *run, struct failure *failure) {
    struct bench *bench = run->bench;
    enum status status = STATUS_OK;
    long letters = 0;
    run->record.value = 0;
    for (int latency = 3; latency <= run->size; latency++)
        for (int depth = latency; depth <= 3 * latency + 1 && !status; depth++)
            status = decide(run, latency, depth, &letters, failure);
    snprintf(run->record.peer, BENCH_TEXT, "%s", bench->best);
    run->record.peer_value = bench->best_seconds;
    snprintf(run->record.limit, BENCH_TEXT, "%ld letters written once", letters);
    run->record.limit_value = (double)letters * sizeof(int) / bench->machine.read_one;
    return status;
}

/* Of all processes that have ended. */
enum status bench_peak(struct bench_run *run, struct failure *failure) {
    struct rusage usage;
    if (getrusage(RUSAGE_CHILDREN, &usage) != 0)
        return failure_set(failure, STATUS_SYSTEM, "no memory is told");
    run->record.value = (double)usage.ru_maxrss / 1000;
    return STATUS_OK;
}

/* --- the exhaustive search --- */

/* What a node takes, and how many instructions a common processor ends in a cycle at best. The
 * first is counted by callgrind: solve --engine backtrack --no-ball-rule -L 16 -t 32 --threads 1,
 * the difference of two runs of 4e5 and 1.4e6 nodes. gcc 12, x86-64; no node leaves the first
 * cache. */
enum { NODE_INSTRUCTIONS = 117, INSTRUCTIONS_A_CYCLE = 4 };

/* 2^size nodes at t = 17; all fillings by words are counted. */
enum status bench_walk(struct bench_run *run, struct failure *failure) {
    struct backtrack_question question = {
        .latency = 6, .depth = 17, .mode = WALK_WORDS, .count = true, .ball_rule = true};
    struct backtrack_result result;
    struct limits limits = run->limits;
    limits.nodes = UINT64_C(1) << run->size;
    enum status status = backtrack_run(&question, &limits, &result, failure);
    if (status)
        return status;
    free(result.letters);
    run->amount = (double)result.nodes;
    run->found = (long)result.nodes;
    run->record.peer_value = run->amount / 1e8;
    run->record.limit_value =
        run->amount * NODE_INSTRUCTIONS / (INSTRUCTIONS_A_CYCLE * run->bench->machine.cycles);
    snprintf(run->record.limit, BENCH_TEXT, "%d instructions a node, %d a cycle", NODE_INSTRUCTIONS,
             INSTRUCTIONS_A_CYCLE);
    snprintf(run->record.note, BENCH_NOTE,
             "callgrind counts the instructions; jprime on its author's machine: 1e8..2e8");
    return STATUS_OK;
}

/* --- bounds --- */

enum status bench_prices(struct bench_run *run, struct failure *failure) {
    struct prices prices;
    enum status status = prices_two(&prices, run->size, failure);
    if (status)
        return status;
    status = prices_check(&prices, failure);
    prices_clear(&prices);
    return status;
}

/* Who counts the passes of the window automaton, and hears of signals. */
struct listener {
    const struct bench *bench;
    uint64_t passes;
};

static bool stopped(void *context) {
    const struct listener *listener = context;
    return control_stopped(listener->bench->control);
}

static void count_pass(void *context, const struct progress *progress) {
    struct listener *listener = context;
    listener->passes = progress->done;
}

/* Every transition of 2^t states in each pass, 8 bytes each: what the memory gives at best. */
static void put_window_limit(struct bench_run *run, double passes) {
    const struct bench_machine *machine = &run->bench->machine;
    double half = ldexp(1, run->size - 1);
    double transitions = half + half * (1 + (run->size - run->row->latency) / 2.0);
    snprintf(run->record.limit, BENCH_TEXT, "transitions, 8 bytes each, from memory");
    run->record.limit_value = passes * transitions * sizeof(int64_t) /
                              (run->limits.threads == 1 ? machine->read_one : machine->read_all);
    snprintf(run->record.note, BENCH_NOTE, "%.0f passes, %.0f MB", passes,
             21 * ldexp(1, run->size) / 1e6);
}

enum status bench_window(struct bench_run *run, struct failure *failure) {
    struct listener listener = {run->bench, 0};
    struct limits limits = {.threads = run->limits.threads,
                            .stop = stopped,
                            .report = count_pass,
                            .context = &listener};
    struct prices prices;
    struct window window;
    struct window_words words;
    enum status status = prices_two(&prices, run->size, failure);
    if (status)
        return status;
    status = prices_window(&prices, &window, failure);
    prices_clear(&prices);
    if (!status)
        status = window_potentials(&window, &limits, NULL, &words, failure);
    if (status)
        return status;
    if (words.count)
        status = failure_set(failure, STATUS_INTERNAL, "the prices fail at t = %d", run->size);
    window_words_clear(&words);
    put_window_limit(run, (double)listener.passes + 1);
    return status;
}

/* P = 10^size. */
enum status bench_power(struct bench_run *run, struct failure *failure) {
    const struct engine_options options = {.plain = false};
    struct limits limits = bench_limits(run->bench, 0);
    struct question question;
    struct outcome outcome;
    mpz_t processors;
    mpz_init(processors);
    mpz_ui_pow_ui(processors, 10, (unsigned long)run->size);
    question_init(&question, SUBJECT_DELAY);
    question_set(&question, KEY_LATENCY, run->row->latency);
    enum status status = question_set_big(&question, KEY_PROCESSORS, processors, failure);
    mpz_clear(processors);
    if (!status)
        status = engine_ask(engine_find(&question, "construction"), &question, &options, &limits,
                            &outcome, failure);
    question_clear(&question);
    if (status)
        return status;
    snprintf(run->record.note, BENCH_NOTE, "delay %.40s", outcome.upper);
    snprintf(run->record.limit, BENCH_TEXT, "f_0 .. f_t read once");
    /* f_t has size*log2(10)/8 bytes, those before it half of that in the middle */
    run->record.limit_value = (double)(strtol(outcome.upper, NULL, 10) - run->row->latency) *
                              (run->size * 3.3219 / 8) / 2 / run->bench->machine.read_one;
    outcome_clear(&outcome);
    return STATUS_OK;
}
