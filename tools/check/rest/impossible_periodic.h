/* Kind impossible-periodic: no schedule of a period, for a number of processors and a delay; a
 * refutation, by LRAT lines, of a formula that is built here from the question. */
#ifndef STEADYCHECK_IMPOSSIBLE_PERIODIC_H
#define STEADYCHECK_IMPOSSIBLE_PERIODIC_H

#include "core/read.h"

bool rule_impossible_periodic(struct reader *reader);

#endif
