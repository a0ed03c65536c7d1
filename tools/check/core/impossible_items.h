/* Kind impossible-items: K items cannot be with all processors by a time; a refutation, by LRAT
 * lines, of a formula that is built here from the question. */
#ifndef STEADYCHECK_IMPOSSIBLE_ITEMS_H
#define STEADYCHECK_IMPOSSIBLE_ITEMS_H

#include "core/cnf_order.h"
#include "core/read.h"

/* Encoding plain only. */
bool rule_impossible_items(struct reader *reader);

/* Also encoding ordered, if `order` is not NULL. */
bool impossible_items_check(struct reader *reader, const struct cnf_order *order);

#endif
