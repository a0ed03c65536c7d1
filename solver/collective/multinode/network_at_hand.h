/* SPDX-License-Identifier: MIT */
/* Schedules of one round in each step that are there before any formula: along shortest ways;
 * greedily, wherever chunks are for all nodes; by
 * symmetries (network_orbits_at_hand.h); everybody's chunks, or sums, along a hamiltonian
 * cycle, along a spanning tree, of a product from the schedules of its factors. */
#pragma once

#include "solver/collective/multinode/network_least.h"

/* What ends before `least->upper` is kept there, until it meets `least->lower`. The limits end what
 * is tried, and are no failure. The task has even rounds. STATUS_INPUT for a cycle that is none. */
enum status network_at_hand(struct network_least *least, const struct network_hints *hints,
                            const struct limits *limits, struct failure *failure);
