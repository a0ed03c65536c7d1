/* SPDX-License-Identifier: MIT */
/*
 * The least time for K items on a LogP machine that no schedule can beat: results/THEOREMS.md,
 * 11.7, with the proof, and results/README.md, kind items-bound.
 *
 * Let h = max(g,o), l = L + 2o, A as in reach.h, N = P-1, and tau(x) the least s with A(s) > x.
 *
 *     counting   (K-k) h + tau(k N), for every k = 1..K: the last k items leave the source at
 *                (K-k) h or later, and take k N messages
 *     work       (2 o K N + l + tau(1) + .. + tau(N)) / P - o: every message takes o cycles of its
 *                sender and of its receiver, who has nothing to do before it has an item
 *     single     (K-1) h + l + the least s with A(s) >= N, if the source sends each item once
 *
 * The bound is the largest of these, and for o = 0, g = 1 that of items_bound.h.
 */
#ifndef STEADYCAST_SOLVER_BOUND_LOGP_ITEMS_BOUND_H
#define STEADYCAST_SOLVER_BOUND_LOGP_ITEMS_BOUND_H

#include <gmp.h>
#include <stdbool.h>

#include "solver/model/logp_machine.h"

struct logp_items_bound {
    mpz_t counting, work, single; /* cycles; `single` is 0 if it does not count */
};

/* Fills `bound` for N = processors >= 1 and K = items >= 1. STATUS_INPUT for what is no machine and
 * for less of these, STATUS_LIMIT where A is not counted so far (reach.h). O((tau(N) + l) /
 * gcd(h,l)) additions. */
enum status logp_items_bound(const struct logp_machine *machine, mpz_srcptr processors,
                             mpz_srcptr items, bool single, struct logp_items_bound *bound,
                             struct failure *failure);
void logp_items_bound_clear(struct logp_items_bound *bound);

/* The largest. */
mpz_srcptr logp_items_bound_finish(const struct logp_items_bound *bound);

#endif
