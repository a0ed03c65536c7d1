/* SPDX-License-Identifier: MIT */
/* Symmetries of a problem: automorphisms of its network, which leave latencies, groups and the root
 * as they are. What they take to each other is an orbit. Of a linear program the average over all
 * images of a solution is a solution; so rows and commodities of one orbit may be one. */
#pragma once

#include "solver/network/network_problem.h"

/* Larger networks have no symmetry here; and a search is given up after so many choices. */
enum { SYMMETRY_MOST_NODES = 64, SYMMETRY_CHOICES = 20000 };

struct network_orbits {
    int *group;     /* of each group the least of its orbit; owned */
    int *commodity; /* of each commodity the least of its orbit; owned */
    int count;      /* automorphisms that were found, */
    int *images;    /* each as the images of all nodes; owned */
};

/* O(arcs^2) searches at most; each is exhaustive up to SYMMETRY_CHOICES. */
enum status network_orbits_find(const struct network_problem *problem,
                                struct network_orbits *orbits, struct failure *failure);
void network_orbits_clear(struct network_orbits *orbits);

/* Leaves out automorphisms of which there would be more than `most` products, and makes the orbits
 * those of the others. */
enum status network_orbits_restrict(const struct network_problem *problem, int most,
                                    struct network_orbits *orbits, struct failure *failure);

/* All products of these automorphisms, the identity first: images of all nodes, one behind the
 * other; owned by the caller. *count 0, and nothing made, if there are more than `most`. O(most *
 * their number * nodes). */
enum status network_orbits_close(const struct network_orbits *orbits, int nodes, int most,
                                 int **images, int *count, struct failure *failure);

/* What an arc and its image have in common, by latency and groups: at first sight, as groups are
 * compared in the end. Not 0. */
uint64_t network_arc_sort(const struct network_problem *problem, int arc);

/* The group that holds the images of the arcs of a group, where all arcs have these, or -1; `room`
 * for its arcs. */
int network_group_image(const struct network_problem *problem, int g, const int *arcs, int *room);
