/* SPDX-License-Identifier: MIT */
/* The root gamma > 1 of x^d = x^(d-1) + 1, d >= 1, which is in (1,2] (Karp et al. 1992, Theorem
 * 3.3), compared exactly: gamma is enclosed by two fractions that are made finer where needed.
 *
 * x^d - x^(d-1) - 1 ascends for x >= 1, is -1 at 1 and not negative at 2, so there is one such
 * root. For d = 1 it is 2. Otherwise no power gamma^m, m >= 1, is a whole number: gamma is a unit,
 * its polynomial having the constant term -1, so that gamma^m = N would be a unit among the whole
 * numbers, N = 1; but gamma^m > 1. So a comparison ends. */
#pragma once

#include <gmp.h>

struct growth_root {
    unsigned long degree; /* d */
    unsigned long bits;   /* both bounds are whole multiples of 2^-bits */
    mpz_t low, high;      /* low 2^-bits <= gamma <= high 2^-bits, high - low <= 1 */
};

/* 1 <= degree <= 10^6. */
void growth_root_init(struct growth_root *root, unsigned long degree);
void growth_root_clear(struct growth_root *root);

/* The sign of gamma^exponent - number, number >= 0. Makes the enclosure finer until it is known. */
int growth_root_compare(struct growth_root *root, unsigned long exponent, mpz_srcptr number);
