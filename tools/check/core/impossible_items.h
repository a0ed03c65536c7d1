/* Kind impossible-items: K items cannot be with all processors by a time; a refutation, by LRAT
 * lines, of a formula that is built here from the question. */
#ifndef STEADYCHECK_IMPOSSIBLE_ITEMS_H
#define STEADYCHECK_IMPOSSIBLE_ITEMS_H

#include "core/read.h"

bool rule_impossible_items(struct reader *reader);

#endif
