/* SPDX-License-Identifier: MIT */
/* Bounds by prices on networks. */
#pragma once

#include "rest/network.h"

enum network_claim { NETWORK_ROUNDS, NETWORK_TIME, NETWORK_RATE, NETWORK_MOST };

/* Of one of these claims the prices are read and checked. span: the steps, or the delay; 0: any. */
struct network_prices {
    struct reader *reader;
    struct network *network;
    enum network_claim claim;
    struct ratio rate; /* P/Q of the claim */
    uint32_t span, chunks;
    uint64_t line; /* of the claim */
};
void network_prices_prove(const struct network_prices *prices);
