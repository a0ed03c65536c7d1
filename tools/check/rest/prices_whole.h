/* SPDX-License-Identifier: MIT */
/* Prices on a LogP machine (prices_classes.h) for the case that class e has exactly T_e processors,
 * by items in whole numbers.
 *
 * Let h_z processors receive an item with the value z, and E_z processors send it with the value z.
 * These are whole numbers, and
 *  - class e receives the item T_e times, with values 0..s that are e modulo g; there are none for
 *    e > s, so that there is no item if T_e > 0;
 *  - E_z is at most the number of those of its class that received it with z or more;
 *  - for each z the receptions with z or more are at most the sendings with z+l or more, and one,
 *    from the source.
 * Who receives z pays P_z, who sends z earns Q_z >= 0, and each processor of class e pays own_e a
 * step more than it earns, as in price_list.h. So if for every such item the sum of P_z h_z -
 * Q_z E_z is less than the sum of own_e T_e, then there is no schedule of these classes: in the
 * mean over many items it is at least as much.
 *
 * The dearest item is found value by value from s down to 0: the states are how many of each class
 * have the item, how many messages wait, and how many arrive at each of the next l values. More
 * sendings than there are processors to receive them only cost, and are left out. */
#ifndef STEADYCHECK_PRICES_WHOLE_H
#define STEADYCHECK_PRICES_WHOLE_H

#include "core/read.h"

struct prices_whole {
    uint32_t latency, depth, gap; /* each at most READ_DEPTH_LIMIT */
    const uint32_t *processors;   /* T_e */
};

/* The lines pay, earn and own; refuted if an item pays that much, or a word too little. */
bool prices_whole_check(const struct prices_whole *whole, struct reader *reader);

#endif
