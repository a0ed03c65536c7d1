/* SPDX-License-Identifier: MIT */
/*
 * The fill of the tails of rounded_stream.h: leaves of mean M-1, in sets that have the same mean.
 *
 * A set b^j a^d, a < M-1 < b, j = M-1-a, d = b-M+1, in this order, leads from the ground state of
 * M-1 balls back to it: b times a ball is thrown high, and when d more leaves have come the first
 * of them is low again. When no such sets are left, few leaves but M-1 are: these make sets of at
 * most L leaves for words with one head, where any order will do (M. Hall).
 */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_FILL_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_FILL_H

#include "solver/items/fraction/fraction.h"
#include "solver/items/stream/rounded_parts.h"

enum { ROUNDED_SET_ROOM = 2 * FRACTION_MOST_LATENCY };

struct rounded_set {
    int length;
    int leaves[ROUNDED_SET_ROOM];
    bool mixed; /* for words with one head only */
    mpz_t count;
};

struct rounded_fill {
    size_t count, room;
    struct rounded_set *sets; /* the mixed ones, then the others, the longest first */
};

/*
 * All of nodes[0..L] but M-1 are taken. *possible: they have the number and sum that the tails
 * have room for. Cleared by rounded_fill_clear in any case. O(L^2) sets, and as many mixed ones.
 */
enum status rounded_fill_init(struct rounded_fill *fill, struct rounded_parts *parts,
                              bool *possible, struct failure *failure);
void rounded_fill_clear(struct rounded_fill *fill);

#endif
