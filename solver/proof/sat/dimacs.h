/* SPDX-License-Identifier: MIT */
/* Reading and writing formulas in the DIMACS format of SAT solvers. */
#pragma once

#include <stdio.h>

#include "solver/proof/sat/formula.h"

/* Reads `p cnf VARIABLES CLAUSES`, then as many clauses of literals, each ended by 0, over any
 * number of lines. Lines that start with c are comments, anywhere; a word that starts with %, where
 * a literal is expected, ends the file (SATLIB has such a line). Clauses stay as they are, repeated
 * and complementary literals included.
 *
 * Errors are STATUS_INPUT and name the file (`name`), the line and the value; STATUS_LIMIT beyond
 * the limits of formulas. `in` stays open. */
enum status dimacs_read(FILE *in, const char *name, struct formula *formula,
                        struct failure *failure);

/* The same of a file that a user names (files.h); STATUS_INPUT too if it can't be read. */
enum status dimacs_read_file(const char *path, struct formula *formula, struct failure *failure);

/* The `p` line and the clauses, one a line. The caller checks `out` for errors. */
void dimacs_write(FILE *out, const struct formula *formula);
