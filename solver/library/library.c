/* SPDX-License-Identifier: MIT */
#include "solver/library/library.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

_Static_assert(STEADYCAST_OK == (int)STATUS_OK && STEADYCAST_INPUT == (int)STATUS_INPUT &&
                   STEADYCAST_LIMIT == (int)STATUS_LIMIT &&
                   STEADYCAST_SYSTEM == (int)STATUS_SYSTEM &&
                   STEADYCAST_INTERNAL == (int)STATUS_INTERNAL &&
                   STEADYCAST_MEMORY == (int)STATUS_MEMORY,
               "the statuses of the library are those of its parts");
_Static_assert(sizeof((steadycast_error *)NULL)->message == sizeof((struct failure *)NULL)->message,
               "messages are copied whole");

int steadycast_version_number(void) {
    return STEADYCAST_VERSION_NUMBER;
}

const char *steadycast_version_text(void) {
    return STEADYCAST_VERSION;
}

const char *steadycast_status_name(steadycast_status status) {
    bool known = (int)status >= STEADYCAST_OK && (int)status <= STEADYCAST_MEMORY;
    return known ? status_name((enum status)status) : "unknown";
}

void steadycast_free(void *text) {
    free(text);
}

/* Messages are one line, whatever text they quote. */
steadycast_status library_report(enum status status, const struct failure *failure,
                                 steadycast_error *error) {
    if (status && error) {
        error->status = (steadycast_status)status;
        memcpy(error->message, failure->message, sizeof error->message);
        for (char *c = error->message; *c; c++)
            if ((unsigned char)*c < ' ' || *c == 127)
                *c = '?';
    }
    return (steadycast_status)status;
}

steadycast_status library_refuse(steadycast_error *error, const char *format, ...) {
    struct failure failure = {.status = STATUS_INPUT};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure.message, sizeof failure.message, format, arguments);
    va_end(arguments);
    return library_report(STATUS_INPUT, &failure, error);
}

enum status library_range(const char *name, long number, long least, long most,
                          struct failure *failure) {
    if (number >= least && number <= most)
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT, "%s: %ld is not in %ld..%ld", name, number, least,
                       most);
}

enum status library_number(const char *name, const char *text, mpz_ptr number,
                           struct failure *failure) {
    size_t digits = text ? strspn(text, "0123456789") : 0;
    if (digits > 0 && !text[digits] && digits <= LIBRARY_MOST_DIGITS &&
        mpz_set_str(number, text, 10) == 0 && mpz_sgn(number) > 0)
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT,
                       "%s: %s%.40s%s is no number from 1 on, of at most %d decimal digits", name,
                       text ? "'" : "", text ? text : "NULL", text ? "'" : "", LIBRARY_MOST_DIGITS);
}

enum status library_text(mpz_srcptr number, char **text, struct failure *failure) {
    char *result = memory_new(mpz_sizeinbase(number, 10) + 2, 1);
    if (!result)
        return failure_memory(failure, "a number");
    *text = mpz_get_str(result, 10, number);
    return STATUS_OK;
}

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
    return library_report(status, &failure, error);
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
    steadycast_progress reported = {progress->task, progress->done, progress->total,
                                    progress->nodes};
    run->asked->report(run->asked->report_context, &reported);
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
