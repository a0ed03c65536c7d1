/* SPDX-License-Identifier: MIT */
/*
 * L = 2: broadcasts of k items, each sent once by the source, that end at time 2 + B(N) + k - 1,
 * B(N) = min {t : N <= f_t}, where the best stream with one delay for all items needs a step more:
 * Q(t) < N <= f_t for t = B(N). Nothing is faster: the last item to leave the source does so at
 * k - 1 or later, and is then spread by others.
 *
 * M = 1: the stream of two_slots.h, with delay 2 + (t+1), brings all items but the last. That one
 * may use all slots of all processors, and who has it sends it at each TIME from then on. Slots are
 * taken by those first who have fewest left: those without a later one; those without one at the
 * end; loops last. That everybody has the item in time then is proved in results/THEOREMS.md,
 * section 9.9, and checked each time.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_TWO_SINGLE_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_TWO_SINGLE_H

#include "solver/items/items_family.h"

/* Whether Q(t) < N <= f_t for a t; N >= 1. */
enum status two_single_needed(int processors, bool *needed, struct failure *failure);

/* Fills `family`, checked. STATUS_INPUT where it is not needed, STATUS_LIMIT for more than
 * MESSAGES_MOST_PROCESSORS. O(N (t + log N)). */
enum status two_single_family(struct items_family *family, int processors, struct failure *failure);

#endif
