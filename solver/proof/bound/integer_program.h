/* SPDX-License-Identifier: MIT */
/* Integer programs, solved by the program steadycast-lp (program.h), a child process; what is asked
 * and answered is in tools/lp/steadycast-lp.1. It computes in floating point: what is found is
 * checked by who asks, and that nothing is found is no proof that there is nothing. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "solver/base/limits.h"

struct integer_program {
    /* Writes the program in the LP format of CPLEX; errors of `out` are seen by the caller. */
    void (*write)(void *context, FILE *out);
    /* Takes the value of a variable that is not 0. */
    enum status (*take)(void *context, const char *name, int64_t value, struct failure *failure);
    void *context;
};

/* *found: there is a solution, whose variables were taken. limits->nodes bounds the search tree;
 * whoever reaches it, or whom the limits (may be NULL) stop, has found nothing. `path` is that of
 * steadycast-lp (program_find). STATUS_SYSTEM when that program fails, or answers what is none. */
enum status integer_program_solve(const struct integer_program *program, const char *path,
                                  const struct limits *limits, bool *found,
                                  struct failure *failure);
