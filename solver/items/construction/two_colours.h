/* SPDX-License-Identifier: MIT */
/*
 * Which of two items, 0 and 1, comes first to how many processors: the choice in two_endgame.h,
 * counted.
 *
 * Processors are counted by their slots (two_slots.h). At each TIME y = 2..T the source's item and
 * how many first slots take item 0 are chosen, such that of either item no more are received at y
 * than are sent at y-2: one by each processor whose first item it is and whose first slot was at
 * y-2 or before, and one by the source if it sends this one.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_TWO_COLOURS_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_TWO_COLOURS_H

#include "automata/status.h"

/* f_64 is above all numbers of processors that are listed. */
enum { TWO_COLOURS_TIMES = 64 };

struct two_colours {
    int end; /* T < TWO_COLOURS_TIMES */

    /* Given, [y]: the processors whose first slot is at y: loops; others, whose second slot is at
     * T-1; at T. */
    int loops[TWO_COLOURS_TIMES];
    int early[TWO_COLOURS_TIMES];
    int late[TWO_COLOURS_TIMES];

    /* Chosen, [y]: the item from the source; the number of first slots that take item 0: loops
     * before early ones before late ones; and of processors with each first item, so far. */
    int source[TWO_COLOURS_TIMES];
    int zeros[TWO_COLOURS_TIMES];
    int holders[2][TWO_COLOURS_TIMES];
};

/*
 * Loops receive their second item as soon as one is sent that nobody else needs. The numbers of
 * processors with either first item differ by one at most up to T-2, and by what they must at T-1.
 * STATUS_INTERNAL if the search, in that order, finds nothing in 10^6 nodes. O(T) nodes and
 * O(N + T) time as far as known.
 */
enum status two_colours_choose(struct two_colours *colours, struct failure *failure);

#endif
