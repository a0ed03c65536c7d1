/* SPDX-License-Identifier: MIT */
/*
 * The recurrence of Shou and Chen 1996, Theorem 2, with its three cases as printed: for sendings g
 * apart that take l = L + 2o,
 *
 *     f_n = 1                        0 <= n < l,
 *     f_n = 1 + floor(n/l)           l <= n < g,
 *     f_n = f_(n-g) + f_(n-l)        n >= max(g,l),
 *
 * and f_n = 0 for n < 0. The paper's model has g >= o; with h = max(g,o) in place of g it counts
 * who can have the item at time n on every machine.
 */
#ifndef STEADYCAST_SOLVER_REACH_NUMBERS_H
#define STEADYCAST_SOLVER_REACH_NUMBERS_H

#include <stdint.h>

#include "automata/status.h"

enum { REACH_NUMBERS_MOST_TERMS = 10000000 };

struct reach_numbers {
    int64_t apart;    /* g, or h */
    int64_t transfer; /* l */
    int64_t time;     /* T = min {n >= 0 : f_n >= P} */
    int64_t *terms;   /* f_0 .. f_T; owned */
};

/* For P = processors, 1 <= P <= 10^9; apart, transfer >= 1. STATUS_INPUT for other numbers,
 * STATUS_LIMIT if T is beyond REACH_NUMBERS_MOST_TERMS. O(T). */
enum status reach_numbers_make(int64_t apart, int64_t transfer, int64_t processors,
                               struct reach_numbers *numbers, struct failure *failure);
void reach_numbers_clear(struct reach_numbers *numbers);

/* f_n, n <= T. */
static inline int64_t reach_number(const struct reach_numbers *numbers, int64_t n) {
    return n < 0 ? 0 : numbers->terms[n];
}

#endif
