/* SPDX-License-Identifier: MIT */
/* Prices of networks of any size, by disjoint parts of the nodes: what enters a part that a chunk
 * has to get into costs as much as the cheapest arc into it. */
#pragma once

#include "solver/network/network_bound.h"

/* The best of these, in rounds for a chunk, whatever the steps: counting what all nodes receive,
 * one node, or one cut by a flow; and where all nodes have ports, sets of nodes
 * (network_sets.h), with odd ones if each step has one round. Fills a bound of CLAIM_ROUNDS for any
 * steps, with its value; with odd sets it holds where each step has one round alone. Stopped, it is
 * the best by then. O(nodes) maximal flows. */
enum status network_parts_find(const struct network_problem *problem, bool even,
                               const struct limits *limits, struct network_bound *bound,
                               struct failure *failure);
