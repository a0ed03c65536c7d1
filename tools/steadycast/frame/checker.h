/* SPDX-License-Identifier: MIT */
/* Asking the trusted checker: runs the program steadycheck on a file, as a user would. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "solver/base/limits.h"

/* The steadycheck that stands beside this program. */
enum status checker_find(char *path, size_t room, struct failure *failure);

/* What it said last; both texts are cut where they are longer. */
struct checker_verdict {
    bool verified;     /* it exited with 0, and its last verdict begins with `s VERIFIED` */
    char line[4096];   /* the verdict */
    char fields[2048]; /* of the claim (fields.h); "" without */
};

/* STATUS_SYSTEM if it could not be run; STATUS_LIMIT if the limits, which may be NULL, say stop,
 * which ends it within a second. Safe from several threads. */
enum status checker_run(const char *checker, const char *file, const struct limits *limits,
                        struct checker_verdict *verdict, struct failure *failure);

/* Called with each verdict: its line, without its end, and the fields of the claim (fields.h), ""
 * without. */
typedef void checker_line(void *context, const char *line, const char *fields);

/* As checker_run, but `take` gets the verdict, however long it is: numbers may be. */
enum status checker_run_whole(const char *checker, const char *file, checker_line *take,
                              void *context, const struct limits *limits,
                              struct checker_verdict *verdict, struct failure *failure);

/* The same for a file of certificates one behind the other: `take` is called for each; the last
 * verdict has the field `certificates`, how many there are. `take` NULL: only that is asked for. */
enum status checker_run_stream(const char *checker, const char *file, checker_line *take,
                               void *context, const struct limits *limits,
                               struct checker_verdict *verdict, struct failure *failure);
