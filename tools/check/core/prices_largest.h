/* SPDX-License-Identifier: MIT */
/* A potential given by the largest value: phi({}) = 0, phi({x}) = -Z_x, and for |S| >= 2
 *
 *     phi(S) = -F_M - sum of O_u over u in S other than M,     M = max S,
 *
 * with prices that do not descend in w, and numbers O_0 <= O_1 <= ... . The condition of
 * price_list.h for all 2^t states follows from O(t) inequalities between numbers of any size.
 * These are also necessary, so the check is exact.
 *
 * A transition keeps |S|: the sizes 0, 1 and >= 2 do not mix.
 *
 * Size 0: only v = 0, S' = {}. Size 1: S = {x} receives 0 if x > 0, any v > 0 if x = 0; S' has the
 * value that is not 0, less 1. All these transitions, 2t at most, are tried.
 *
 * Size >= 2: put m = max(M,v), y = min(M,v). |A| >= 3, so m >= 2, and best(A) = earn(m), as what
 * is earned does not descend either. Let B be A without m: 0 and y are in it. S without M is B
 * without y; max S' = m-1, and S' without m-1 is {u-1 : u in B, u > 0}. With O_{-1} = 0, d_u = O_u
 * - O_{u-1}:
 *
 *     phi(S') - phi(S)
 *         = F_M - F_{m-1} - sum of O_{u-1} over u in B + sum of O_u over u in B, u != y
 *         = F_M - F_{m-1} - O_{y-1} + sum of d_u over u in B, u != y.
 *
 * No d_u is negative, so the sum is least where B has as few elements as |S| >= 2 allows. y > 0: B
 * = {0,y}, S = {0,M}, the sum is d_0 = O_0. y = 0, that is, v = 0 and m = M: B = {0,u}, S = {u,M},
 * the sum is some d_u, 0 < u < M. Hence these inequalities, wherever v is received:
 *
 *     v = 0, 2 <= M < t:   pay(0) + F_M - F_{M-1} - earn(M) + min(d_1 .. d_{M-1}) >= D
 *     0 < v < M < t:       pay(v) - O_{v-1} + O_0 + F_M - F_{M-1} - earn(M) >= D
 *     0 < M < v, M < t:    pay(v) - F_{v-1} - earn(v) + O_0 + F_M - O_{M-1} >= D
 *
 * The last two are sums of a part of v and one of M, so the least part so far is all that has to
 * be kept: O(t) in all. A long number costs its length wherever it is added, which is more than
 * once or twice only for O, which do not descend, for pay(0), where the prices do not either, and
 * for Z_0, which the first inequality of size 1 compares with Z_1, and so on: the file is as long.
 * So the work is in proportion to the bytes. (No O above O_{t-2} occurs: d_u stands for u < M only,
 * and y-1 < t-1.) */
#ifndef STEADYCHECK_PRICES_LARGEST_H
#define STEADYCHECK_PRICES_LARGEST_H

#include "core/price_list.h"

/* Reads the lines single, largest and other, and checks. */
bool prices_largest_check(const struct prices *prices, struct reader *reader);

#endif
