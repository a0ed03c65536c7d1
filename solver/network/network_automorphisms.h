/* SPDX-License-Identifier: MIT */
/* Automorphisms of a problem: permutations of the nodes that take arcs to arcs of equal latency,
 * groups to groups of equal capacity, and leave the root, and a further node, where they are. */
#pragma once

#include "solver/base/limits.h"
#include "solver/network/network_problem.h"

/* Larger networks have no symmetry here, and a search ends after so many nodes of its tree, or
 * images: what was found until then is a part of it. */
enum {
    AUTOMORPHISMS_MOST_NODES = 1 << 16,
    AUTOMORPHISMS_CHOICES = 1000000,
    AUTOMORPHISMS_FEW = 100000, /* for who has other means: 0.2 seconds */
    AUTOMORPHISMS_IMAGES = 1 << 25
};

struct network_automorphisms {
    int count;
    int *images; /* each as the images of all nodes, one behind the other; owned */
};

/* Generators, found by nauty, each looked at (network_images.h). `fixed` is a node that stays, or
 * -1. The same on every run. Of limits (may be NULL) their nodes are choices in place of these.
 * STATUS_LIMIT when they say stop; STATUS_MEMORY.
 * Less than a second for some thousand nodes, as a rule. */
enum status network_automorphisms_find(const struct network_problem *problem, int fixed,
                                       const struct limits *limits,
                                       struct network_automorphisms *automorphisms,
                                       struct failure *failure);
void network_automorphisms_clear(struct network_automorphisms *automorphisms);

/* These limits (may be NULL), and choices. */
struct limits network_automorphisms_limits(const struct limits *limits, int choices);

/* One more, the images of all nodes. */
enum status network_automorphisms_add(struct network_automorphisms *automorphisms, const int *image,
                                      int nodes, struct failure *failure);

/* What an arc and its image have in common, by latency and groups: at first sight, as groups are
 * compared in the end. Not 0. */
uint64_t network_arc_sort(const struct network_problem *problem, int arc);
