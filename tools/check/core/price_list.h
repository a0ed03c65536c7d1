/* SPDX-License-Identifier: MIT */
/* Prices that bound all schedules whatsoever, and what potentials must do for them.
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
 * than they earn, and so no schedule whatsoever has more than R/D processors. */
#ifndef STEADYCHECK_PRICE_LIST_H
#define STEADYCHECK_PRICE_LIST_H

#include "core/read.h"

struct prices {
    const struct prices_rules *rules;
    uint32_t latency, depth, gap; /* gap: 0, but for rest/prices_classes.h */
    uint32_t letters; /* values 0..letters-1 are received besides t: t-L+1, or 0 for t < L */
    mpz_t denominator;
    mpz_t *pay;  /* [v], v = 0..t; 0 for values that are not received */
    mpz_t *earn; /* [u], u = 0..t: p_{u-L}, or 0 for u < L */
};

static inline bool prices_is_received(const struct prices *prices, uint32_t value) {
    return value < prices->letters || value == prices->depth;
}

#endif
