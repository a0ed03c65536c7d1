/* SPDX-License-Identifier: MIT */
/*
 * From nearly right colours to right ones, by exchanges (results/THEOREMS.md, section 12):
 *
 *  - a row exchanges what it receives in two slots, neither of them its first one, or any two if
 *    what it sends comes too late in any case;
 *  - two rows with the same first slot and busy TIMEs exchange their first colours a and b
 *    everywhere. What is sent stays the same.
 *
 * As many equal rows do the same at once as are needed. The exchange that takes away most excess is
 * made; where none does, a random one of those that move excess to another TIME or colour.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ENDGAME_COLOUR_MEND_H
#define STEADYCAST_SOLVER_ITEMS_ENDGAME_COLOUR_MEND_H

#include "solver/base/limits.h"
#include "solver/items/endgame/colour_table.h"

/* *mended: no excess is positive any more. Not mended within `exchanges`: the table is somewhere.
 * O(exchanges piles slots^2). Deterministic. */
enum status colour_mend(struct colour_table *table, unsigned attempt, long exchanges,
                        const struct limits *limits, bool *mended, struct failure *failure);

#endif
