/* SPDX-License-Identifier: MIT */
/*
 * What engines and those who answer in their place share: results filled, and certificates put
 * into their places.
 */
#ifndef STEADYCAST_TOOLS_CASE_PARTS_H
#define STEADYCAST_TOOLS_CASE_PARTS_H

#include "solver/decide/outcome.h"
#include "tools/steadycast/campaign/case_answer.h"

/* Writes the next file of the case, `ending` behind its path, and notes it in the result. `write`
 * makes it at a path which may be overwritten. The disk is not waited for: after a failure of the
 * machine the digest in the store tells whether the file is what was written. */
typedef enum status case_write(const void *context, const char *path, const struct limits *limits,
                               struct failure *failure);
enum status case_add_file(const struct campaign_case *asked, const struct case_place *place,
                          const char *ending, enum case_side side, case_write *write,
                          const void *context, struct case_result *result, struct failure *failure);

/* The texts of the result; NULL leaves what is there. STATUS_MEMORY without memory. */
enum status case_say(struct case_result *result, const char *by, const char *reason,
                     struct failure *failure);

/* Unknown, or an interval if the verdict says so, for this reason; the cause is guessed from it and
 * from the limits. */
enum status case_leave_open(const struct case_place *place, const char *by, const char *reason,
                            struct case_result *result, struct failure *failure);

/* All that the outcome says, with its certificates. */
enum status case_give_outcome(const struct campaign_case *asked, const struct case_place *place,
                              const struct outcome *outcome, struct case_result *result,
                              struct failure *failure);

#endif
