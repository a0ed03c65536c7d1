/* SPDX-License-Identifier: MIT */
/* The words of three_stream.h in its two cases, k* = 3 and k* = 2. */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_THREE_PARTS_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_THREE_PARTS_H

#include "solver/items/stream/three_tree.h"
#include "solver/model/schedule.h"

/* All |S| are 3 or 4. The tree's heads are used up; *found = false if some number comes out
 * negative, or the letters don't fit. 3 z < n_3. */
enum status three_items_words(struct three_tree *tree, struct schedule *words, bool *found,
                              struct failure *failure);

/* All |S| are 2, 3 or 4. The same for 3 z >= n_3. */
enum status two_items_words(struct three_tree *tree, struct schedule *words, bool *found,
                            struct failure *failure);

#endif
