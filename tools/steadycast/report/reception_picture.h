/* SPDX-License-Identifier: MIT */
/*
 * Reception tables and broadcast trees of single certificates as pictures.
 */
#ifndef STEADYCAST_TOOLS_RECEPTION_PICTURE_H
#define STEADYCAST_TOOLS_RECEPTION_PICTURE_H

#include "solver/certificate/messages_read.h"
#include "solver/model/tree.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/show/shown.h"

/* More rows and columns are left out. */
enum { RECEPTION_ROWS = 40, RECEPTION_COLUMNS = 48, RECEPTION_NODES = 60 };

/* The first rows and times of a schedule; it chooses the view. */
enum status reception_draw_schedule(struct picture *picture, struct shown *shown,
                                    struct failure *failure);

/* The same for a list of messages: rows are processors 1, 2, .., of N. */
enum status reception_draw_messages(struct picture *picture, const struct messages_read *read,
                                    struct failure *failure);

/*
 * A tree, time to the right, a row for each node. `source`: node 0 is the source of a list of
 * messages, at time 0, and labels are times; else labels count from the root's reception.
 */
enum status reception_draw_tree(struct picture *picture, const struct tree_node *nodes, int count,
                                bool source, struct failure *failure);

/* How the first item came to everybody, at most RECEPTION_NODES processors: nodes[i] for processor
 * i in the order in which they received it. Freed by the caller; *count = 0 if there are more
 * processors, or if some never receive it. */
enum status reception_first_item(const struct messages_read *read, struct tree_node **nodes,
                                 int *count, struct failure *failure);

#endif
