/* SPDX-License-Identifier: MIT */
/* Parallel loops of a count, which can be stopped. The only place of the count with threads. */
#ifndef STEADYCAST_SOLVER_COUNT_CREW_H
#define STEADYCAST_SOLVER_COUNT_CREW_H

#include <stdbool.h>
#include <stddef.h>

#include "solver/base/limits.h"

struct crew {
    const struct limits *limits;
    const char *task; /* for the reports of progress; static */
    bool stopped;     /* the limits said stop: what the loops were to compute is incomplete */
};

/* Asks whether to stop, where no loop runs. */
bool crew_stops(struct crew *crew);

/* Does the items first..end-1. Must give the same on any cut of the loop. */
typedef void crew_work(void *context, size_t first, size_t end);

/*
 * Does the items 0..count-1 in chunks; between chunks it reports and asks whether to stop, one
 * thread at a time. Returns at once when the crew has been stopped. `cost` estimates the additions
 * of the whole loop: small loops stay on one thread, since waking the others costs more, above all
 * on a machine that is busy.
 */
void crew_run(struct crew *crew, size_t count, uint64_t cost, crew_work *work, void *context);

#endif
