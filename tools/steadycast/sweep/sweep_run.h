/* SPDX-License-Identifier: MIT */
/* Running a campaign: hands out cases to a crew, writes down what comes back, tries again what
 * reached a limit, and reports how far it is. */
#pragma once

#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/sweep/answers.h"
#include "tools/steadycast/sweep/crew.h"

struct sweep {
    const char *folder;
    const struct campaign *campaign;
    struct campaign_shard shard;
    struct answers *answers; /* of the folder, as they were found; kept up to date */
    struct store *store;     /* the same */
    struct control *control;
    bool json; /* events on stdout, an object a line */
};

/* What it came to. */
struct sweep_tally {
    size_t cases;          /* of the shard */
    size_t kept;           /* that had their answer before */
    size_t answered;       /* now */
    size_t open;           /* given up at a limit, unknown or an interval */
    size_t failed;         /* by a crash, a fault of ours, a file or the machine: tried again by the
                              next run */
    size_t left;           /* not done, because it was stopped */
    double engine_seconds; /* of all workers together */
    double seconds;        /* of the clock */
};

/* The crew is open and stays so. STATUS_LIMIT, with the tally, when stopped; STATUS_SYSTEM when the
 * store can't be written: then nothing that was reported as done is lost. */
enum status sweep_run(const struct sweep *sweep, struct crew *crew, struct sweep_tally *tally,
                      struct failure *failure);

/* How others follow a running campaign: events on stdout (--json), an object a line, and rows of
 * the store for `status` (results/README.md). */

/* What a campaign will take, before it is run. */
struct sweep_estimate {
    size_t cases;     /* of the shard */
    size_t done;      /* of them, in the folder */
    int workers;      /* >= 1; the caller's */
    double most;      /* seconds until all is done, by the limits of those with a limit of time */
    size_t unlimited; /* cases that are not done and have none */
    double left;      /* seconds until all is done, by what was done; below 0: nothing was */
    uint64_t there;   /* bytes of the certificates of those that are done */
    double space;     /* of all then, by the same; below 0: nothing was done */
};

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
