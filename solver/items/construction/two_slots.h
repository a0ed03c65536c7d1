/* SPDX-License-Identifier: MIT */
/*
 * L = 2: when each processor of a stream may receive the last items instead. A stream with delay
 * 2 + t is left as it is but for its last items; what it would bring of those by TIME T = t + 1,
 * and of items behind them, are the *slots* of a processor. A processor that has had a slot before
 * would also send such an item, at each TIME from then on to T - 2.
 *
 * With the words of two_balls_schedule (build/two.h) there are two slots, the second at T-1 or T;
 * or, for a word v alone, the v slots T-v+1..T.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_TWO_SLOTS_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_TWO_SLOTS_H

#include "solver/items/items_family.h"

struct two_slots {
    int row;
    int first; /* TIME, 2..T-1 */
    int last;
    bool loop; /* all TIMEs between, too: a word v alone, v >= 3 */
};

/*
 * A family with these words for N = processors, F = t + 1 and no message yet, and the slots of its
 * N rows, to be freed: ordered by the first slot; of one, loops first, then by the last slot and by
 * rows. STATUS_INPUT for N < 1 and the exceptions of two_balls_schedule, STATUS_LIMIT for more than
 * MESSAGES_MOST_PROCESSORS. O(N (t + log N)).
 */
enum status two_slots_family(struct items_family *family, int processors, int endgame,
                             struct two_slots **slots, struct failure *failure);

#endif
