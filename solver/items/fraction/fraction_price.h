/* SPDX-License-Identifier: MIT */
/* Words that would better the linear program over words (fraction.c), by what a use of each row
 * costs: a word is wanted if what it uses costs less than nothing. */
#pragma once

#include <stdint.h>

#include "solver/items/fraction/fraction_problem.h"

enum { FRACTION_PRICE_BITS = 40 };

struct fraction_costs {
    const struct fraction_problem *problem;
    const int64_t *row; /* of one use, in 2^-FRACTION_PRICE_BITS, each below 2^52; borrowed */
};

/* No word costs so much. */
#define FRACTION_NO_WORD ((int64_t)1 << 61)

/* A word of this cost, or more, is not wanted: what is less is lost by rounding. */
#define FRACTION_LEAST_GAIN (-((int64_t)1 << (FRACTION_PRICE_BITS - 20)))

/* Of a node; and of the slack, for each place of a word, which comes on top. */
int64_t fraction_cost(const struct fraction_costs *costs, int value, enum fraction_role role);

/* Words with one head: for each head, and each |S| that the point allows, the cheapest leaves, by
 * their number and sum. Adds those that are wanted. O(tail^2 L^2). */
enum status fraction_price_single(const struct fraction_costs *costs, struct fraction_words *words,
                                  struct failure *failure);

/* Words with several heads: closed walks of |S|-1 balls from the ground state 0..|S|-2 (juggling.h,
 * maximal throw L), in which a head is outside. When the next one arrives, the last one joins the
 * balls, with the value L-1 (A) or L (B). For each last head, which may be a tail if |S| = M, and
 * each number of heads the cheapest such word, where it is wanted. All but the last have
 * `most_leaves` at most: these are the small ones, which have no room for leaves of the right
 * sum. */
struct fraction_walks;

/* STATUS_MEMORY alone. `mean` is |S|. With binomial(L, mean-1) (tail-L + 4 most_leaves + 10)
 * numbers of 8 bytes. */
enum status fraction_walks_init(struct fraction_walks **walks,
                                const struct fraction_problem *problem, int mean, int most_leaves,
                                struct failure *failure);
void fraction_walks_free(struct fraction_walks *walks); /* NULL is allowed */

/* Takes O(L) for each of these numbers. */
enum status fraction_price_joined(struct fraction_walks *walks, const struct fraction_costs *costs,
                                  struct fraction_words *words, struct failure *failure);
