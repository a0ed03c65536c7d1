/* SPDX-License-Identifier: MIT */
/*
 * Exact numbers of block-cyclic schedules of the instance I(L,t), by generating functions.
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
 * which the letter L-1 may be thrown, 2^(L-2): beyond L = 12 that takes long even for small t.
 */
#ifndef STEADYCAST_SOLVER_COUNT_COUNT_H
#define STEADYCAST_SOLVER_COUNT_COUNT_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "automata/status.h"
#include "solver/base/limits.h"

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

#endif
