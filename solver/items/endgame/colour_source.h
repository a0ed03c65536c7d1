/* SPDX-License-Identifier: MIT */
/*
 * What the source sends in an endgame of M colours (colour_plan.h).
 *
 * In a stream in which every row, from its first slot on, sends what is not carried, a colour that
 * the source sends at TIME x comes into f_(t-1-x) slots in all. So f_0 .. f_(t-1) are to be split
 * into M parts of nearly equal sums, and the largest number goes to the part that lacks most
 * (results/THEOREMS.md, section 12, has for which L and M that always comes out).
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ENDGAME_COLOUR_SOURCE_H
#define STEADYCAST_SOLVER_ITEMS_ENDGAME_COLOUR_SOURCE_H

#include <gmp.h>

#include "automata/status.h"

/*
 * Fills source[0..t-1] with colours 1..M. `attempt` = 0, 1, ..: other attempts break ties
 * otherwise, and aim at sums that differ by more, where the slots are more than M N. O(t M).
 */
enum status colour_source_choose(int latency, int depth, int colours, mpz_srcptr processors,
                                 unsigned attempt, int *source, struct failure *failure);

#endif
