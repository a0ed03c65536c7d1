/* Kind stationary-family: stationary schedules for all depths t >= T, by finitely many.
 *
 * Words are patterns (word_pattern.h), legal for all lengths by their form, with counts that depend
 * on t and the head. The rule writes the schedules for t = T..K out and checks each: N is right,
 * value t is received once, and every other value exactly as often as it is sent for. Then all t >
 * K are right as well. Why, and which K:
 *
 * Obeying. Let a_k be a sequence along t = i (mod P), k the number of the depth in its class, and x the
 * step from a_k to a_{k+1}. It *obeys* a polynomial in x if that takes it to 0; if the polynomial is
 * monic, as many zeros in a row as its degree make all that follow zero, and if it is whole and the
 * sequence too, the same is true of zeros modulo M. f(t-X), index >= 0, obeys chi, the polynomial whose
 * roots are the P-th powers of those of x^L - x^{L-1} - 1: whole, monic, of degree L. Constants obey
 * x-1, linear functions of t (x-1)^2. Let S divide P; the sum of f(t-v-X) l(v), l linear, over v = V',
 * V'+S, .. <= t-E obeys chi (x-1)^2 from t = V'+E on, X <= E: going from t to t+P and from v to v+P, it
 * becomes the same sum over l(v+P) and P/S terms f(t+P-v-X) l(v) more; so x-1 takes it to a sum with a
 * constant l and some terms f, and x-1 once more to terms f.
 *
 * Let W be the least number above all letters, all fixed heads h and all V - S of ranges V, V+S, ..,
 * t-E, and such that W + L is not below a last value C sent by a growing head. At depths t of a class:
 *
 * 1. Values w < W, and the number of processors, for t >= T. A fixed word adds its count, of f(t-X), t
 *    and 1, times a constant. A head t-a, its count a constant, adds letters that grow linearly with t,
 *    and one send, as t-a >= W+L. A range adds sums as above: over all its heads for letters and the
 *    number of processors, over v >= w+L for sends; and one f(t-w-X) where v = w is received. All
 *    obey chi (x-1)^2, so the differences vanish for ever if they do at the L+2 first depths of a class.
 *    In the same way M divides a count at all depths if it does at these.
 * 2. Values w >= W, d = t-w. They are received as heads t-a (a = d) or v only, not as letters, and sent
 *    for by growing heads only, each of which sends w+L once if it is at least that. With v = t-j the
 *    count depends on j alone, so receptions minus sends depend on d and the class only, not on t.
 *    From d = D := L + max(a,E) on they are a constant, f(d-X) if d is in the progression, and a sum of
 *    f(j-X) over j in the progression, E <= j <= d-L: along d = i (mod P) they obey chi (x-1), so they
 *    vanish for ever if they do for d < D + P(L+1). Depths up to W + D + P(L+1) + P - 2 show all these d in
 *    every class.
 *
 * Hence K = max(T + P(L+2) - 1, W + D + P(L+1) + P - 2), with T >= W + L + a and T >= V' + E for
 * the largest V'. Counts of fixed words are never negative: (F + b t + c)/M, F a combination of f,
 * either (i)  b >= 0, bT + c >= 0, and F >= 0 for t = T..T+L-1, hence for ever by F(t) = F(t-1) +
 * F(t-L); or (ii) b <= 0, g = F + b t + c >= 0 for t = T..T+L-1, and h = g(t) - g(t-1) - g(t-L) =
 * b(L+1-t) - c >= 0 for t = T+L: h does not descend, hence g >= 0 for ever. */
#ifndef STEADYCHECK_RULE_STATIONARY_FAMILY_H
#define STEADYCHECK_RULE_STATIONARY_FAMILY_H

#include "read.h"

bool rule_stationary_family(struct reader *reader);

#endif
