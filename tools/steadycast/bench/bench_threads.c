/* How the time falls with the number of threads, also beyond that of processors. */
#include <stdio.h>

#include "tools/steadycast/bench/bench_fit.h"
#include "tools/steadycast/bench/bench_scan.h"
#include "tools/steadycast/bench/bench_walk.h"
#include "tools/steadycast/bench/bench_window.h"

enum { MOST_COUNTS = 16 };

/* Work on a given number of threads. */
struct load {
    const char *name;
    const struct bench_options *options;
    enum status (*run)(const struct bench_options *options, int threads, double *seconds,
                       struct failure *failure);
    double speedup; /* that is promised for as many threads as processors, of each */
};

static enum status run_walk(const struct bench_options *options, int threads, double *seconds,
                            struct failure *failure) {
    struct bench_walk walk = {options, 6, 17, threads, options->quick ? 1 << 23 : 1 << 27, 0, 0};
    return bench_time(options, bench_walk_work, &walk, seconds, failure);
}

static enum status run_window(const struct bench_options *options, int threads, double *seconds,
                              struct failure *failure) {
    struct bench_window window = {options, options->quick ? 19 : 22, threads, 0};
    return bench_time(options, bench_window_work, &window, seconds, failure);
}

static enum status run_scan(const struct bench_options *options, int threads, double *seconds,
                            struct failure *failure) {
    struct bench_scan scan = {.options = options,
                              .processors = options->quick ? 500 : 3000,
                              .threads = threads,
                              .step = BENCH_SCAN_ONLY,
                              .folder = ""};
    return bench_time(options, bench_scan_work, &scan, seconds, failure);
}

/* 1, 2, 4, .. and the number of processors and its double themselves. */
static int thread_counts(int processors, int counts[MOST_COUNTS]) {
    int count = 0;
    for (int threads = 1; threads <= 2 * processors && count < MOST_COUNTS - 2; threads *= 2) {
        counts[count++] = threads;
        if (threads < processors && processors < 2 * threads)
            counts[count++] = processors;
    }
    if (counts[count - 1] != 2 * processors)
        counts[count++] = 2 * processors;
    return count;
}

static enum status add_exponent(const struct load *load, const double *threads,
                                const double *seconds, int count, struct bench_table *table,
                                struct failure *failure) {
    struct bench_record record = {.unit = "exponent", .limit = "time falls as 1 / threads"};
    struct bench_fit fit;
    if (!bench_fit_power(threads, seconds, count, &fit))
        return bench_remark(table, "%s: no exponent on one processor", load->name);
    record.value = -fit.slope;
    record.better = BENCH_LARGER;
    record.limit_value = 1;
    snprintf(record.what, sizeof record.what, "%s: time ~ threads^-x", load->name);
    snprintf(record.note, sizeof record.note, "residual %.3f, %d numbers of threads up to %d",
             fit.residual, count, (int)threads[count - 1]);
    return bench_add(table, &record, failure);
}

static enum status measure(const struct load *load, struct bench_table *table,
                           struct failure *failure) {
    int processors = load->options->machine->processors, counts[MOST_COUNTS], within = 0;
    int count = thread_counts(processors, counts);
    double threads[MOST_COUNTS], seconds[MOST_COUNTS];
    enum status status = STATUS_OK;
    for (int i = 0; i < count && !status; i++) {
        int useful = counts[i] < processors ? counts[i] : processors;
        status = load->run(load->options, counts[i], &seconds[i], failure);
        if (status)
            break;
        struct bench_record record = {
            .value = seconds[i], .unit = "s", .limit_value = seconds[0] / useful};
        threads[i] = counts[i];
        within += counts[i] <= processors;
        snprintf(record.what, sizeof record.what, "%s: %d thread%s", load->name, counts[i],
                 counts[i] > 1 ? "s" : "");
        if (i > 0) {
            snprintf(record.peer, sizeof record.peer, "one thread");
            record.peer_value = seconds[0];
            snprintf(record.limit, sizeof record.limit, "one thread's time / %d", useful);
        }
        if (i > 0 && counts[i] <= processors)
            record.promise = (struct bench_promise){BENCH_SHARE, true, load->speedup};
        status = bench_add(table, &record, failure);
    }
    return status ? status : add_exponent(load, threads, seconds, within, table, failure);
}

enum status bench_threads(const struct bench_options *options, struct bench_table *table,
                          struct failure *failure) {
    const struct load loads[] = {{"search, L = 6, t = 17", options, run_walk, 0.75},
                                 {"window automaton", options, run_window, 0.6},
                                 {"delays, L = 1..16", options, run_scan, 0.6}};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof loads / sizeof *loads && !status; i++)
        status = measure(&loads[i], table, failure);
    return status;
}
