/* SPDX-License-Identifier: MIT */
/* The least number of rounds of one (n,k,m), as far as search finds it, and its certificates. */
#ifndef STEADYCAST_TOOLS_MULTIPORT_SEARCH_H
#define STEADYCAST_TOOLS_MULTIPORT_SEARCH_H

#include "solver/question/engines.h"
#include "solver/question/items_time.h"
#include "tools/claims/claim_method.h"

/* By constructions and formulas; `nodes` limits the work on each formula, 0 does not; `plans` as in
 * engine_options. The detail of the outcome is a struct items_time. */
enum status multiport_search(const struct claim_job *job, const struct items_question *question,
                             uint64_t nodes, struct items_plans *plans, struct outcome *outcome,
                             struct failure *failure);

/* The certificate in a file of the job's folder, verified; what it claims contains these fields.
 * The file stays. */
enum status multiport_search_write(struct claim_job *job, const struct evidence *evidence,
                                   const char *name, const char *fields, struct failure *failure);

#endif
