/* SPDX-License-Identifier: MIT */
/* What the files of the library share: answers as they are kept, limits as the engines want them,
 * and the way between their failures and those of the public header. */
#pragma once

#include <gmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "solver/base/limits.h"
#include "solver/items/items_schedule.h"
#include "solver/question/engines.h"
#include "steadycast.h"

enum { LIBRARY_MOST_DIGITS = 100000, LIBRARY_REASON_ROOM = 512 };

/* The limits of one question while it is asked. */
struct library_run {
    const steadycast_limits *asked; /* NULL: none */
    struct timespec end;            /* if there is a limit of seconds */
    atomic_bool stopped;            /* one of them has been reached */
    struct limits limits;           /* for the engines; points into this struct */
};

/* Starts the clock. */
void library_run_init(struct library_run *run, const steadycast_limits *asked);

/* Reports `failure`, of this status, in *error (may be NULL), and returns the same status. */
steadycast_status library_report(enum status status, const struct failure *failure,
                                 steadycast_error *error);

/* The same for bad input, in words. */
steadycast_status library_refuse(steadycast_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* STATUS_INPUT for what is no name of a file, and for one that is there unless `overwrite`. */
enum status library_check_path(const char *path, bool overwrite, struct failure *failure);

struct steadycast_answer {
    struct question question;
    struct outcome outcome;
    bool has_outcome;
    steadycast_verdict verdict;
    const char *engine; /* static */
    char reason[LIBRARY_REASON_ROOM];
    unsigned long nodes;
};

/* An answer without a question; NULL, with the failure, when there is no memory. */
steadycast_answer *library_answer_new(struct failure *failure);

/* Asks the engine of this name; NULL: the first that knows, or, `first`, the first one alone.
 * STATUS_INPUT for a name that no engine has. Stopped by the limits it is unknown, and says so. */
enum status library_ask(steadycast_answer *answer, const char *engine, bool first,
                        struct library_run *run, struct failure *failure);

/* Ends a question: gives the answer, or gives it back when it failed. */
steadycast_status library_answer_give(steadycast_answer *answer, enum status status,
                                      const struct failure *failure, steadycast_answer **given,
                                      steadycast_error *error);
