/* SPDX-License-Identifier: MIT */
/*
 * L = 2: broadcasts of k items that nothing can beat, for every number of processors N and every
 * k >= 2 (one item: one_item.h). With t = min {s : f_{s+1} > 2N} they are complete at time k-1+t,
 * which is the bound of items_bound.h.
 *
 * The stream of two_slots.h brings all items but two. The two others are brought in its slots: each
 * processor receives one of them in the first slot, and sends it on at each TIME from then on at
 * which the stream is silent about other items; it receives the second one in the second slot. A
 * word v alone takes the second one in any of its later slots. The source sends either at all
 * TIMEs. Who receives which one first is chosen so that about as many have each:
 * results/THEOREMS.md, section 9.8, shows that this can always be done, but for N = 1, 3, 4, 5, 7
 * and 9, which have no such words. M = 2.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_TWO_ENDGAME_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_TWO_ENDGAME_H

#include "solver/items/items_family.h"

/* Not for N = 1, 3, 4, 5, 7, 9. */
bool two_endgame_has(int processors);

/* Fills `family`, checked. STATUS_INPUT where it has none, STATUS_LIMIT for more than
 * MESSAGES_MOST_PROCESSORS. O(N (t + log N)). */
enum status two_endgame_family(struct items_family *family, int processors,
                               struct failure *failure);

#endif
