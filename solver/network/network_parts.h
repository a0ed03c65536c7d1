/* SPDX-License-Identifier: MIT */
/*
 * Prices of networks of any size, by disjoint parts of the nodes: what enters a part that a chunk
 * has to get into costs as much as the cheapest arc into it.
 */
#ifndef STEADYCAST_SOLVER_NETWORK_NETWORK_PARTS_H
#define STEADYCAST_SOLVER_NETWORK_NETWORK_PARTS_H

#include "solver/network/network_bound.h"

/*
 * The best of these, in rounds for a chunk, whatever the steps: counting what all nodes receive,
 * one node, or one cut (by maximal flow). Fills a bound of CLAIM_ROUNDS for any steps, with its
 * value. O(nodes) maximal flows.
 */
enum status network_parts_find(const struct network_problem *problem, const struct limits *limits,
                               struct network_bound *bound, struct failure *failure);

/* With one round in each step: of an odd number of nodes that take part in one message at a time,
 * each in every step, one takes part in none (Tutte, Berge). The bound is bettered, if it is. */
enum status network_parts_pair(const struct network_problem *problem, struct network_bound *bound,
                               struct failure *failure);

#endif
