/* SPDX-License-Identifier: MIT */
/* Arrays of big numbers, and greatest common divisors of small ones. */
#pragma once

#include <gmp.h>
#include <stddef.h>
#include <stdint.h>

#include "automata/status.h"

/* `count` numbers, all 0, which the array notes before the first one; NULL if memory is refused. To
 * be given back with numbers_free, for which NULL is nothing. */
mpz_t *numbers_new(size_t count);
void numbers_free(mpz_t *numbers);

mpq_t *rationals_new(size_t count);
void rationals_free(mpq_t *numbers);

/* For CLEANUP (status.h) of one number, and of an array. */
static inline void big_clear(mpz_t *number) {
    mpz_clear(*number);
}

static inline void rational_clear(mpq_t *number) {
    mpq_clear(*number);
}

static inline void numbers_clear(mpz_t **numbers) {
    numbers_free(*numbers);
}

static inline void rationals_clear(mpq_t **numbers) {
    rationals_free(*numbers);
}

/* BIG(sum, part); RATIONAL(value); declares such variables, which are 0 and are cleared where their
 * scope ends. */
#define BIG(...)                                                                                   \
    CLEANUP(big_clear) mpz_t __VA_ARGS__;                                                          \
    mpz_inits(__VA_ARGS__, (mpz_ptr)NULL)
/* BIG_OF(name, value): one, of the value of a long. */
#define BIG_OF(name, value)                                                                        \
    CLEANUP(big_clear) mpz_t name;                                                                 \
    mpz_init_set_si(name, value)
#define RATIONAL(...)                                                                              \
    CLEANUP(rational_clear) mpq_t __VA_ARGS__;                                                     \
    mpq_inits(__VA_ARGS__, (mpq_ptr)NULL)

/* Of numbers >= 0; 0 divides by everything: the other number. */
static inline int64_t greatest_divisor(int64_t a, int64_t b) {
    while (b > 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
