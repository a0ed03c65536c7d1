/* The least number of rounds of one (n,k,m), as far as search finds it, and its certificates. */
#ifndef STEADYCAST_TOOLS_MULTIPORT_SEARCH_H
#define STEADYCAST_TOOLS_MULTIPORT_SEARCH_H

#include "solver/question/items_time.h"
#include "tools/claims/claim_method.h"

struct multiport_search {
    struct items_plans *plans;
    struct items_time time; /* borrows the plans */
};

/* By constructions and formulas; `nodes` limits the work on each formula, 0 does not. The caller
 * ends with close if it returns STATUS_OK. */
enum status multiport_search_open(const struct claim_job *job,
                                  const struct items_question *question, uint64_t nodes,
                                  struct multiport_search *search, struct failure *failure);
void multiport_search_close(struct multiport_search *search);

/* The certificate of one side in a file of the job's folder, verified; what it claims contains
 * these fields. The file stays. */
enum status multiport_search_write(struct claim_job *job, const struct multiport_search *search,
                                   enum items_side side, const char *name, const char *fields,
                                   struct failure *failure);

#endif
