/* SPDX-License-Identifier: MIT */
/* A schedule on a clock: how long its messages take where a step has a cost and links have rates.
 * In steps, each begins when all messages of the one before have arrived, and takes as long as its
 * fullest group. Without steps a message leaves when its sender has the chunk, or all operands that
 * come to it before, and when its groups are free, in the order of the schedule. */
#pragma once

#include "solver/network/network_schedule.h"

struct network_span {
    int64_t send;      /* its number in the schedule */
    double start, end; /* s; it is under way for alpha more */
};

struct network_clock {
    double alpha, chunk, beta;  /* s; bytes of a chunk; s a byte through a capacity of 1 */
    double stepped, flowing;    /* s of the whole, in steps and without */
    double *busy;               /* of each group, s, without steps; owned */
    int64_t *messages;          /* of each group; owned */
    struct network_span *spans; /* of all messages; owned */
};

/* alpha, chunk and beta are there, the rest is not; of a collective, played before. STATUS_LIMIT
 * when stopped; STATUS_MEMORY. `clock` is cleared by the caller in any case. O(messages groups of
 * an arc + chunks nodes). */
enum status network_clock_run(struct network_clock *clock, const struct network_schedule *schedule,
                              const struct limits *limits, struct failure *failure);
void network_clock_clear(struct network_clock *clock);
