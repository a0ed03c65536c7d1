/* SPDX-License-Identifier: MIT */
/* The lists of answers that other programs read, and that are kept in git: results.jsonl and
 * results.csv (results/README.md). */
#pragma once

#include "tools/steadycast/sweep/answers.h"

/* Writes both into the folder: a line for each case of the shard that has an answer, was given up
 * or failed, as written in the campaign. But for seconds, memory, and the nodes of what a limit of
 * time or memory ended, any run that comes to the same answers writes the same bytes; `put_away`:
 * without these. STATUS_SYSTEM when they can't be written. */
enum status results_write(const struct answers *answers, const char *folder, bool put_away,
                          struct failure *failure);

/* Whether different engines, asked the same question, came to answers that exclude each other. */

/* Called with two cases; one of them is the first of all whose answers the other one excludes. */
typedef void sweep_contradiction(void *context, const struct case_result *a,
                                 const struct case_result *b);

/* *count of contradictions. Unknown contradicts nothing, and intervals only those that they do not
 * meet. O(cases * log cases). */
enum status sweep_compare(const struct answers *answers, sweep_contradiction *report, void *context,
                          long *count, struct failure *failure);
