/* SPDX-License-Identifier: MIT */
/* Prices for chunks with one target each, in networks of any size: the cheapest tree of such a
 * chunk is a way, so that the sum of all distances, by lengths of the arcs, bounds what all ways
 * take of the capacities. */
#pragma once

#include "solver/network/network_bound.h"
#include "solver/network/network_symmetry.h"

/* Betters `bound`, of CLAIM_ROUNDS for any steps, where its value is less: first with the length 1
 * for each arc, then with longer ones where ways meet (multiplicative weights), while time is left
 * and that helps. Ways begin at a node of each orbit, and groups of an orbit have one price;
 * `orbits` may be NULL. Nothing is done where a chunk goes to all. Stopped, it is the best by then.
 * STATUS_MEMORY. O(orbits arcs log nodes) each time. */
enum status network_lengths_better(const struct network_problem *problem,
                                   const struct network_orbits *orbits, const struct limits *limits,
                                   struct network_bound *bound, struct failure *failure);
