/* A potential given by the largest value: for a state S
 *
 *     phi({}) = 0,   phi({x}) = -Z_x,   phi(S) = -F_M - sum of O_u over u in S other than M = max
 * S,
 *
 * for |S| >= 2, with prices that do not descend in w, and numbers O_0 <= O_1 <= ... . The condition
 * of prices.h for all 2^t states follows from O(t) inequalities between numbers of any size, and
 * these are also necessary, so the check is exact:
 *
 * A transition keeps |S|, so sizes 0, 1 and >= 2 do not mix. Size 0: only v = 0, S' = {}. Size 1: S
 * = {x} receives 0 if x > 0, and if x = 0 any v > 0; S' has the one other value less 1. These t
 * transitions or less are all tried. Size >= 2: put m = max(M,v) and y = min(M,v). As |A| >= 3, m
 * >= 2, and best(A) = earn(m), for what is earned does not descend either. A without m is a set B
 * with 0 and y in it, all below m; S without M is B without y, max S' = m-1, and S' without m-1 is
 * {u-1 : u in B, u > 0}. So, with O_{-1} = 0 and d_u = O_u - O_{u-1} >= 0,
 *
 *     phi(S') - phi(S) = F_M - F_{m-1} - (sum over u in B, u > 0, of O_{u-1}) + (sum over u in B, u
 * != y, of O_u) = F_M - F_{m-1} - O_{y-1} + sum of d_u over u in B other than y.
 *
 * No d_u is negative: the least sum is that of a B with as few others as there may be. For y > 0
 * that is 0 alone, B = {0,y}, S = {0,M}: the sum is O_0. For y = 0 (then v = 0, m = M) it is one u,
 * 0 < u < M, S = {u,M}: the least d_u. So the inequalities are, where v is received,
 *
 *     v = 0, 2 <= M < t:       pay(0) + F_M - F_{M-1} - earn(M) + min(d_1..d_{M-1}) >= D
 *     0 < v < M < t:           pay(v) - O_{v-1} + O_0 + F_M - F_{M-1} - earn(M) >= D
 *     0 < M < v, M < t:        pay(v) - F_{v-1} - earn(v) + O_0 + F_M - O_{M-1} >= D
 *
 * and each of the last two splits in a part of v and one of M, so that running minima do: O(t) in
 * all. (All other values of S, hence all u above, are at most t-2.) */
#ifndef STEADYCHECK_PRICES_LARGEST_H
#define STEADYCHECK_PRICES_LARGEST_H

#include "prices.h"

/* Reads the lines single, largest and other, and checks. */
bool prices_largest_check(const struct prices *prices, struct reader *reader);

#endif
