/* SPDX-License-Identifier: MIT */
/*
 * Few items from scratch: which of N processors receives when, in T steps (few_items.h).
 *
 * Let T = L+t-1. Everything received before TIME t is somebody's first item, f_(y-L) of them at
 * TIME y: R = f_(t-1) - 1 <= N rows in all. All other receptions are at the L *final* TIMEs t .. T,
 * where what is sent on comes too late; at most min(f_(y-L), N) at y. So R rows need K-1 final
 * TIMEs beside their first slot, the others K. They take turns at the final TIMEs: as no TIME has
 * more than N places, nobody has two at once.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ENDGAME_FEW_ROWS_H
#define STEADYCAST_SOLVER_ITEMS_ENDGAME_FEW_ROWS_H

#include "solver/items/slot_classes.h"

/*
 * *found: `classes` (not initialised before) has all slots. Not found: R > N, or the final TIMEs
 * have fewer places than are needed. L, t, N, K >= 1. `attempt` = 0, 1, ..: other turns.
 * O(N K log N).
 */
enum status few_rows(int latency, int depth, int processors, int items, unsigned attempt,
                     struct slot_classes *classes, bool *found, struct failure *failure);

#endif
