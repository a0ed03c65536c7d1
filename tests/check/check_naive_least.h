/* SPDX-License-Identifier: MIT */
/* For the tests: the least time in which items can be with everybody, by an exhausted search over
 * all schedules, for a few processors and items. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { NAIVE_NEVER = 99, NAIVE_NETWORK_PROCESSORS = 5, NAIVE_NETWORK_EDGES = 10 };

/* K items of a source, to N others, in the postal model with latency L and p ports. */
struct naive_items {
    long L, p, N, K; /* N K <= 12 */
    bool single;     /* the source sends each item once */
};

long naive_items_least(const struct naive_items *question);

/* Processors 0..P-1; edge e has the ends [2e] < [2e+1]. */
struct naive_network {
    long P, E;
    uint32_t ends[2 * NAIVE_NETWORK_EDGES];
};

/* Of one item of each, a message along an edge in a step; NAIVE_NEVER if not all are connected. */
long naive_gossip_least(const struct naive_network *graph, bool half);
