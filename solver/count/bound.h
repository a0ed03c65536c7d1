/* SPDX-License-Identifier: MIT */
/*
 * Upper bounds on the numbers of a count, from which their length in memory is chosen.
 *
 * Write the words of all blocks one behind the other, the contents of blocks of equal size in
 * ascending order (and multisets in ascending order). The sizes are known, so the sequence gives
 * the filling back. Hence there are at most as many fillings with the letters c as sequences with
 * Parikh vector c: the multinomial coefficient of c.
 */
#ifndef STEADYCAST_SOLVER_COUNT_BOUND_H
#define STEADYCAST_SOLVER_COUNT_BOUND_H

#include <gmp.h>

/*
 * The largest multinomial coefficient of a vector c with 0 <= c_j <= most[j] and sum `total`, where
 * total is at most the sum of most[]. It is reached by raising a smallest entry again and again,
 * since each raise to c_j multiplies the denominator by c_j. Cost: total * kinds.
 */
void bound_multinomial(mpz_t bound, const int *most, int kinds, int total);

/* Multisets of `count` objects out of `kinds` kinds: binomial(kinds + count - 1, count). */
void bound_multisets(mpz_t bound, mpz_srcptr kinds, int count);

#endif
