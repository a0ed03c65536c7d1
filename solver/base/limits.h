/* SPDX-License-Identifier: MIT */
/* Limits, threads and progress callback of a search: shared by all engines that search. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "automata/status.h"

/* A total that says that `done` is no number of parts but an estimated share, in billionths. */
enum { PROGRESS_WHOLE = 1000000000 };

/* How far a search is: `done` of `total` parts (0: not known), and what it visited so far. */
struct progress {
    const char *task;
    uint64_t done, total, nodes;
};

struct limits {
    int threads;    /* 0: as many as there are processors (processors.h) */
    uint64_t nodes; /* 0: no limit; otherwise a limit on the nodes of a search, the same on any
                       number of threads */

    /* Asked now and then, from one thread at a time; true stops the search with verdict unknown.
     * May be NULL. */
    bool (*stop)(void *context);

    /* Called now and then, from one thread at a time. May be NULL. */
    void (*report)(void *context, const struct progress *progress);

    void *context;
};

static inline bool limits_stop(const struct limits *limits) {
    return limits->stop && limits->stop(limits->context);
}

#define LIMITS_STOPPED "stopped by a signal or the time limit"

/* STATUS_LIMIT when it is time to stop; without limits never. */
static inline enum status limits_check(const struct limits *limits, struct failure *failure) {
    if (limits && limits_stop(limits))
        return failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    return STATUS_OK;
}

static inline void limits_report(const struct limits *limits, const struct progress *progress) {
    if (limits->report)
        limits->report(limits->context, progress);
}

/* Those of a part of a search, which outlive it: its reports begin with what is known so far, and
 * is looked for, as `8..9, a schedule of time 8: CaDiCaL`. */
struct part_limits {
    struct limits limits;
    const struct limits *whole; /* borrowed */
    char known[120];
};

/* A printf format, cut to that length. Returns &part->limits, or NULL where `whole` is NULL. */
const struct limits *limits_part(struct part_limits *part, const struct limits *whole,
                                 const char *format, ...) __attribute__((format(printf, 3, 4)));
