/* SPDX-License-Identifier: MIT */
/* L = 2: broadcasts of K items by a stream and an endgame, of two items or of one. */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_ITEMS_LATENCY_TWO_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_ITEMS_LATENCY_TWO_H

#include "solver/items/items_family.h"

/*
 * L = 2: when each processor of a stream may receive the last items instead. A stream with delay
 * 2 + t is left as it is but for its last items; what it would bring of those by TIME T = t + 1,
 * and of items behind them, are the *slots* of a processor. A processor that has had a slot before
 * would also send such an item, at each TIME from then on to T - 2.
 *
 * With the words of latency_two_balls_schedule (construction/latency_two.h) there are two slots,
 * the second at T-1 or T; or, for a word v alone, the v slots T-v+1..T.
 */

struct two_slots {
    int row;
    int first; /* TIME, 2..T-1 */
    int last;
    bool loop; /* all TIMEs between, too: a word v alone, v >= 3 */
};

/*
 * L = 2: broadcasts of k items that nothing can beat, for every number of processors N and every
 * k >= 2 (one item: simple_items.h). With t = min {s : f_{s+1} > 2N} they are complete at time
 * k-1+t, which is the bound of items_bound.h.
 *
 * The stream above brings all items but two. The two others are brought in its
 * slots: each processor receives one of them in the first slot, and sends it on at each TIME from
 * then on at which the stream is silent about other items; it receives the second one in the second
 * slot. A word v alone takes the second one in any of its later slots. The source sends either at
 * all TIMEs. Who receives which one first is chosen so that about as many have each:
 * results/THEOREMS.md, section 9.8, shows that this can always be done, but for N = 1, 3, 4, 5, 7
 * and 9, which have no such words. M = 2.
 */

/* Not for N = 1, 3, 4, 5, 7, 9. */
bool two_endgame_has(int processors);

/* Fills `family`, checked. STATUS_INPUT where it has none, STATUS_LIMIT for more than
 * MESSAGES_MOST_PROCESSORS. O(N (t + log N)). */
enum status two_endgame_family(struct items_family *family, int processors,
                               struct failure *failure);

/*
 * L = 2: broadcasts of k items, each sent once by the source, that end at time 2 + B(N) + k - 1,
 * B(N) = min {t : N <= f_t}, where the best stream with one delay for all items needs a step more:
 * Q(t) < N <= f_t for t = B(N). Nothing is faster: the last item to leave the source does so at
 * k - 1 or later, and is then spread by others.
 *
 * M = 1: the stream above, with delay 2 + (t+1), brings all items but the last.
 * That one may use all slots of all processors, and who has it sends it at each TIME from then on.
 * Slots are taken by those first who have fewest left: those without a later one; those without one
 * at the end; loops last. That everybody has the item in time then is proved in
 * results/THEOREMS.md, section 9.9, and checked each time.
 */

/* Whether Q(t) < N <= f_t for a t; N >= 1. */
enum status two_single_needed(int processors, bool *needed, struct failure *failure);

/* Fills `family`, checked. STATUS_INPUT where it is not needed, STATUS_LIMIT for more than
 * MESSAGES_MOST_PROCESSORS. O(N (t + log N)). */
enum status two_single_family(struct items_family *family, int processors, struct failure *failure);

#endif
