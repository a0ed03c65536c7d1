#include "tools/steadycast/bench/bench_window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "solver/bound/prices.h"

enum { LATENCY = 2 };

/* Who counts the passes, and hears of signals. */
struct listener {
    const struct bench_options *options;
    uint64_t passes;
};

static bool stopped(void *context) {
    const struct listener *listener = context;
    return control_stopped(listener->options->control);
}

static void count_pass(void *context, const struct progress *progress) {
    struct listener *listener = context;
    listener->passes = progress->done;
}

enum status bench_window_work(void *context, struct failure *failure) {
    struct bench_window *run = context;
    struct listener listener = {run->options, 0};
    struct limits limits = {
        .threads = run->threads, .stop = stopped, .report = count_pass, .context = &listener};
    struct prices prices;
    struct window window;
    struct window_words words;
    enum status status = prices_two(&prices, run->depth, failure);
    if (status)
        return status;
    status = prices_window(&prices, &window, failure);
    prices_clear(&prices);
    if (!status)
        status = window_potentials(&window, &limits, NULL, &words, failure);
    if (status)
        return status;
    if (words.count)
        status = failure_set(failure, STATUS_INTERNAL, "the prices fail at t = %d", run->depth);
    window_words_clear(&words);
    run->passes = listener.passes + 1;
    return status;
}

double bench_window_bytes(const struct bench_window *window) {
    double half = ldexp(1, window->depth - 1);
    double transitions = half + half * (1 + (window->depth - LATENCY) / 2.0);
    return (double)window->passes * transitions * sizeof(int64_t);
}

static enum status measure(const struct bench_options *options, int depth, int threads,
                           struct bench_table *table, struct failure *failure) {
    struct bench_window window = {options, depth, threads, 0};
    double speed = threads == 1 ? options->machine->read_one : options->machine->read_all;
    struct bench_record record = {.unit = "s", .limit = "transitions, 8 bytes each, from memory"};
    enum status status = bench_time(options, bench_window_work, &window, &record.value, failure);
    record.limit_value = bench_window_bytes(&window) / speed;
    snprintf(record.what, sizeof record.what, "window automaton, t = %d, %d thread%s", depth,
             threads, threads > 1 ? "s" : "");
    snprintf(record.note, sizeof record.note, "%d passes, %.0f MB", (int)window.passes,
             21 * ldexp(1, depth) / 1e6);
    if (depth >= 20)
        record.promise = (struct bench_promise){BENCH_SHARE, true, 0.1};
    return status ? status : bench_add(table, &record, failure);
}

enum status bench_window(const struct bench_options *options, struct bench_table *table,
                         struct failure *failure) {
    int processors = options->machine->processors;
    enum status status = STATUS_OK;
    for (int depth = 18; depth <= (options->quick ? 20 : 24) && !status; depth += 2) {
        status = measure(options, depth, 1, table, failure);
        if (!status && processors > 1)
            status = measure(options, depth, processors, table, failure);
    }
    return status;
}
