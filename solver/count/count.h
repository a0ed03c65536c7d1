/* SPDX-License-Identifier: MIT */
/* Exact numbers of block-cyclic schedules of the instance I(L,t), by generating functions.
 *
 *  - parikh: the ways to give every block a multiset of letters that has a legal order, and the
 *    receive-only processor the letter that is left;
 *  - words: the same with legal words for multisets.
 * Blocks of equal size are interchangeable: what counts is the multiset of their contents. For
 * t < L there is one processor and no block: 1 and 1.
 *
 * Method. A letter-count vector c says how many copies of each letter are used. For the blocks
 * taken so far, in ascending order of size, T[c] is the number of ways to fill them with the
 * letters c. The blocks of one size are a class: with w(v) fillings of Parikh vector v (w = 1 or
 * the number of words) its multisets of k fillings have the generating function h_k, the complete
 * homogeneous symmetric polynomial of the fillings, and by Newton's identities
 *
 *     k T h_k = sum over j = 1..k of p_j (T h_{k-j}),  p_j = sum over v of w(v) x^(j v),
 *
 * where the division by k is exact. The root block costs no product: its letters are what is left,
 * less the receive-only letter x: the answer is the sum of T[n-v-e_x] w(v) over its fillings v.
 * Letters used before a class are known in total, so tables hold vectors of one total (lattice.h).
 *
 * Numbers have a fixed length per class, from a proven upper bound (bound.h); a carry beyond it or
 * a remainder in the division by k is reported as STATUS_INTERNAL. Results do not depend on
 * threads.
 *
 * Cost: for a class of mu blocks, mu(mu+1)/2 * fillings * cells products of one word by a number.
 * L = 8, t = 25: a few seconds. Both numbers need the fillings' words, and these the states in
 * which the letter L-1 may be thrown, 2^(L-2): beyond L = 12 that takes long even for small t. */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "automata/status.h"
#include "solver/base/limits.h"
#include "solver/count/lattice.h"
#include "solver/count/resources.h"

/* Bytes that the tables may take, unless the caller says otherwise. */
#define COUNT_MEMORY (UINT64_C(3) << 30)

struct count_options {
    uint64_t memory; /* bytes that the tables may take */
    int limbs;       /* 0: words of 64 bits per number as proven enough; tests set fewer or more */
};

/* The caller has initialised parikh and words. limits->stop ends the count early: then *finished =
 * false and the numbers are untouched. limits->nodes is not looked at. STATUS_INPUT outside the
 * range of (L,t); STATUS_LIMIT, saying how much memory it would take, when the tables do not
 * fit. */
enum status count_schedules(int latency, int depth, const struct limits *limits, mpz_t parikh,
                            mpz_t words, bool *finished, struct failure *failure);

/* The same with options; a number that is NULL is not counted. */
enum status count_schedules_with(int latency, int depth, const struct count_options *options,
                                 const struct limits *limits, mpz_ptr parikh, mpz_ptr words,
                                 bool *finished, struct failure *failure);

/* Tables of large numbers over one layer of letter-count vectors, and their products with
 * polynomials of fillings: the arithmetic of a count. */

_Static_assert(GMP_NUMB_BITS == 64, "numbers are read as words of 64 bits");

struct table {
    struct layer layer;
    int limbs;          /* words of 64 bits per number, the lowest first */
    mp_limb_t *numbers; /* of cell i: numbers + i * limbs */
};

/* All zero. Takes table_bytes, which the caller has booked. */
enum status table_init(struct table *table, const struct lattice *lattice, int total, int limbs,
                       struct failure *failure);
void table_clear(struct table *table);

/* weight * x^(the vector): what a product does to a table. */
struct monomial {
    uint64_t packed; /* the row part of the vector */
    size_t rows;     /* the distance of rows that it makes */
    int ones;        /* copies of letter 1 */
    mp_limb_t weight;
};

/* The vector must be within the lattice; its total is the difference of the tables' totals. */
struct monomial table_monomial(const struct lattice *lattice, const int *letters, mp_limb_t weight);

/* One table times one polynomial. */
struct product {
    const struct table *from;
    const struct monomial *monomials;
    size_t count;
};

/* Adds the sum of the products to `to`, which is zero, and divides by `divisor`. All tables have
 * equally many limbs. STATUS_INTERNAL if a number does not fit or is not divisible. If the crew is
 * stopped the table is incomplete. Cost: cells * monomials, of each product. */
enum status table_add_products(struct table *to, const struct product *products, int product_count,
                               mp_limb_t divisor, struct crew *crew, struct failure *failure);
