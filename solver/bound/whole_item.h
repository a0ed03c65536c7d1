/* SPDX-License-Identifier: MIT */
/*
 * One item on a LogP machine (class_prices.h), in whole numbers: which receptions and sendings of
 * it there can be where class e has exactly T_e processors, and which of them cost most.
 *
 * h_z processors receive it with the value z, E_z send it with the value z; then
 *  - class e <= s receives it T_e times, with values that are e modulo g;
 *  - E_z is at most the number of those of its class that have received it with z or more;
 *  - for each z the receptions with z or more are at most 1, from the source, and the sendings with
 *    z+l or more.
 */
#ifndef STEADYCAST_SOLVER_BOUND_WHOLE_ITEM_H
#define STEADYCAST_SOLVER_BOUND_WHOLE_ITEM_H

#include "solver/base/limits.h"

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

/*
 * The item with the largest sum of pay[z] h_z - earn[z] E_z, earn >= 0, |numbers| below 2^50; of
 * several the same on each call. `item` has its arrays. By the number of those that hold it in each
 * class, of messages that wait, and of those under way by their arrivals, from the largest value to
 * 0. STATUS_LIMIT when stopped, for gap + latency >= WHOLE_MOST_WIDTH, and beyond the other limits;
 * the states are those of all values together.
 */
enum status whole_item_find(const struct whole_question *question, const int64_t *pay,
                            const int64_t *earn, const struct limits *limits,
                            struct whole_item *item, struct failure *failure);

#endif
