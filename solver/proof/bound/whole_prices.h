/* SPDX-License-Identifier: MIT */
/* Prices that exclude classes of exactly T_e processors on a LogP machine because an item comes in
 * whole numbers (results/THEOREMS.md, section 11.5; the same in tools/check/rest/prices_classes.c).
 *
 * Who receives the value z pays pay[z], who sends it earns earn[z] >= 0. If each processor of class
 * e pays own[e] a step more than it earns, in the mean of whatever it does, and of no item that is
 * possible with these T_e (below) all together pay as much as the sum of own[e] T_e more
 * than they earn, then no schedule has these classes: in the mean over all items they would pay
 * that. Prices of schedules in fractions (class_prices.h) are the case earn[z] = pay[z-l]; here
 * half a reception of an item and half a sending do not do. */
#pragma once

#include "solver/base/limits.h"
#include "solver/proof/bound/prices.h"

/* One item on a LogP machine (class_prices.h), in whole numbers: which receptions and sendings of
 * it there can be where class e has exactly T_e processors, and which of them cost most.
 *
 * h_z processors receive it with the value z, E_z send it with the value z; then
 *  - class e <= s receives it T_e times, with values that are e modulo g;
 *  - E_z is at most the number of those of its class that have received it with z or more;
 *  - for each z the receptions with z or more are at most 1, from the source, and the sendings with
 *    z+l or more. */

enum { WHOLE_MOST_WIDTH = 32, WHOLE_MOST_PROCESSORS = 64, WHOLE_MOST_STATES = 4000000 };

struct whole_question {
    int latency, gap, depth;
    const int *processors; /* T_e >= 0, e < gap */
};

/* What an item costs, and which: arrays of depth+1 numbers, by values. */
struct whole_item {
    bool exists; /* is there any? */
    int64_t cost;
    int *received, *sent;
};

/* The item with the largest sum of pay[z] h_z - earn[z] E_z, earn >= 0, |numbers| below 2^50; of
 * several the same on each call. `item` has its arrays. By the number of those that hold it in each
 * class, of messages that wait, and of those under way by their arrivals, from the largest value to
 * 0. STATUS_LIMIT when stopped, for gap + latency >= WHOLE_MOST_WIDTH, and beyond the other limits;
 * the states are those of all values together. */
enum status whole_item_find(const struct whole_question *question, const int64_t *pay,
                            const int64_t *earn, const struct limits *limits,
                            struct whole_item *item, struct failure *failure);

/* *found says whether there are such prices, and then `prices` are they: the whole case of
 * prices.h. By column generation: a linear program in exact numbers over words and items, to which
 * the window automata and whole_item_find add those that still gain. Arguments in units, l <= s;
 * STATUS_LIMIT when stopped, without steadycast-lp, beyond the limits of these, and when prices
 * have too large numbers. */
enum status whole_prices_find(int latency, int gap, int depth, const int *processors,
                              const struct limits *limits, bool *found, struct prices *prices,
                              struct failure *failure);
