/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/library/library.h"

enum { MOST_THREADS = 4096, MOST_SECONDS = 1000000000 };

struct steadycast_limits {
    int threads;
    unsigned long nodes;
    double seconds;
    steadycast_stop *stop;
    void *stop_context;
    steadycast_report *report;
    void *report_context;
    atomic_bool stopped; /* by steadycast_limits_stop */
};

steadycast_limits *steadycast_limits_new(void) {
    return memory_new(1, sizeof(steadycast_limits));
}

void steadycast_limits_free(steadycast_limits *limits) {
    free(limits);
}

static steadycast_status no_limits(steadycast_error *error) {
    return library_refuse(error, "limits: NULL can't be changed");
}

steadycast_status steadycast_limits_set_threads(steadycast_limits *limits, int threads,
                                                steadycast_error *error) {
    struct failure failure;
    if (!limits)
        return no_limits(error);
    enum status status = library_range("threads", threads, 0, MOST_THREADS, &failure);
    if (!status)
        limits->threads = threads;
    return library_tell(status, &failure, error);
}

steadycast_status steadycast_limits_set_nodes(steadycast_limits *limits, unsigned long nodes,
                                              steadycast_error *error) {
    if (!limits)
        return no_limits(error);
    limits->nodes = nodes;
    return STEADYCAST_OK;
}

steadycast_status steadycast_limits_set_seconds(steadycast_limits *limits, double seconds,
                                                steadycast_error *error) {
    if (!limits)
        return no_limits(error);
    if (!(seconds >= 0 && seconds <= MOST_SECONDS)) /* what is not a number as well */
        return library_refuse(error, "seconds: %g is not in 0..%d", seconds, MOST_SECONDS);
    limits->seconds = seconds;
    return STEADYCAST_OK;
}

steadycast_status steadycast_limits_set_stop(steadycast_limits *limits, steadycast_stop *stop,
                                             void *context, steadycast_error *error) {
    if (!limits)
        return no_limits(error);
    limits->stop = stop;
    limits->stop_context = context;
    return STEADYCAST_OK;
}

steadycast_status steadycast_limits_set_report(steadycast_limits *limits, steadycast_report *report,
                                               void *context, steadycast_error *error) {
    if (!limits)
        return no_limits(error);
    limits->report = report;
    limits->report_context = context;
    return STEADYCAST_OK;
}

void steadycast_limits_stop(steadycast_limits *limits) {
    if (limits)
        atomic_store(&limits->stopped, true);
}

static bool is_over(const struct timespec *end) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > end->tv_sec || (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec);
}

static bool must_stop(void *context) {
    struct library_run *run = context;
    const steadycast_limits *asked = run->asked;
    if (atomic_load(&run->stopped))
        return true;
    if (atomic_load(&asked->stopped) || (asked->seconds > 0 && is_over(&run->end)) ||
        (asked->stop && asked->stop(asked->stop_context)))
        atomic_store(&run->stopped, true);
    return atomic_load(&run->stopped);
}

static void report(void *context, const struct progress *progress) {
    const struct library_run *run = context;
    steadycast_progress told = {progress->task, progress->done, progress->total, progress->nodes};
    run->asked->report(run->asked->report_context, &told);
}

void library_run_init(struct library_run *run, const steadycast_limits *asked) {
    run->asked = asked;
    run->limits = (struct limits){0};
    atomic_init(&run->stopped, false);
    if (!asked)
        return;
    clock_gettime(CLOCK_MONOTONIC, &run->end);
    long whole = (long)asked->seconds;
    run->end.tv_sec += whole;
    run->end.tv_nsec += (long)((asked->seconds - (double)whole) * 1e9);
    run->end.tv_sec += run->end.tv_nsec / 1000000000;
    run->end.tv_nsec %= 1000000000;
    run->limits = (struct limits){.threads = asked->threads,
                                  .nodes = asked->nodes,
                                  .stop = must_stop,
                                  .report = asked->report ? report : NULL,
                                  .context = run};
}
