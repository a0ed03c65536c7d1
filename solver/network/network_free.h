/* SPDX-License-Identifier: MIT */
/* Groups of automorphisms that act freely on the nodes: but for the identity none of them leaves a
 * node where it is, so each is known by where it takes node 0. */
#pragma once

#include "solver/network/network_automorphisms.h"

/* Larger networks have none here: its images take 4 nodes^2 bytes. */
enum { FREE_MOST_NODES = 4096 };

struct network_free {
    int order;   /* >= 1, a divisor of the nodes */
    int *images; /* of all nodes, by each element, one behind the other; the identity first;
                    owned. NULL: the identity alone, not listed */
};

/* A large one that these generate: products by chance, and their powers, are taken as long as it
 * stays free, from several beginnings, until it has as many elements as there are nodes. Such a
 * group is found as a rule where there is one. The same on every run; some 10^8 operations at most.
 * STATUS_LIMIT when stopped; STATUS_MEMORY. */
enum status network_free_find(const struct network_automorphisms *automorphisms, int nodes,
                              const struct limits *limits, struct network_free *found,
                              struct failure *failure);

/* That of the shifts (x, y) -> (x + i, y + j) of nodes v = b x + y, where these are automorphisms
 * for some b, as in clusters of boxes, whose groups are too rich for products by chance; else the
 * identity. STATUS_MEMORY. O(divisors of the nodes members log degree). */
enum status network_free_shifts(const struct network_problem *problem, struct network_free *found,
                                struct failure *failure);
void network_free_clear(struct network_free *found);
