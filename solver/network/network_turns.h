/* SPDX-License-Identifier: MIT */
/* Turns of a network, of an order k >= 2: automorphisms (network_automorphisms.h) whose cycles have
 * k nodes, and which leave alone as few as the number of nodes, and a root, ask for: as turning a
 * mesh by 180 degrees does for k = 2. A schedule may be looked for in which of each k steps all are
 * the first one turned (network_formula_add_turns): a k-th part is to be found then. */
#pragma once

#include "solver/network/network_problem.h"

struct network_turn {
    int order;
    int *image; /* of the nodes, the arcs and the commodities, one behind the other; owned */
    const int *nodes, *arcs, *commodities;
};

/* The search is given up after so many choices. */
enum { TURN_CHOICES = 100000 };

/* The first turn of this order that was found; *found is false, and there is nothing to clear, if
 * there is none, or the search was given up, or stopped. Exhaustive search along the arcs from node
 * 0; its depth, and that of the calls, is the number of nodes. */
enum status network_turn_find(const struct network_problem *problem, int order,
                              const struct limits *limits, struct network_turn *turn, bool *found,
                              struct failure *failure);
void network_turn_clear(struct network_turn *turn);
