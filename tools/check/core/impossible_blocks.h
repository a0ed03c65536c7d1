/* Kind impossible-cnf: no block-cyclic schedule for (L,t); a refutation, by LRAT lines, of a
 * formula that is built here from the question. */
#ifndef STEADYCHECK_IMPOSSIBLE_BLOCKS_H
#define STEADYCHECK_IMPOSSIBLE_BLOCKS_H

#include "core/read.h"

bool rule_impossible_cnf(struct reader *reader);

#endif
