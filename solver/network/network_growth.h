/* SPDX-License-Identifier: MIT */
/* How fast a chunk can spread: a bound on times and delays by counting the nodes that have it
 * (results/THEOREMS.md, 20.2). It knows the latencies and the ports, and nothing of the distances.
 */
#pragma once

#include "solver/network/network_problem.h"

/* In internal time. */
struct network_growth {
    int latency;   /* of every arc, at least */
    int64_t ports; /* sendings of any node in a step, at most */
};

/* A step has one round. STATUS_MEMORY. O(arcs + members of groups). */
enum status network_growth_of(const struct network_problem *problem, struct network_growth *growth,
                              struct failure *failure);

/* No stream of p items in q steps from one source has a delay below. 0: there is no stream so fast,
 * whatever its delay. O(delay). */
enum status network_growth_delay(const struct network_growth *growth, int parties, int items,
                                 int per, int *delay, struct failure *failure);
