/* Kind impossible-periodic: no schedule of a period, for a number of processors and a delay; a
 * refutation, by LRAT lines, of a formula that is built here from the question. */
#ifndef STEADYCHECK_IMPOSSIBLE_PERIODIC_H
#define STEADYCHECK_IMPOSSIBLE_PERIODIC_H

#include "core/cnf_order.h"
#include "core/read.h"

/* Encoding plain only. */
bool rule_impossible_periodic(struct reader *reader);

/* Also encoding ordered, if `order` is not NULL. */
bool impossible_periodic_check(struct reader *reader, const struct cnf_order *order);

#endif
