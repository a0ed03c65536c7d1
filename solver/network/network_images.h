/* SPDX-License-Identifier: MIT */
/* Whether a permutation of the nodes is a symmetry of a problem, and what it takes arcs and groups
 * to. */
#pragma once

#include "solver/network/network_problem.h"

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
