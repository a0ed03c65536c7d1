/* Counting, and the nodes of the exhaustive search. */
#include <gmp.h>
#include <stdio.h>
#include <sys/resource.h>

#include "solver/count/count.h"
#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/bench/bench_walk.h"
#include "tools/steadycast/frame/steady_clock.h"

static double peak_megabytes(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss / 1000 : 0;
}

/* --- counting --- */

static enum status count_one(const struct bench_options *options, int latency, int depth,
                             mpz_ptr parikh, mpz_ptr words, struct failure *failure) {
    struct limits limits = bench_limits(options, 0);
    bool finished;
    enum status status =
        count_schedules(latency, depth, &limits, parikh, words, &finished, failure);
    return status ? status : limits_check(&limits, failure);
}

static enum status count_all(const struct bench_options *options, struct bench_table *table,
                             struct failure *failure) {
    int last = options->quick ? 6 : 8;
    mpz_t parikh, words;
    enum status status = STATUS_OK;
    bench_machine_forget_peak();
    double start = steady_clock(), before = peak_megabytes();
    mpz_inits(parikh, words, NULL);
    for (int latency = 3; latency <= last && !status; latency++)
        for (int depth = latency; depth <= 3 * latency + 1 && !status; depth++)
            status = count_one(options, latency, depth, parikh, words, failure);
    struct bench_record time = {
        .value = steady_clock() - start, .unit = "s", .promise = {BENCH_VALUE, false, 30}};
    struct bench_record memory = {
        .value = peak_megabytes(), .unit = "MB", .promise = {BENCH_VALUE, false, 200}};
    snprintf(time.what, sizeof time.what, "all counts, L = 3..%d", last);
    gmp_snprintf(time.note, sizeof time.note, "L=%d, t=%d: %Zd words", last, 3 * last + 1, words);
    snprintf(memory.what, sizeof memory.what, "peak memory after them");
    snprintf(memory.note, sizeof memory.note, "of the whole process, %.0f before", before);
    mpz_clears(parikh, words, NULL);
    if (!status)
        status = bench_add(table, &time, failure);
    return status ? status : bench_add(table, &memory, failure);
}

/* What both have counted must be the same. */
static enum status count_against_walk(const struct bench_options *options,
                                      struct bench_table *table, struct failure *failure) {
    enum { LATENCY = 6, DEPTH = 17, QUICK_DEPTH = 16 };
    int depth = options->quick ? QUICK_DEPTH : DEPTH;
    struct bench_record record = {
        .unit = "s", .peer = "one by one", .promise = {BENCH_RATIO, true, options->quick ? 2 : 50}};
    struct bench_walk walk = {options, LATENCY, depth, 1, 0, 0, 0};
    mpz_t parikh, words;
    mpz_inits(parikh, words, NULL);
    double start = steady_clock();
    enum status status = bench_walk_run(&walk, failure);
    record.peer_value = steady_clock() - start;
    start = steady_clock();
    if (!status)
        status = count_one(options, LATENCY, depth, parikh, words, failure);
    record.value = steady_clock() - start;
    if (!status && mpz_cmp_ui(words, walk.solutions) != 0)
        status = failure_set(failure, STATUS_INTERNAL, "%lu fillings one by one, not as counted",
                             (unsigned long)walk.solutions);
    snprintf(record.what, sizeof record.what, "count of L = %d, t = %d", LATENCY, depth);
    snprintf(record.note, sizeof record.note, "the peer is our own search: %.3g schedules",
             (double)walk.solutions);
    mpz_clears(parikh, words, NULL);
    return status ? status : bench_add(table, &record, failure);
}

enum status bench_count(const struct bench_options *options, struct bench_table *table,
                        struct failure *failure) {
    enum status status = count_all(options, table, failure);
    return status ? status : count_against_walk(options, table, failure);
}

/* --- nodes --- */

enum status bench_backtrack(const struct bench_options *options, struct bench_table *table,
                            struct failure *failure) {
    struct bench_walk walk = {options, 6, 17, 1, options->quick ? 1 << 23 : 1 << 28, 0, 0};
    double seconds = 0;
    enum status status = bench_time(options, bench_walk_work, &walk, &seconds, failure);
    if (status)
        return status;
    struct bench_record record = {.what = "nodes, L = 6, t = 17, one thread",
                                  .value = (double)walk.nodes / seconds,
                                  .unit = "nodes/s",
                                  .better = BENCH_LARGER,
                                  .peer = "jprime, published",
                                  .peer_value = 1e8,
                                  .limit_value = BENCH_WALK_WIDTH * options->machine->cycles /
                                                 BENCH_WALK_INSTRUCTIONS,
                                  .promise = {BENCH_VALUE, true, 3e7}};
    snprintf(record.limit, sizeof record.limit, "%d instructions a node, %d a cycle",
             BENCH_WALK_INSTRUCTIONS, BENCH_WALK_WIDTH);
    snprintf(record.note, sizeof record.note,
             "callgrind counts the instructions; jprime on its author's machine: 1e8..2e8");
    return bench_add(table, &record, failure);
}
