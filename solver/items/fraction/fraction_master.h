/* SPDX-License-Identifier: MIT */
/*
 * The linear program over words: as many heads as possible, where no more is used of each row than
 * there is, in whole numbers near to the true ones. Words are added as long as they pay.
 */
#ifndef STEADYCAST_SOLVER_FRACTION_MASTER_H
#define STEADYCAST_SOLVER_FRACTION_MASTER_H

#include "solver/items/fraction/fraction_problem.h"

/*
 * *found: all that is due is used. Then `words` (empty before) has the words of a basic solution,
 * and is_used_up[row] says of which rows nothing is left. STATUS_LIMIT when stopped, and without
 * the program that solves linear programs.
 */
enum status fraction_master_solve(const struct fraction_problem *problem,
                                  const struct limits *limits, struct fraction_words *words,
                                  bool *is_used_up, bool *found, struct failure *failure);

#endif
