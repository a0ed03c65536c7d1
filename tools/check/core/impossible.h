/* Kinds impossible-cnf (the formula is built here, from the question) and cnf (the formula is
 * listed): a refutation by LRAT lines. */
#ifndef STEADYCHECK_IMPOSSIBLE_H
#define STEADYCHECK_IMPOSSIBLE_H

#include "core/read.h"

bool rule_impossible_cnf(struct reader *reader);
bool rule_cnf(struct reader *reader);

#endif
