/* SPDX-License-Identifier: MIT */
/* Kind items-bound: in the postal model with p ports, before which time nobody can bring K items
 * that a source has at time 0 to the N other processors.
 *
 * Why not before F, with g of the grammar: at time i no more than g_i processors have anything, the
 * source among them. So it is for i < L, when only the source does; and those who have something
 * at time i had it at i-1, or receive one of the messages that were sent at i-L, no more than
 * p g_{i-L} by induction. So no more than p g_i messages are sent at time i, and of these no more
 * than p N are received at L+i. All receptions at times up to F come from sendings at times
 * 0..F-L, and K N are needed.
 *
 * If the source sends each item once, it sends no more than p at a time, so one item leaves it at
 * time s = ceil(K/p) - 1 or later, to one processor, which has it L steps later. Only this one and
 * those who have the item from it can send it on, the source can't: j steps later no more than g_j
 * have it, as above with that processor in the place of the source, and N must.
 *
 * g does not descend. As soon as g_i >= N every further term of the sum is p N, and the number of
 * them is a quotient; the first L terms are p each. Room: min(L, 10^7) numbers. */
#ifndef STEADYCHECK_ITEMS_BOUND_H
#define STEADYCHECK_ITEMS_BOUND_H

#include "core/read.h"

bool rule_items_bound(struct reader *reader);

#endif
