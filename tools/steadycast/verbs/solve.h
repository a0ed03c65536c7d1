/* SPDX-License-Identifier: MIT */
/*
 * What the verb solve is made of: its question, and how its answers are printed.
 */
#ifndef STEADYCAST_TOOLS_SOLVE_H
#define STEADYCAST_TOOLS_SOLVE_H

#include "solver/question/serve.h"
#include "tools/steadycast/frame/asking.h"
#include "tools/steadycast/frame/options.h"

/* What an answer rests on, in a few lines on stdout. */
void solve_print_reason(const struct answer *answer);

/* What the search met and pruned, in a few lines on stdout. */
void solve_print_statistics(const struct answer *answer);

/*
 * One JSON object on stdout, with the statistics if they were asked for; the exit status of the
 * verdict. `path` of the certificate, or NULL. It adds which depth and period the schedule has that
 * was found.
 */
int solve_print_json(const struct arguments *arguments, const struct question *question,
                     const struct answer *answer, const char *path, double seconds);

/* Reads block-cyclic, stationary, periodic:T or any into `question`: its class and period.
 * STATUS_INPUT for another text. */
enum status solve_parse_class(const char *text, struct serve_question *question,
                              struct failure *failure);

/* Whether the file of --output can be written: now, and not after a long search. */
enum status solve_check_output(const struct arguments *arguments, struct failure *failure);

/* The options as a question. It is cleared by the caller, also after a failure. STATUS_INPUT if
 * they do not fit together, STATUS_LIMIT when stopped. */
enum status solve_read_question(const struct arguments *arguments, const struct limits *limits,
                                struct question *question, struct failure *failure);

#endif
