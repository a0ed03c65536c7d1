/* SPDX-License-Identifier: MIT */
/* Streams: an item has to leave a node, as its source, along certain arcs, and early, or comes too
 * late to some target, as what goes round is late. Where the node can't send as much there is no
 * such delay: prices of what limits it, and a cut in time for each of these arcs
 * (results/THEOREMS.md, 21.1). Nor is there one that is less than the way to a target. */
#pragma once

#include "solver/network/network_bound.h"

/* That p items in q steps have no stream of this delay: a bound of CLAIM_RATE, if *found. The
 * problem is a broadcast. STATUS_LIMIT when stopped. O(arcs) as a rule for each arc, those
 * of the source first; where that is too much, of some nodes alone; and where
 * arcs times steps are more than the checker takes nothing is found. */
enum status network_departures_find(const struct network_problem *problem, int items, int per,
                                    int delay, const struct limits *limits,
                                    struct network_bound *bound, bool *found,
                                    struct failure *failure);
