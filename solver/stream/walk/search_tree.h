/* SPDX-License-Identifier: MIT */
/* The certificate of an exhausted search: the tree, walked once more and written while it goes on.
 * It is defined by collisions alone, so that its checker stays simple; where the search looked
 * ahead and left a letter out, there is a finite subtree. */
#pragma once

#include <stdbool.h>

#include "solver/base/evidence.h"

/* The exhausted search for (L,t), by words. */
struct tree_proof {
    int latency, depth;
    bool ball_rule; /* subtrees that the balls exclude are marked, not walked */
};

/* The body of kind impossible-search, of a struct tree_proof, into a certificate that is open.
 * STATUS_INTERNAL if a filling is met: then the search, or its state, was wrong. STATUS_LIMIT if it
 * was stopped; `limits` may be NULL. Serial: 17 ns a node, of which the walk takes half. */
evidence_put search_tree_put;

/* STATUS_INTERNAL: the tree was called exhausted, and has a filling. */
enum status search_tree_wrong(const struct tree_proof *proof, struct failure *failure);
