/* The capacity at L = 2: our linear program and search against CBC on the same integer program. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/bound/circulation_export.h"
#include "solver/question/capacity.h"
#include "tools/steadycast/bench/bench_peer.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/steady_clock.h"

enum { LATENCY = 2, FIRST_DEPTH = 8, LAST_DEPTH = 16, QUICK_DEPTH = 12 };

/* --- ours --- */

struct capacity_run {
    const struct bench_options *options;
    int depth;
    long found;
};

static enum status find(void *context, struct failure *failure) {
    struct capacity_run *run = context;
    struct capacity capacity;
    struct limits limits = bench_limits(run->options, 1); /* as CBC */
    enum status status =
        capacity_find(LATENCY, run->depth, CAPACITY_SEARCH, &limits, &capacity, failure);
    if (status)
        return status;
    run->found = mpz_get_si(capacity.lower);
    if (mpz_cmp(capacity.lower, capacity.upper) != 0) {
        status = limits_check(&limits, failure);
        if (!status)
            status = failure_set(failure, STATUS_INTERNAL,
                                 "t = %d: the search found no schedule that reaches the bound of "
                                 "the linear program",
                                 run->depth);
    }
    capacity_clear(&capacity);
    return status;
}

/* --- CBC's --- */

static enum status write_program(FILE *file, const void *context, struct failure *failure) {
    return circulation_export_lp(file, LATENCY, *(const int *)context, failure);
}

/* *objective is what CBC found, or -1 when it gave up. */
static enum status ask_cbc(int depth, const struct bench_options *options, const char *path,
                           double *seconds, double *objective, struct failure *failure) {
    char command[512], line[256];
    struct limits limits = bench_limits(options, 1);
    enum status status = output_file_write(path, true, write_program, &depth, failure);
    if (status)
        return status;
    snprintf(command, sizeof command, "timeout --foreground %d cbc %s solve 2>&1", options->limit,
             path);
    double start = steady_clock();
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
    *seconds = steady_clock() - start;
    return limits_check(&limits, failure);
}

/* Adds what CBC takes; *go_on becomes false when it gives up, as the next ones are larger. */
static enum status compare(const struct capacity_run *run, const char *path, bool *go_on,
                           struct bench_record *record, struct failure *failure) {
    double objective = -1;
    enum status status =
        ask_cbc(run->depth, run->options, path, &record->peer_value, &objective, failure);
    if (status)
        return status;
    snprintf(record->peer, sizeof record->peer, "cbc");
    record->peer_open = objective < 0;
    *go_on = objective >= 0;
    if (objective >= 0 && (long)(objective + 0.5) != run->found)
        return failure_set(failure, STATUS_INTERNAL, "CBC says %.1f for t = %d", objective,
                           run->depth);
    return STATUS_OK;
}

static enum status measure(int depth, const struct bench_options *options, const char *path,
                           bool *go_on, struct bench_table *table, struct failure *failure) {
    struct capacity_run run = {options, depth, 0};
    struct bench_record record = {.unit = "s"};
    enum status status = bench_time(options, find, &run, &record.value, failure);
    snprintf(record.what, sizeof record.what, "capacity at L = 2, t = %d", depth);
    snprintf(record.note, sizeof record.note, "%ld processors", run.found);
    if (!status && *go_on) {
        status = compare(&run, path, go_on, &record, failure);
        record.promise = (struct bench_promise){BENCH_RATIO, true, depth < 10 ? 2 : 10};
    }
    return status ? status : bench_add(table, &record, failure);
}

enum status bench_capacity(const struct bench_options *options, struct bench_table *table,
                           struct failure *failure) {
    char folder[] = "/tmp/steadycast-bench-XXXXXX", path[64];
    bool go_on = peer_installed("cbc");
    int last = options->quick ? QUICK_DEPTH : LAST_DEPTH;
    enum status status = STATUS_OK;
    if (!mkdtemp(folder))
        return failure_set(failure, STATUS_SYSTEM, "no temporary folder: %s", strerror(errno));
    snprintf(path, sizeof path, "%s/program.lp", folder);
    if (!go_on)
        status = bench_remark(table, "cbc is not installed");
    for (int depth = FIRST_DEPTH; depth <= last && !status; depth++)
        status = measure(depth, options, path, &go_on, table, failure);
    unlink(path);
    rmdir(folder);
    return status;
}
