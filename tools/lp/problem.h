/* SPDX-License-Identifier: MIT */
/*
 * A linear program in exact rational arithmetic, grown column by column: maximise the sum of
 * objective * x over columns x >= 0 subject to one row each, `sum <= 0`, but the last, which is
 * `sum = 1`. QSopt_ex (D. Applegate, W. Cook, S. Dash, D. Espinoza, Oper. Res. Lett. 35, 2007), and
 * the only place that knows of it. Chosen before GLPK, whose exact simplex gives its results as
 * doubles only.
 *
 * QSopt_ex keeps state of its own, and GMP's memory, for the whole process: call problem_start
 * before anything of GMP, and stay in one thread.
 */
#ifndef STEADYCAST_TOOLS_LP_PROBLEM_H
#define STEADYCAST_TOOLS_LP_PROBLEM_H

#include <gmp.h>
#include <stdbool.h>

struct problem;

void problem_start(void);

/* NULL when QSopt_ex fails, as the functions below say false. */
struct problem *problem_new(int rows);
void problem_free(struct problem *problem);

/* A column with `count` entries: numbers[i] in row rows[i], each row once. */
bool problem_add(struct problem *problem, int count, int *rows, const int *numbers, int objective);

/* From the basis of the last time; false unless there is an optimum. */
bool problem_solve(struct problem *problem);

/* What problem_solve found: the value, then the prices of all rows, or x of all columns, in order.
 * The arrays are the problem's, until it changes. NULL when QSopt_ex fails. */
bool problem_value(struct problem *problem, mpq_ptr value);
mpq_t *problem_prices(struct problem *problem);
mpq_t *problem_solution(struct problem *problem);

int problem_rows(const struct problem *problem);
int problem_columns(const struct problem *problem);

#endif
