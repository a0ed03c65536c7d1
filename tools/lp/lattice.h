/* SPDX-License-Identifier: MIT */
/*
 * Whether linear equations have a solution in whole numbers: by operations on columns, which change
 * the unknowns and not what is solvable, each row is brought to one new unknown, whose number must
 * divide what is left (Hermite's normal form; A. Schrijver, Theory of linear and integer
 * programming, 4.1). Exact.
 */
#ifndef STEADYCAST_TOOLS_LP_LATTICE_H
#define STEADYCAST_TOOLS_LP_LATTICE_H

#include <gmp.h>

enum lattice_answer {
    LATTICE_SOLVABLE,
    LATTICE_UNSOLVABLE,
    LATTICE_OPEN /* the numbers have become too large for `work` */
};

/*
 * For each row: the sum of matrix[row * columns + column] times the unknown of the column is
 * right[row]. Both are changed. `work`: multiplications of machine words, about, after which it is
 * given up.
 */
enum lattice_answer lattice_solve(mpz_t *matrix, mpz_t *right, int rows, int columns, double work);

#endif
