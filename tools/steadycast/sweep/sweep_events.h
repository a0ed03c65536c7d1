/* SPDX-License-Identifier: MIT */
/*
 * How others follow a running campaign: events on stdout (--json), an object a line, and the file
 * FOLDER/.run/now.json for `status` (results/README.md).
 */
#ifndef STEADYCAST_TOOLS_SWEEP_EVENTS_H
#define STEADYCAST_TOOLS_SWEEP_EVENTS_H

#include "tools/steadycast/sweep/sweep_run.h"

enum { SWEEP_MOST_SHOWN = 256 }; /* workers whose work the file names */

struct sweep_state {
    const struct sweep *sweep;
    const struct sweep_tally *tally;
    int workers;
    double left; /* seconds; below 0: not known */
};

/* What a worker does. */
struct sweep_work {
    bool busy;
    double seconds; /* since it began */
    struct crew_request request;
};

/* The file, as far as it can be written: nothing depends on it. `work`: of the first
 * SWEEP_MOST_SHOWN workers. */
void sweep_write_state(const struct sweep_state *state, const struct sweep_work *work);

/* One line each. An answer is the line of the journal with the event's name before it. */
void sweep_event_start(const struct sweep *sweep, int workers);
void sweep_event_answer(const char *line);
void sweep_event_progress(const struct sweep_state *state);
void sweep_event_end(const struct sweep *sweep, const struct sweep_tally *tally, bool complete);

#endif
