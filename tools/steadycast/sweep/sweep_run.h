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
