/* SPDX-License-Identifier: MIT */
/* Is K(k) = C(k) for every k, in the postal model with one port? One answer for a latency and a
 * number of processors: an endgame for every k from some M on, and few items from scratch.
 *
 * C(k) is the bound by counting, K(k) the least time; k1 is the least k from which on C(k) = C(M) +
 * k - M. An endgame at the bound settles all k >= k1, as K(k+1) >= K(k) + 1, and k = 1 is a tree
 * (results/THEOREMS.md, 12.1 and 12.2). So 1 < k < k1 are left. */
#pragma once

#include <stdio.h>

#include "solver/question/constructions.h"

enum { ITEMS_AT_BOUND_MOST_FEW = 64 }; /* k1 <= k* + 1 <= L + 1; of larger ones the rest is open */

struct items_at_bound {
    const struct every_items *every; /* of the plans; NULL: none was found */
    int k1;                          /* 1 < k < k1 are not settled by it */
    int few_count;
    struct items_colours few[ITEMS_AT_BOUND_MOST_FEW];
    int open_count;
    int open[ITEMS_AT_BOUND_MOST_FEW]; /* 1 < k < k1 for which nothing was found */
};

/* By constructions, L >= 3 (for others the endgame alone); `result` is not initialised before, and
 * lives no longer than the plans, until these are asked for others. STATUS_LIMIT when stopped. */
enum status items_at_bound_find(struct items_plans *plans, int latency, int processors,
                                const struct limits *limits, struct items_at_bound *result,
                                struct failure *failure);
void items_at_bound_clear(struct items_at_bound *result);

/* The certificates of all that was found, one behind the other. */
enum status items_at_bound_write(const struct items_at_bound *result, FILE *stream,
                                 const struct limits *limits, struct failure *failure);

/* Is every k settled? */
static inline bool items_at_bound_is_settled(const struct items_at_bound *result) {
    return result->every && result->open_count == 0;
}
