/* SPDX-License-Identifier: MIT */
/* What a count may use: memory, threads and time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "automata/status.h"
#include "solver/base/limits.h"

/* The memory that a count may take: asked before large tables are allocated, so that a question
 * that is too large is refused with a number instead of by the machine. */

struct budget {
    uint64_t limit; /* bytes */
    uint64_t used;
};

/* cells * size without overflow: UINT64_MAX stands for anything beyond. */
static inline uint64_t budget_product(uint64_t cells, uint64_t size) {
    uint64_t bytes;
    return __builtin_mul_overflow(cells, size, &bytes) ? UINT64_MAX : bytes;
}

/* Books `bytes`; STATUS_LIMIT when they do not fit beside what is booked. */
static inline enum status budget_take(struct budget *budget, uint64_t bytes, const char *purpose,
                                      struct failure *failure) {
    if (bytes > budget->limit || budget->used > budget->limit - bytes)
        return failure_set(failure, STATUS_LIMIT,
                           "counting needs at least %.0f MiB for %s, beside %.0f MiB in use: more "
                           "than the limit of %.0f MiB",
                           (double)bytes / 1048576, purpose, (double)budget->used / 1048576,
                           (double)budget->limit / 1048576);
    budget->used += bytes;
    return STATUS_OK;
}

static inline void budget_give(struct budget *budget, uint64_t bytes) {
    budget->used -= bytes;
}

/* Parallel loops of a count, which can be stopped. The only place of the count with threads. */

struct crew {
    const struct limits *limits;
    const char *task; /* for the reports of progress; static */
    bool stopped;     /* the limits said stop: what the loops were to compute is incomplete */
};

/* Asks whether to stop, where no loop runs. */
bool crew_stops(struct crew *crew);

/* Does the items first..end-1. Must give the same on any cut of the loop. */
typedef void crew_work(void *context, size_t first, size_t end);

/* Does the items 0..count-1 in chunks; between chunks it reports and asks whether to stop, one
 * thread at a time. Returns at once when the crew has been stopped. `cost` estimates the additions
 * of the whole loop: small loops stay on one thread, since waking the others costs more, above all
 * on a machine that is busy. */
void crew_run(struct crew *crew, size_t count, uint64_t cost, crew_work *work, void *context);
