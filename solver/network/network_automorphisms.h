/* SPDX-License-Identifier: MIT */
/* Automorphisms of a problem: permutations of the nodes that take arcs to arcs of equal latency,
 * groups to groups of equal capacity, and leave the root, and a further node, where they are. */
#pragma once

#include "solver/base/limits.h"
#include "solver/network/network_problem.h"

/* Whether a permutation of the nodes is a symmetry of a problem, and what it takes arcs and groups
 * to. */

/* `arc` and `group` are the images under the permutation that was looked at last, of which
 * moved_arcs and moved_groups have another image than themselves. All owned. */
struct network_images {
    const struct network_problem *problem; /* borrowed */
    int *arc, *group;
    int *moved_arcs, *moved_groups;
    int moved_arc_count, moved_group_count;
    bool *taken; /* is the image of another group */
};

/* The identity. STATUS_MEMORY; cleared in any case. O(arcs + groups). */
enum status network_images_init(struct network_images *images,
                                const struct network_problem *problem, struct failure *failure);
void network_images_clear(struct network_images *images);

/* Looks at the images of all nodes, which must be a permutation. False unless the root stays, every
 * arc is taken to an arc of the same latency, and every group to a group of its own with the same
 * arcs and capacity; arc and group are then good for nothing. What stays costs nothing: O(arcs of
 * the nodes that move, with their groups, log degree; members of the groups that move). */
bool network_images_set(struct network_images *images, const int *image);

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

/* Generators, found by nauty, each looked at (network_images_set). `fixed` is a node that stays, or
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
