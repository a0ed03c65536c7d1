/* SPDX-License-Identifier: MIT */
/* Kind stationary-family: stationary schedules for all depths t >= T, by finitely many.
 *
 * Words are patterns (word_pattern.h), legal for all lengths by their form, with counts that
 * depend on t and the head. The schedules for t = T..K are written out and checked: N is right,
 * value t is received once, every other value exactly as often as it is sent for. Then all t > K
 * are right as well. Why, and which K:
 *
 * To obey. For a sequence a_0, a_1, .. let x be the step to the next term. It *obeys* a polynomial
 * in x that takes it to 0. If that is monic of degree n, then n zeros in a row are followed by
 * zeros only; if it is whole and the sequence too, the same holds modulo M. The sum of two
 * sequences obeys the product of their polynomials, or the larger one if the other divides it.
 *
 * Here a_0, a_1, .. belong to the depths of one class modulo P. Let chi be the polynomial whose
 * roots are the P-th powers of those of x^L - x^{L-1} - 1: whole, monic, of degree L. f(t-X), with
 * indices >= 0, obeys chi; constants obey x-1, linear functions of t obey (x-1)^2.
 *
 * A sum over a range, of f(t-v-X) l(v) for v = V', V'+S, .. <= t-E, with l linear, X <= E, and S
 * that divides P, obeys chi (x-1)^2 for t >= V'+E: go from t to t+P, and write v+P for v; it is
 * now the same sum with l(v+P) in place of l(v), and P/S new terms f(t+P-v-X) l(v) at fixed v. So
 * x-1 takes the sum to one with a constant l and terms that obey chi, and x-1 once more to terms
 * that obey chi.
 *
 * Let W be the least number > all letters, all fixed heads h, and V-S for all ranges V, V+S, .. <=
 * t-E, with W+L >= C for every last value C that a growing head sends. Take the depths t of one
 * class.
 *
 *  1. Values w < W, and the number of processors. A fixed word adds its count, made of f(t-X), t
 *     and 1, times a constant. A head t-a, with a constant count, adds letters that grow linearly
 *     with t, and one send, if any, as t-a >= W+L. A range adds sums as above: for letters and
 *     processors over all its heads, for sends over v >= w+L, where V' is below W+L+S; and a term
 *     f(t-w-X) if w is one of its heads. All obey chi (x-1)^2: what is right at the first L+2
 *     depths of the class is right at all. In the same way M divides the sum of a count at all
 *     depths if it does at these.
 *
 *  2. Values w >= W, with d = t-w. They are received as heads t-a (a = d) and v only, never as
 *     letters, and sent for by growing heads only: once by each that is w+L or more. In terms of j
 *     = t-v the counts depend on j alone, so receptions minus sends depend on d and the class
 *     alone. For d >= D, D = L + max(a,E), they are a constant, terms f(d-X), and sums of f(j-X)
 *     over the j of a range with E <= j <= d-L; for the d of one class modulo P all that obeys chi
 *     (x-1). So it is 0 for all d if it is for d < D + P(L+1). Depths up to W + D + P(L+1) + P - 2
 *     show all these d in every class.
 *
 * Hence K = max(T + P(L+2) - 1, W + D + P(L+1) + P - 2), if T >= W + L + a and T >= V' + E
 * throughout, V' being the first head of the range that is W+L-1 or more.
 *
 * Counts are never negative. That of a fixed word is (F(t) + bt + c)/M, F a combination of f.
 * Either b >= 0, bT + c >= 0, and F >= 0 for t = T..T+L-1, hence for ever, by F(t) = F(t-1) +
 * F(t-L). Or b <= 0, g(t) = F(t) + bt + c >= 0 for t = T..T+L-1, and g(t) - g(t-1) - g(t-L) =
 * b(L+1-t) - c >= 0 for t = T+L, hence for all t after, as b <= 0; so g >= 0 for ever.
 *
 * Time: the words written out have about (K-T) K^2/2 positions a line. All depths
 * together have the limit of work of one balance. */
#ifndef STEADYCHECK_STATIONARY_FAMILY_H
#define STEADYCHECK_STATIONARY_FAMILY_H

#include "core/read.h"

bool rule_stationary_family(struct reader *reader);

#endif
