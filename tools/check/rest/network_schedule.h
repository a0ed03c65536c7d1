/* SPDX-License-Identifier: MIT */
/* The player of schedules on networks. */
#pragma once

#include "rest/network.h"

/* chunks is C; of a stream the items of a period, which have a rate; else rounds[s-1]. `span` are
 * the steps of a chunk from its birth to its deadline: S, or the delay. */
struct network_plan {
    struct reader *reader;
    const struct network *network;
    struct ratio rate;
    uint32_t steps, period, span, most;
    uint64_t chunks, sum; /* of rounds */
    uint32_t *rounds;
};

/* Reads the line `rounds`; then plays the lines `step` and `send` that follow. */
void network_read_rounds(struct network_plan *plan);
void network_play(const struct network_plan *plan);
