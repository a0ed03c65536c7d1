/* SPDX-License-Identifier: MIT */
/*
 * Clauses that say how many of some literals are true, with a ladder of new variables: n m of them,
 * and 2 n m clauses, to count n literals up to m (C. Sinz 2005). Each ladder says one direction
 * only, which is all that is asked of it.
 */
#ifndef STEADYCAST_SOLVER_SAT_COUNT_H
#define STEADYCAST_SOLVER_SAT_COUNT_H

#include "solver/sat/formula.h"

/* At least, at most `bound` >= 0 of the n literals. */
void count_at_least(struct formula *formula, const int *literals, int n, int bound);
void count_at_most(struct formula *formula, const int *literals, int n, int bound);

/* No more of the n literals than of the m `others`, and no more than `bound` >= 0 of them. */
void count_no_more(struct formula *formula, const int *literals, int n, const int *others, int m,
                   int bound);

#endif
