/* SPDX-License-Identifier: MIT */
/* Orbits of a problem: what its automorphisms (network_automorphisms.h) take to each other. Of a
 * linear program the average over all images of a solution is a solution; so rows and commodities
 * of one orbit may be one. */
#pragma once

#include "solver/network/network_automorphisms.h"

/* Names of things that are joined one by one: of each the least of its orbit, as orbit_name finds
 * it; in the beginning each is alone. NULL without memory. */
int *orbit_names_new(int count);
int orbit_name(int *names, int i);
bool orbit_unite(int *names, int i, int j); /* were they two? */

struct network_orbits {
    int *node;      /* of each node the least of its orbit; owned */
    int *group;     /* of each group the least of its orbit; owned */
    int *commodity; /* of each commodity the least of its orbit; owned; or NULL */
    struct network_automorphisms automorphisms;
};

/* Of all automorphisms that AUTOMORPHISMS_FEW choices find. Without those of `commodities`, of
 * which there may be many: by AUTOMORPHISMS_CHOICES, and of the automorphisms a few products, which
 * have the same orbits of nodes and groups (all but certainly). */
enum status network_orbits_find(const struct network_problem *problem, bool commodities,
                                const struct limits *limits, struct network_orbits *orbits,
                                struct failure *failure);

/* Joins what has the same ends (commodity.copy), of orbits that are there: permutations of nodes
 * alone don't take these to each other. */
void network_orbits_join_copies(const struct network_problem *problem, int *commodity);
void network_orbits_clear(struct network_orbits *orbits);

/* Leaves out automorphisms of which there would be more than `most` products, and makes the orbits
 * those of the others. */
enum status network_orbits_restrict(const struct network_problem *problem, int most,
                                    struct network_orbits *orbits, struct failure *failure);

/* All products of these automorphisms, the identity first: images of all nodes, one behind the
 * other; owned by the caller. *count 0, and nothing made, if there are more than `most`. O(most *
 * their number * nodes). */
enum status network_orbits_close(const struct network_automorphisms *automorphisms, int nodes,
                                 int most, int **images, int *count, struct failure *failure);
