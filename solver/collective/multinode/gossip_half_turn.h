/* SPDX-License-Identifier: MIT */
/*
 * Half turns of a graph: automorphisms that exchange the nodes in pairs and leave one alone at
 * most, as turning a mesh by 180 degrees does. A schedule may be looked for in which every second
 * step is the half turn of the step before (gossip_formula_add_half_turn): half as much is to be
 * found then.
 */
#ifndef STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_HALF_TURN_H
#define STEADYCAST_SOLVER_COLLECTIVE_GOSSIP_HALF_TURN_H

#include "solver/collective/multinode/gossip_graph.h"

/* The search is given up after so many choices. */
enum { GOSSIP_HALF_TURN_CHOICES = 100000 };

/*
 * image[v], for all nodes v, is where the first half turn found takes v. *found is false, and
 * `image` then has no meaning, if there is none or the search was given up. Exhaustive search along
 * the edges from node 0; its depth, and that of the calls, is half the number of nodes.
 */
enum status gossip_half_turn_find(const struct gossip_graph *graph, int *image, bool *found,
                                  struct failure *failure);

#endif
