/* SPDX-License-Identifier: MIT */
/* Arrays of rational numbers, and their text: numerator/denominator, or an integer, by blanks. */
#ifndef STEADYCAST_SOLVER_BOUND_RATIONALS_H
#define STEADYCAST_SOLVER_BOUND_RATIONALS_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

/* `count` zeros, to be given back with the same number; NULL without memory. */
mpq_t *rationals_new(size_t count);
void rationals_free(mpq_t *numbers, size_t count); /* NULL is allowed */

/* The least `denominator` of all, and numerators[i] / denominator = numbers[i]; initialised. */
void rationals_scale(mpq_t *numbers, size_t count, mpz_t *numerators, mpz_ptr denominator);

/*
 * Reads exactly `count` numbers, each behind one blank. False for anything else, such as a sign +
 * or a denominator that begins with 0; then the numbers mean nothing. `text` is changed.
 */
bool rationals_read(char *text, mpq_t *numbers, size_t count);

#endif
