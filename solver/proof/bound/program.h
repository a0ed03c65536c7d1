/* SPDX-License-Identifier: MIT */
/* Linear programs in exact rational arithmetic, grown column by column: maximise the sum of
 * objective * x over columns x >= 0 subject to one row each.
 *
 * They are solved by the program steadycast-lp (tools/lp), a child process for each, so any number
 * of threads may have one. It links QSopt_ex, whose licence, GPL-3+, is for that program alone.
 * Nothing that it answers is trusted: an optimum is one because its prices prove it here
 * (program_prove in program.c), and all else is a failure that names the program. */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "solver/base/limits.h"

/* Arrays of rational numbers (automata/numbers.h), and their text: numerator/denominator, or an
 * integer, by blanks. */

/* The least `denominator` of all, and numerators[i] / denominator = numbers[i]; initialised. */
void rationals_scale(mpq_t *numbers, size_t count, mpz_t *numerators, mpz_ptr denominator);

/* Reads exactly `count` numbers, each behind one blank. False for anything else, such as a sign +
 * or a denominator that begins with 0; then the numbers mean nothing. `text` is changed. */
bool rationals_read(char *text, mpq_t *numbers, size_t count);

struct program;

/* What is said where it is missing. */
extern const char program_missing[];

/* The path of steadycast-lp, of `room` bytes with the end (child_find_own in solver/base/child.h).
 * STATUS_LIMIT, with the name of its package, where it is not installed. */
enum status program_find(char *path, size_t room, struct failure *failure);

/* Rows 0..rows-1, each `sum <= 0`, but the last, which is `sum = 1`; solved by the program `path`.
 * One thread uses it. */
enum status program_init(struct program **program, const char *path, int rows,
                         struct failure *failure);
void program_clear(struct program *program);

/* From now on a basis is found in floating point, and tested in rational numbers: several times as
 * fast; but which one of several optima it is depends on the processor, and its numbers can be
 * long. */
void program_use_floating(struct program *program);

/* A column with entries[0..rows-1]. */
enum status program_add(struct program *program, const int *entries, int objective,
                        struct failure *failure);

/* Solves, from the basis of the last time. `value` and prices[0..rows-1] (the dual solution, >= 0
 * but for the last) are initialised. STATUS_LIMIT when the limits (may be NULL) say stop, at once;
 * STATUS_SYSTEM unless there is an optimum. After a failure the program is only cleared. */
enum status program_solve(struct program *program, const struct limits *limits, mpq_ptr value,
                          mpq_t *prices, struct failure *failure);

/* The optimal x[0..columns-1] of the last solve, in the order of program_add; initialised. */
void program_solution(const struct program *program, mpq_t *x);
