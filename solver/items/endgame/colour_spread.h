/* SPDX-License-Identifier: MIT */
/*
 * The first guess at the colours of a stream: all that can be even is.
 *
 * One TIME after the other, the rows that have their first slot there receive what is sent to it;
 * classes share each colour in proportion. The rows of a class with the same first colour take the
 * others in their further slots in turns, so that each comes into each slot equally often; those
 * that are left over choose the turn that does least harm.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ENDGAME_COLOUR_SPREAD_H
#define STEADYCAST_SOLVER_ITEMS_ENDGAME_COLOUR_SPREAD_H

#include "solver/items/endgame/colour_table.h"

/*
 * Fills an empty table: each class has M slots or more, and each row is in a pile afterwards.
 * O(classes M (M + slots) (slots + t)).
 */
enum status colour_spread(struct colour_table *table, struct failure *failure);

#endif
