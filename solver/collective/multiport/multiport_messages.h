/* SPDX-License-Identifier: MIT */
/*
 * The broadcast of m messages by a chain of boxes, or by given spanning trees, as a list of
 * messages in the model of ports with latency 1: a round is a step.
 *
 * Message i is message (i-1) mod k of batch (i-1) / k, which the broadcaster sends in round
 * (i-1) / k; who is to receive it and when does not depend on m. So the list for m messages is the
 * list for more of them without the messages of higher number.
 */
#ifndef STEADYCAST_SOLVER_MULTIPORT_MESSAGES_H
#define STEADYCAST_SOLVER_MULTIPORT_MESSAGES_H

#include "solver/collective/multiport/multiport_chain.h"
#include "solver/collective/multiport/multiport_trees.h"
#include "solver/items/items_schedule.h"

/* How the messages of a round are told. */
enum multiport_order {
    MULTIPORT_IN_ORDER, /* as lists have to be */
    MULTIPORT_ANY_ORDER /* faster: for who plays them */
};

/*
 * Fills `schedule` for m >= 1 messages. The chain is copied. O(k n + m) time and 9 k n bytes at
 * most; telling costs O(1) for each message, and a sort of each round in order.
 */
enum status multiport_schedule_chain(const struct multiport_chain *chain, int items,
                                     enum multiport_order order, struct items_schedule *schedule,
                                     struct failure *failure);

/* The same for trees, right or not (multiport_trees_fault); on success they are taken over. */
enum status multiport_schedule_trees(struct multiport_trees *trees, int items,
                                     enum multiport_order order, struct items_schedule *schedule,
                                     struct failure *failure);

#endif
