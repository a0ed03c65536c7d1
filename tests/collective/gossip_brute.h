/* SPDX-License-Identifier: MIT */
/* Multinode broadcasting on up to four nodes by exhaustive search from the definition, and plain
 * readings of the definitions for comparison. */
#pragma once

#include <stdbool.h>

#include "solver/network/network_families.h"

enum { BRUTE_MOST = 4 };

/* The least number of steps; adjacent[v] has bit u for each neighbour. */
int brute_gossip(int nodes, const unsigned *adjacent, bool half);

/* Whether there is a hamiltonian cycle, by all orders of the nodes; up to 8. */
bool brute_hamiltonian(int nodes, const unsigned *adjacent);

/* The network of a set of edges, bit k standing for the k-th of the pairs 01, 02, 12, 03, 13, 23,
 * ..; false if it is not connected. */
bool brute_graph(int nodes, unsigned pairs, unsigned *adjacent, struct network *network);
