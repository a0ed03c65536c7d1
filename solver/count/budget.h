/* SPDX-License-Identifier: MIT */
/*
 * The memory that a count may take: asked before large tables are allocated, so that a question
 * that is too large is refused with a number instead of by the machine.
 */
#ifndef STEADYCAST_SOLVER_COUNT_BUDGET_H
#define STEADYCAST_SOLVER_COUNT_BUDGET_H

#include <stdint.h>

#include "automata/status.h"

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

#endif
