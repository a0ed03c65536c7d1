/* SPDX-License-Identifier: MIT */
/* Kind prices: prices that bound all schedules whatsoever, and what potentials must do for them.
 *
 * A processor's window state is the set S of values u in 0..t-1 whose items it holds, before it
 * receives the value v: v is not in S, and 0 is in S or v = 0. Then it holds A = S + {v}, and its
 * next state is S' = {u-1 : u in A, u > 0}, of the same size. It may send one u >= L of A, which
 * another processor receives as u-L. In the average over time all processors together receive value
 * t, from the source, once a step, value w = 0..t-L at most as often as w+L is sent, and nothing
 * else. Who receives w pays p_w, who receives t pays R, who sends u earns p_{u-L}. If there is a
 * potential phi on the states such that for every state and every value that may be received in it
 *
 *     pay(v) + phi(S') - phi(S) - best(A) >= D,     best(A) = max(0, earn(u) : u in A),
 *
 * then every processor pays at least D a step more than it earns, all together pay at most R more
 * than they earn, and so no schedule whatsoever has more than R/D processors.
 *
 * **A potential by the largest value**: phi({}) = 0, phi({x}) = -Z_x, and for |S| >= 2
 *
 *     phi(S) = -F_M - sum of O_u over u in S other than M,     M = max S,
 *
 * with prices that do not descend in w, and numbers O_0 <= O_1 <= ... . The condition above for all
 * 2^t states follows from O(t) inequalities between numbers of any size. These are also necessary,
 * so the check is exact.
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
#pragma once

#include "core/read.h"

struct prices {
    const struct prices_rules *rules;
    uint32_t latency, depth, gap; /* gap: 0, but for rest/prices_classes.c */
    uint32_t letters; /* values 0..letters-1 are received besides t: t-L+1, or 0 for t < L */
    mpz_srcptr denominator;
    mpz_t *pay;  /* [v], v = 0..t; 0 for values that are not received */
    mpz_t *earn; /* [u], u = 0..t: p_{u-L}, or 0 for u < L */
};

static inline bool prices_is_received(const struct prices *prices, uint32_t value) {
    return value < prices->letters || value == prices->depth;
}

/* Reads the lines of a potential, and checks. */
typedef void prices_potential(const struct prices *prices, struct reader *reader);

struct prices_rules {
    void (*claim)(const struct prices *prices, struct verdict *verdict, mpz_srcptr bound);
    prices_potential *potential[2]; /* recomputed, and largest */
    struct prices_cases *cases;     /* for rest/prices_classes.c alone; or NULL */
    /* With cases: reads what stands before the bound, and changes the bound's numerator. */
    void (*own)(const struct prices *prices, struct reader *reader, mpz_ptr numerator);
};

/* Kind prices behind a line `gap`, or with gap = 0. A claim that is NULL is that of a plain bound,
 * a potential that is NULL is not taken. */
void prices_check(struct reader *reader, uint32_t gap, const struct prices_rules *rules);

/* The potential by the largest value: reads the lines single, largest and other, and checks. */
void prices_largest_check(const struct prices *prices, struct reader *reader);
