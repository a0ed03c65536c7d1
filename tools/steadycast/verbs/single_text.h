/* SPDX-License-Identifier: MIT */
/*
 * The broadcast of one item as text: the tree, also as a picture, and what each processor does in
 * each cycle (Karp et al. 1993, Figure 1, both halves).
 */
#ifndef STEADYCAST_TOOLS_SINGLE_TEXT_H
#define STEADYCAST_TOOLS_SINGLE_TEXT_H

#include <stdio.h>

#include "solver/collective/single/single_tree.h"

/* More processors, and more cells of processors and cycles, are refused. */
enum { SINGLE_TEXT_MOST_NODES = 5000, SINGLE_TEXT_MOST_CELLS = 4000000 };

/* A line for each processor, `processor P: TIME`, below its parent and further right, children in
 * the order in which they are sent to. STATUS_LIMIT when refused. */
enum status single_text_tree(FILE *file, const struct single_tree *tree, struct failure *failure);

/* The tree for Graphviz: a node for each processor with its number and the time when it has the
 * item. STATUS_LIMIT when refused. */
enum status single_text_dot(FILE *file, const struct single_tree *tree, struct failure *failure);

/* A line for each processor: s and r for the cycles in which it is busy with sending and receiving,
 * . for others before it has the item, - for those from then on. With o = 0 the cycle in which it
 * sends or receives is marked, x if it does both. STATUS_LIMIT when refused. */
enum status single_text_activity(FILE *file, const struct single_tree *tree,
                                 struct failure *failure);

#endif
