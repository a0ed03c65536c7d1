/* SPDX-License-Identifier: MIT */
/* Whole trees with p >= 2 ports, f_s nodes for each depth s, and their leaves of the values 0..L-1:
 * V_s = V_{s-1} + p G_{s-L} are those that are not in blocks of smaller trees. The root's block of
 * size R = s-L+1 takes C_s of them, p R - 1 with s + (their sum) = 0 modulo R, and G_s is left
 * (results/THEOREMS.md, 19.2). */
#pragma once

#include <gmp.h>

#include "solver/base/limits.h"

struct port_trees {
    int latency, ports, count; /* depths 0..count-1 are made, */
    int most;                  /* of 0..most */
    int *taken;                /* C: [s L + v] */
    mpz_t *left;               /* G: [s L + v] */
};

/* None is made. STATUS_LIMIT if (most + 1) L is beyond 10^8. To be cleared, on failure too. */
enum status port_trees_init(struct port_trees *trees, int latency, int ports, int most,
                            struct failure *failure);
void port_trees_clear(struct port_trees *trees);

/* Makes those up to this depth, at most `most`. What is left over has as few of the large values as
 * can be, and two different ones if possible. STATUS_LIMIT when stopped; `limits` may be NULL. O(L)
 * additions for each. */
enum status port_trees_reach(struct port_trees *trees, int depth, const struct limits *limits,
                             struct failure *failure);

/* C_s and G_s, [v], for v = 0..L-1. */
int *port_trees_taken(const struct port_trees *trees, int depth);
mpz_t *port_trees_left(const struct port_trees *trees, int depth);

/* L = 2: of `all` R - 1 ones and (p-1) R zeros; false if there are fewer. */
bool port_pick_ones(mpz_t *all, int ports, int size, int *picked);
