/* SPDX-License-Identifier: MIT */
/*
 * The linear program of the best prices for classes (class_prices.h) with potentials in closed
 * form.
 *
 * Its prices, one for each row (program.h), are what is looked for: the prices, the potentials and,
 * as the last row, that of the source. None but the last may be negative, and none need be: a
 * constant may be added to all `single` of a class, to all `largest` and to all `other`, as |S|
 * does not change. So the least `other` of each class is 0 and has no row. A column is a transition
 * of those that imply all others (prices_check.c), or two numbers that must not descend.
 */
#ifndef STEADYCAST_SOLVER_PROOF_BOUND_CLASS_PROGRAM_H
#define STEADYCAST_SOLVER_PROOF_BOUND_CLASS_PROGRAM_H

#include "solver/base/limits.h"
#include "solver/proof/bound/prices.h"

/* About 4 s, and 1.5 s^2/g columns. */
enum { CLASS_PROGRAM_MAX_ROWS = 1000 };

/* Fills prices of gap g, l <= s, which are 0 before, with potentials. STATUS_LIMIT when stopped,
 * for more rows, or where the program that solves linear programs is not installed; STATUS_SYSTEM
 * when that fails. Deterministic. */
enum status class_program_solve(struct prices *prices, const struct limits *limits,
                                struct failure *failure);

#endif
