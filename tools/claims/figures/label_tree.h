/* SPDX-License-Identifier: MIT */
/*
 * A rooted tree of processors with a number at each: broadcast trees and trees of sums. As a
 * picture (SVG) inside a page.
 */
#ifndef STEADYCAST_TOOLS_LABEL_TREE_H
#define STEADYCAST_TOOLS_LABEL_TREE_H

#include <stdio.h>

#include "automata/status.h"

struct label_node {
    int parent; /* -1 for the root */
    int label;
    int order; /* siblings stand from left to right by this */
};

/* Node i is processor i. STATUS_INPUT if it is no tree with one root. */
enum status label_tree_draw(FILE *file, const struct label_node *nodes, int count,
                            struct failure *failure);

#endif
