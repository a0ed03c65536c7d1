/* SPDX-License-Identifier: MIT */
/*
 * How a claim is tried, as its case says: lines `try`, `each`, `where`, `let`, `point`, `certify`,
 * `stream`, `expect`, `instead`, `why`, `print` (cases/README.md). They are compiled when cases are
 * read, so that what is wrong is told before the first one is tried, and again to be run.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_PROGRAM_H
#define STEADYCAST_TOOLS_CLAIM_PROGRAM_H

#include "tools/claims/claim_job.h"

/* STATUS_INPUT with file, line and word. */
enum status claim_program_check(const struct claim_case *claim, struct failure *failure);

/* Does one of its lines take the range of this key? */
bool claim_program_takes(const struct claim_case *claim, const char *key);

/* Tells the finding of the job all points. STATUS_INPUT: a function does not take its arguments;
 * STATUS_INTERNAL: a certificate is not verified. */
enum status claim_program_run(struct claim_job *job, struct failure *failure);

/* `claims --functions`. */
void claim_functions_print(void);
enum status claim_functions_json(struct failure *failure);

#endif
