/* SPDX-License-Identifier: MIT */
/*
 * Prices that exclude classes of exactly T_e processors on a LogP machine because an item comes in
 * whole numbers (results/THEOREMS.md, section 11.5; the same in tools/check/rest/prices_whole.h).
 *
 * Who receives the value z pays pay[z], who sends it earns earn[z] >= 0. If each processor of class
 * e pays own[e] a step more than it earns, in the mean of whatever it does, and of no item that is
 * possible with these T_e (whole_item.h) all together pay as much as the sum of own[e] T_e more
 * than they earn, then no schedule has these classes: in the mean over all items they would pay
 * that. Prices of schedules in fractions (class_prices.h) are the case earn[z] = pay[z-l]; here
 * half a reception of an item and half a sending do not do.
 */
#ifndef STEADYCAST_SOLVER_BOUND_WHOLE_PRICES_H
#define STEADYCAST_SOLVER_BOUND_WHOLE_PRICES_H

#include "solver/base/limits.h"
#include "solver/bound/prices.h"

/*
 * *found says whether there are such prices, and then `prices` are they: the whole case of
 * prices.h. By column generation: a linear program in exact numbers over words and items, to which
 * the window automata and whole_item_find add those that still gain. Arguments in units, l <= s;
 * STATUS_LIMIT when stopped, without steadycast-lp, beyond the limits of these, and when prices
 * have too large numbers.
 */
enum status whole_prices_find(int latency, int gap, int depth, const int *processors,
                              const struct limits *limits, bool *found, struct prices *prices,
                              struct failure *failure);

#endif
