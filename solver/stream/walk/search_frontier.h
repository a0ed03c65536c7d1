/* SPDX-License-Identifier: MIT */
/* A search tree cut into parts that can be walked in any order: the unit of parallel work, of
 * interruption and of resumption.
 *
 * A part is a path with a base: the letters below the base are fixed, at the slots from the base on
 * the letters larger than the path's are open, and everything before in the order of the walk is
 * done. A list of parts in that order is all that is left of a search. A part ends when the node
 * below its fixed letters is left. */
#pragma once

#include "solver/stream/walk/walk.h"

struct part {
    int base, length;
    bool entered;   /* the subtree below the last letter is still to be visited */
    bool done;      /* nothing is left; goes at the end of the round */
    uint64_t spent; /* nodes of the current round */
    int *path;
};

struct frontier {
    size_t count;
    struct part *list;
};

/* One part: the whole tree. */
enum status frontier_init(struct frontier *frontier, struct failure *failure);
void frontier_clear(struct frontier *frontier);

/* Appends a copy of the part. */
enum status frontier_add(struct frontier *frontier, const struct part *part,
                         struct failure *failure);

/* Whether each part begins where the one before it ends, or later in the order of the tree. What
 * lies between two parts is done, or was lost: the list does not say which. */
bool frontier_is_ordered(const struct frontier *frontier);

/* Writes where the walk stands into the part. It must have run since it was resumed; the path must
 * have room for all slots. */
void part_leave(struct part *part, const struct walk *walk);

/* Parts that are done go. */
void frontier_drop_done(struct frontier *frontier);

/* Replaces the list by one in which finished parts are gone and, while there are fewer than
 * `wanted`, each part is cut at its shallowest slot with open letters. The result depends on the
 * list only. Letters that the cuts place, at most L a part, are added to *nodes, so that all parts
 * together visit as many nodes as one walk; `events` (NULL: none) gets them. */
enum status frontier_renew(struct frontier *frontier, const struct walk_plan *plan, size_t wanted,
                           uint64_t *nodes, struct walk_events *events, struct failure *failure);

/* The share of the tree that is left, walk->share_left of all parts; costs a step for each letter
 * of a path. */
enum status frontier_share_left(const struct frontier *frontier, const struct walk_plan *plan,
                                double *share, struct failure *failure);
