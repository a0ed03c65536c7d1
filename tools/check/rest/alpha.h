/* SPDX-License-Identifier: MIT */
/* Numbers c_0 x^-s + c_1 x^-(s+1) + .. + c_(L-1) x^-(s+L-1) with integers c_j, modulo
 * x^L - x^(L-1) - 1, and their signs for x = alpha, its root above 1.
 *
 * By x^i = x^(i-1) + x^(i-L) every power is such a number. What is equal modulo this polynomial is
 * equal for the numbers f_(t-j) in the place of x^-j, whatever t is.
 *
 * alpha lies between a 2^-B and (a+1) 2^-B with an integer a, B = ALPHA_BITS: y^(L-1) (y-1) grows
 * with y > 1, and is 1 for alpha. Its powers are enclosed by products that are rounded down and up.
 * A sum is above 0 if it is with the lower bounds of what is added and the upper ones of what is
 * taken off. Room: (s+2L) L numbers. */
#pragma once

#include "core/read.h"

enum { ALPHA_BITS = 256 };

struct alpha {
    uint32_t latency, shift;
    size_t powers;
    mpz_t *power;      /* [i*L + j]: the c_j of x^(i-(s+L-1)), up to x^(L-1) */
    mpz_t *low, *high; /* [j]: of alpha^(L-1-j) 2^B */
    mpz_ptr least;     /* of the number at hand */
};

/* The work is charged. */
void alpha_init(struct alpha *alpha, struct reader *reader, uint32_t latency, uint32_t shift);

/* The L numbers c of x^exponent, -(s+L-1) <= exponent <= L-1. */
mpz_t *alpha_power(const struct alpha *alpha, int64_t exponent);

/* Is the number above 0? False as well for what is too close to it to be decided. */
bool alpha_is_positive(const struct alpha *alpha, mpz_t *number);

/* floor(alpha^(L-1)) + 1. */
uint32_t alpha_mean(uint32_t latency);
