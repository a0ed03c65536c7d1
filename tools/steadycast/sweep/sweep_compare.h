/* SPDX-License-Identifier: MIT */
/* Whether different engines, asked the same question, came to answers that exclude each other. */
#ifndef STEADYCAST_TOOLS_SWEEP_COMPARE_H
#define STEADYCAST_TOOLS_SWEEP_COMPARE_H

#include "tools/steadycast/sweep/answers.h"

/* Told of two cases; one of them is the first of all whose answers the other one excludes. */
typedef void sweep_contradiction(void *context, const struct case_result *a,
                                 const struct case_result *b);

/* *count of contradictions. Unknown contradicts nothing, and intervals only those that they do not
 * meet. O(cases * log cases). */
enum status sweep_compare(const struct answers *answers, sweep_contradiction *tell, void *context,
                          long *count, struct failure *failure);

#endif
