/* SPDX-License-Identifier: MIT */
/* Words of a plain stream, as a fractional stream (fraction.h) has them: heads, each with the
 * leaves behind it. A head of value v that is an A sends v, v-1, .., L and has v-L leaves, one that
 * is a B sends all of these but L and has v-L-1. */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

enum fraction_role { FRACTION_LEAF, FRACTION_HEAD_A, FRACTION_HEAD_B };

struct fraction_place {
    int value;
    enum fraction_role role;
};

/* The first place is a head. With one head the leaves ascend: they may stand in any order that is
 * legal, and one is (automata/arrangement.h). With several they stand in their order. */
struct fraction_word {
    int length;
    struct fraction_place *places; /* owned */
};

struct fraction_words {
    struct fraction_word *list;
    size_t count;
};

/* How many leaves stand behind a head; negative: there is no such head. */
static inline int fraction_leaves(int latency, int value, enum fraction_role role) {
    return value - latency - (role == FRACTION_HEAD_B);
}

void fraction_words_clear(struct fraction_words *words);

/* Copies the places to the end of the list, unless a word with the same ones is there; *place is
 * where it stands. O(words). */
enum status fraction_words_add(struct fraction_words *words, const struct fraction_place *places,
                               int length, size_t *place, struct failure *failure);

/* The sum of all values. */
int fraction_word_sum(const struct fraction_word *word);

/* Numbers c_0 alpha^-s + c_1 alpha^-(s+1) + .. + c_(L-1) alpha^-(s+L-1) with rational c_j and a
 * fixed s, alpha > 1, alpha^L = alpha^(L-1) + 1. They are counted with as polynomials modulo x^L -
 * x^(L-1) - 1, which need not be the minimal one of alpha: so what is equal here is equal for the
 * numbers f_(t-j) in the place of alpha^-j, whatever t is, as f_t = f_(t-1) + f_(t-L). */

struct fraction_field {
    int latency;  /* L >= 2 */
    int shift;    /* s >= 0 */
    int powers;   /* of x: from -(s+L-1) on */
    mpz_t *power; /* [i*L + j]: the c_j of x^(i-(s+L-1)); not negative */
    mpz_t *low;   /* [j]: alpha^(L-1-j) 2^FRACTION_BITS is within low[j] .. high[j] */
    mpz_t *high;
};

enum { FRACTION_BITS = 512 };

/* With the powers up to x^(L-1). STATUS_MEMORY alone. O(L (s+L)) and the digits. */
enum status fraction_field_init(struct fraction_field *field, int latency, int shift,
                                struct failure *failure);

/* From here on signs and digits are those of the sums with f_(depth-j) in the place of alpha^-j, up
 * to a factor; depth >= s+L-1. STATUS_INPUT beyond the limits of sequence.h. */
enum status fraction_field_set_depth(struct fraction_field *field, int depth,
                                     struct failure *failure);
void fraction_field_clear(struct fraction_field *field);

/* number += factor x^exponent, -(s+L-1) <= exponent <= L-1; a number has L rationals. */
void fraction_add_power(const struct fraction_field *field, mpq_t *number, int exponent,
                        mpq_srcptr factor);

/* number += factor other. */
void fraction_add(const struct fraction_field *field, mpq_t *number, mpq_t *other, long factor);

/* Is the number positive beyond doubt? False as well for those that are so close to 0 that the
 * digits do not decide. */
bool fraction_is_positive(const struct fraction_field *field, mpq_t *number);

/* A lower bound of the number times alpha^(s+L-1) 2^bits, and the bound itself but for the last of
 * its digits: FRACTION_BITS less those of the numerators and denominators. */
void fraction_scaled(const struct fraction_field *field, mpq_t *number, unsigned bits,
                     mpz_ptr scaled);
