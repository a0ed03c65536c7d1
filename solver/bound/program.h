/* SPDX-License-Identifier: MIT */
/*
 * Linear programs in exact rational arithmetic, grown column by column: maximise the sum of
 * objective * x over columns x >= 0 subject to one row each. QSopt_ex (D. Applegate, W. Cook,
 * S. Dash, D. Espinoza, Oper. Res. Lett. 35, 2007), and the only place that knows of it. Chosen
 * before GLPK, whose exact simplex gives its results as doubles only.
 *
 * QSopt_ex keeps state of its own for the whole process: one program at a time, in whatever thread.
 */
#ifndef STEADYCAST_SOLVER_BOUND_PROGRAM_H
#define STEADYCAST_SOLVER_BOUND_PROGRAM_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

struct program;

/* Rows 0..rows-1, each `sum <= 0`, but the last, which is `sum = 1`. */
enum status program_init(struct program **program, int rows, struct failure *failure);
void program_clear(struct program *program);

/* A column with entries[0..rows-1]. */
enum status program_add(struct program *program, const int *entries, int objective,
                        struct failure *failure);

/*
 * Solves, from the basis of the last time. `value` and prices[0..rows-1] (the dual solution, >= 0
 * but for the last) are initialised. STATUS_INTERNAL unless there is an optimum.
 */
enum status program_solve(struct program *program, mpq_ptr value, mpq_t *prices,
                          struct failure *failure);

/* The optimal x[0..columns-1] of the last solve, in the order of program_add; initialised. */
enum status program_solution(struct program *program, mpq_t *x, struct failure *failure);

#endif
