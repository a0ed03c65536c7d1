/* SPDX-License-Identifier: MIT */
/* The exact multiplicities of the words of a basic solution, and the fill that they leave. */
#ifndef STEADYCAST_SOLVER_FRACTION_EXACT_H
#define STEADYCAST_SOLVER_FRACTION_EXACT_H

#include "solver/items/fraction/fraction_problem.h"

/*
 * Adds to what `problem` has set aside. *found: as many words as rows that are used up, no word is
 * a combination of the others, and all multiplicities and all fill that may be is positive.
 * STATUS_MEMORY alone. O(words^3) operations with rational numbers.
 */
enum status fraction_solve_exactly(struct fraction_problem *problem,
                                   const struct fraction_words *words, const bool *is_used_up,
                                   bool *found, struct failure *failure);

#endif
