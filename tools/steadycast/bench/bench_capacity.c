/* The capacity at L = 2: our linear program and search against CBC on the same integer program, and
 * the window automaton alone at depths where nothing else goes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/bound/circulation_export.h"
#include "solver/engine/capacity.h"
#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/frame/output_file.h"

enum {
    LATENCY = 2,
    FIRST_DEPTH = 8,
    LAST_DEPTH = 16,
    FIRST_PASS_DEPTH = 18,
    LAST_PASS_DEPTH = 24,
    RUN_ROOM = 512
};

/* It was stopped, or both sides do not meet. */
static enum status report_open(int depth, const struct limits *limits, struct failure *failure) {
    enum status status = limits_check(limits, failure);
    return status ? status
                  : failure_set(failure, STATUS_INTERNAL,
                                "t = %d: the search found no schedule that reaches the bound of "
                                "the linear program",
                                depth);
}

static enum status time_ours(int depth, const struct bench_options *options, double *median,
                             long *found, struct failure *failure) {
    double seconds[100];
    enum status status = STATUS_OK;
    int runs = options->runs < 100 ? options->runs : 100;
    for (int i = 0; i < runs && !status; i++) {
        struct capacity capacity;
        struct limits limits = bench_limits(options, 1); /* as CBC */
        double start = bench_now();
        status = capacity_find(LATENCY, depth, CAPACITY_SEARCH, &limits, &capacity, failure);
        seconds[i] = bench_now() - start;
        if (status)
            break;
        *found = mpz_get_si(capacity.lower);
        if (mpz_cmp(capacity.lower, capacity.upper) != 0)
            status = report_open(depth, &limits, failure);
        capacity_clear(&capacity);
    }
    if (!status)
        *median = bench_median(seconds, runs);
    return status;
}

static enum status write_program(FILE *file, const void *context, struct failure *failure) {
    return circulation_export_lp(file, LATENCY, *(const int *)context, failure);
}

/* *objective is what CBC found, or -1 when it gave up. */
static enum status time_cbc(int depth, const struct bench_options *options, const char *path,
                            double *seconds, double *objective, struct failure *failure) {
    char command[RUN_ROOM], line[256];
    struct limits limits = bench_limits(options, 1);
    enum status status = output_file_write(path, true, write_program, &depth, failure);
    if (status)
        return status;
    snprintf(command, sizeof command, "timeout --foreground %d cbc %s solve 2>&1", options->limit,
             path);
    double start = bench_now();
    FILE *output = popen(command, "r");
    if (!output)
        return failure_set(failure, STATUS_SYSTEM, "cbc can't be run: %s", strerror(errno));
    *objective = -1;
    bool optimal = false;
    while (fgets(line, sizeof line, output)) {
        optimal = optimal || strstr(line, "Optimal solution found");
        if (sscanf(line, "Objective value: %lf", objective) == 1 && !optimal)
            *objective = -1;
    }
    pclose(output);
    *seconds = bench_now() - start;
    return limits_check(&limits, failure);
}

static enum status compare(int depth, const struct bench_options *options, bool with_cbc,
                           const char *path, bool *go_on, struct failure *failure) {
    double ours = 0, theirs = 0, objective = -1;
    long found = 0;
    enum status status = time_ours(depth, options, &ours, &found, failure);
    if (status)
        return status;
    printf("bench capacity t %d capacity %ld seconds %.4f", depth, found, ours);
    fflush(stdout);
    if (with_cbc && *go_on)
        status = time_cbc(depth, options, path, &theirs, &objective, failure);
    if (!status && with_cbc && *go_on && objective < 0) {
        printf(" cbc-seconds >%.1f ratio >%.1f", theirs, theirs / ours);
        *go_on = false; /* the next ones are larger */
    } else if (!status && with_cbc && *go_on) {
        printf(" cbc-seconds %.3f ratio %.1f", theirs, theirs / ours);
        if ((long)(objective + 0.5) != found)
            status =
                failure_set(failure, STATUS_INTERNAL, "CBC says %.1f for t = %d", objective, depth);
    }
    putchar('\n');
    fflush(stdout);
    return status;
}

/* Every transition of 2^t states against prices in closed form. */
static enum status time_window(int depth, const struct bench_options *options, int threads,
                               double *seconds, struct failure *failure) {
    struct prices prices;
    struct window window;
    struct window_words words;
    struct limits limits = bench_limits(options, threads);
    enum status status = prices_two(&prices, depth, failure);
    if (status)
        return status;
    status = prices_window(&prices, &window, failure);
    prices_clear(&prices);
    double start = bench_now();
    if (!status)
        status = window_potentials(&window, &limits, NULL, &words, failure);
    *seconds = bench_now() - start;
    if (!status && words.count)
        status = failure_set(failure, STATUS_INTERNAL, "the prices fail at t = %d", depth);
    if (!status)
        window_words_clear(&words);
    return status;
}

static enum status time_windows(const struct bench_options *options, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int depth = FIRST_PASS_DEPTH; depth <= LAST_PASS_DEPTH && !status; depth += 2) {
        double one = 0, all = 0;
        status = time_window(depth, options, 1, &one, failure);
        if (!status)
            status = time_window(depth, options, 0, &all, failure);
        if (!status)
            printf("bench capacity window t %d one-thread-seconds %.3f all-threads-seconds %.3f "
                   "megabytes %.0f\n",
                   depth, one, all, 21.0 * (double)(1 << depth) / 1e6);
        fflush(stdout);
    }
    return status;
}

enum status bench_capacity(const struct bench_options *options, struct failure *failure) {
    char folder[] = "/tmp/steadycast-bench-XXXXXX", path[64];
    bool with_cbc = bench_installed("cbc"), go_on = true;
    enum status status = STATUS_OK;
    if (!mkdtemp(folder))
        return failure_set(failure, STATUS_SYSTEM, "no temporary folder: %s", strerror(errno));
    snprintf(path, sizeof path, "%s/program.lp", folder);
    if (!with_cbc)
        printf("bench capacity cbc skipped: not installed\n");
    for (int depth = FIRST_DEPTH; depth <= LAST_DEPTH && !status; depth++)
        status = compare(depth, options, with_cbc, path, &go_on, failure);
    unlink(path);
    rmdir(folder);
    return status ? status : time_windows(options, failure);
}
