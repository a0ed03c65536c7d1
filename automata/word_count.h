/* SPDX-License-Identifier: MIT */
#pragma once

#include <gmp.h>
#include <stddef.h>

#include "automata/status.h"

/* Exact numbers of legal words, and of the multisets of letters that legal words are made of, for
 * latency L >= 1 (letters 0..L-1, head L-1) and block size r >= 1. Words are counted as sequences
 * w_1 .. w_{r-1}; for r = 1 the count is 1, the empty word.
 *
 * The results are written into an mpz_t that the caller has initialised. Words come in
 * two ways that share nothing but the definition, and that tests hold against each other. */

/* The number of legal words: the closed walks of length r in the juggling state graph whose first
 * edge is the letter L-1 (juggling.h), summed over the numbers of balls. For each number of balls
 * the cheaper of the two methods below is taken. STATUS_INPUT for L or r < 1; STATUS_LIMIT if L >
 * WORD_COUNT_LATENCY or the estimated work is beyond WORD_COUNT_WORK nanoseconds (half a minute). L
 * = 8, r = 5000 takes 0.2 s; L = 12, r = 1000 takes 20 s. */
enum { WORD_COUNT_LATENCY = 20 };
#define WORD_COUNT_WORK 3e10

enum status word_count_words(int latency, size_t size, mpz_t words, struct failure *failure);

/* By stepping a vector of numbers of walks r-1 times along the edges, once for every state in which
 * the letter L-1 may be thrown. Cost: start states * edges * r additions of numbers of O(r)
 * bits. */
enum status word_count_words_by_steps(int latency, size_t size, mpz_t words,
                                      struct failure *failure);

/* By powers of the transfer matrix, squaring: states^3 * log r multiplications. For large r. */
enum status word_count_words_by_powers(int latency, size_t size, mpz_t words,
                                       struct failure *failure);

/* The number of multisets of r-1 letters from 0..L-1 with L-1 + sum = 0 mod r, which by M. Hall's
 * theorem (arrangement.h) are those that have a legal order. It is the number of binary necklaces
 * with r beads of one colour and L-1 of the other:
 *
 *     1/r * sum over d | gcd(r, L-1) of phi(d) * binomial((r+L-1)/d - 1, (L-1)/d).
 *
 * Proof. The multisets of r-1 letters by their sum have the generating function G(q), the Gaussian
 * binomial [r+L-2 choose L-1]. The coefficients in the residue class of -(L-1) mod r sum to 1/r
 * times the sum of z^(L-1) G(z) over the r-th roots of unity z. Let z have order d, and let
 * c = L-1 mod d. By Lucas' theorem for Gaussian binomials, if c > 0, then G(z) has the factor
 * [c-1 choose c] = 0, and if c = 0, then G(z) is binomial((r+L-1)/d - 1, (L-1)/d) and z^(L-1) = 1;
 * phi(d) roots have this order.
 *
 * STATUS_INPUT for L or r < 1; STATUS_LIMIT if min(r, L-1) > 10^7 or r > 10^12.
 * Cost: a few binomials. */
enum status word_count_multisets(int latency, size_t size, mpz_t multisets,
                                 struct failure *failure);
