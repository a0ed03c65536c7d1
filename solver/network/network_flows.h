/* SPDX-License-Identifier: MIT */
/* Cuts of a network in which groups of arcs stand between the nodes: an arc leads from its tail
 * through its groups to its head, and a group lets through what its capacity is. A least cut is a
 * set of nodes with the cheapest groups that cover what leaves it, where the arcs of a group are
 * all those between two sets of nodes, as of links, ports and switches; else the cover may be
 * dearer than it need be, and is still one. */
#pragma once

#include "solver/network/network_symmetry.h"
#include "solver/network/network_trial.h"

/* Looks for the parts whose chunks, by the capacity of what enters them, take the most rounds
 * (Newton's iteration: a maximal flow tells whether there is a better part than the best, and
 * which one); of an allreduce, for what each sum has to cross. Kept in trial->best where better.
 * For collectives in which each node sends another chunk to each other it does nothing.
 * One target of each orbit is enough; `orbits` may be NULL. STATUS_LIMIT; STATUS_MEMORY. O(targets)
 * maximal flows (Dinic), as many as look at MOST_CUT_WORK edges. */
enum status network_flows_try(struct network_trial *trial, const struct network_orbits *orbits,
                              const struct limits *limits, struct failure *failure);
