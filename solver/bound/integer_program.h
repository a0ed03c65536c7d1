/* SPDX-License-Identifier: MIT */
/*
 * Integer programs, in the LP format of CPLEX, solved by the program steadycast-lp (program.h), a
 * child process for each. It computes in floating point: what is found is to be checked by the
 * caller, and that nothing is there is no proof.
 */
#ifndef STEADYCAST_SOLVER_BOUND_INTEGER_PROGRAM_H
#define STEADYCAST_SOLVER_BOUND_INTEGER_PROGRAM_H

#include <stdint.h>
#include <stdio.h>

#include "solver/base/limits.h"

/* Takes the value of a variable that is not 0, a whole number; its name is valid during the call.
 */
typedef enum status integer_program_take(void *context, const char *name, int64_t value,
                                         struct failure *failure);

/* What a program is, and who takes its solution. */
struct integer_program {
    void (*write)(FILE *out, const void *question);
    integer_program_take *take;
    const void *question;
    void *context;
};

/*
 * Sets *found, and then has told all variables that are not 0. limits->nodes bounds the search
 * tree; whoever reaches it, or whom the limits (may be NULL) stop, has found nothing. `path` is
 * that of steadycast-lp. STATUS_SYSTEM when it fails, or answers what is no solution.
 */
enum status integer_program_solve(const struct integer_program *program, const char *path,
                                  const struct limits *limits, bool *found,
                                  struct failure *failure);

#endif
