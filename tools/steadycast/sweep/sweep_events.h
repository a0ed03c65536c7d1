/* SPDX-License-Identifier: MIT */
/* How others follow a running campaign: events on stdout (--json), an object a line, and rows of
 * the store for `status` (results/README.md). */
#pragma once

#include "tools/steadycast/sweep/sweep_estimate.h"
#include "tools/steadycast/sweep/sweep_run.h"

struct sweep_state {
    const struct sweep *sweep;
    const struct sweep_tally *tally;
    int workers;
    double left; /* seconds; below 0: not known */
};

/* The row of the table `run`, and the table `workers` without any. */
enum status sweep_note_run(const struct sweep_state *state, struct failure *failure);

/* What one of them is at, for so many seconds. */
enum status sweep_note_worker(const struct sweep *sweep, int worker,
                              const struct crew_request *request, double seconds,
                              struct failure *failure);

/* One line each. An answer is the line of the attempt with the event's name before it. */
void sweep_event_start(const struct sweep *sweep, int workers);
void sweep_event_answer(const char *line);
void sweep_event_progress(const struct sweep_state *state);
void sweep_event_estimate(const struct sweep_estimate *estimate);
void sweep_event_end(const struct sweep *sweep, const struct sweep_tally *tally, bool complete);
