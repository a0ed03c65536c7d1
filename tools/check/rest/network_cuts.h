/* SPDX-License-Identifier: MIT */
/* What cheapest timed trees cost at least, by cuts in time and symmetries. */
#pragma once

#include "rest/network.h"

/* cost[r * arcs + a]: of a sending along a in step r + 1, of `rows` steps; in all alike if that
 * is 1. span: the steps; 0: any. The sum over the commodities is added to `value`. */
struct network_cuts {
    struct reader *reader;
    const struct network *network;
    const uint64_t *cost;
    uint32_t rows, span;
    mpz_ptr value;
};
bool network_cuts_follow(const struct reader *reader);
void network_cuts_add(const struct network_cuts *asked);
