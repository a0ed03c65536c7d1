/* SPDX-License-Identifier: MIT */
#include "solver/base/limits.h"

#include <stdarg.h>
#include <stdio.h>

static bool stop(void *context) {
    return limits_stop(((const struct part_limits *)context)->whole);
}

static void report(void *context, const struct progress *progress) {
    const struct part_limits *part = context;
    char task[sizeof part->known + 80];
    snprintf(task, sizeof task, "%s: %s", part->known, progress->task);
    struct progress named = *progress;
    named.task = task;
    limits_report(part->whole, &named);
}

const struct limits *limits_part(struct part_limits *part, const struct limits *whole,
                                 const char *format, ...) {
    va_list values;
    if (!whole)
        return NULL;
    va_start(values, format);
    vsnprintf(part->known, sizeof part->known, format, values);
    va_end(values);
    part->whole = whole;
    part->limits = *whole;
    part->limits.stop = stop;
    part->limits.report = report;
    part->limits.context = part;
    return &part->limits;
}
