/* SPDX-License-Identifier: MIT */
/*
 * Who receives an item when in one block, in the schedule of Theorem 3.7 of Karp, Sahay, Santos,
 * Schauser 1993, section 3.4.
 *
 * A block of size r has the processors p_1..p_r. Item i, sent by the source at time i-1, is active
 * for p_{i mod r}, which receives it at time t+i-r and sends it on r times; the others get it by
 * r-1 inactive transmissions. These have the places 0..r-2, and the one with place y arrives at
 * time t+i+e for item i, e = block_arrival(L, r, y). Who receives it depends on i mod r, so that
 * all is periodic, and each processor receives one item at every time once the block is full.
 *
 *  - r >= 2L: the print's case 1. Place y goes to p_{i+s}, where s = y for L <= y < r-L (from
 *    blocks of size 1, e = L-1), and s = r-1-y for the L first (from p_i itself, e = y) and for the
 *    L-1 last (from a block of size L-1, e = L+1..2L-1).
 *    No clash: e - s is, modulo r, 1, 3, .., 2L-1 for the first, L-1-s = 2L..r-1 for the middle, 2,
 *    4, .., 2L-2 for the last, and 0 for the active item.
 *  - r > 3, else: places arrive at r-1 times in a row from a multiple of r on: case 2. For i = 1
 *    (mod r) in the order p_2, .., p_r; for 2..r-2 in the order p_r, p_1, .., p_{r-1} without p_i;
 *    for i = r-1, r odd (h = (r-1)/2): p_h, p_{h+1}, p_r, p_1, then in turn one of p_{h+2}, .. and
 *    one of p_2, ..; r even (h = r/2): p_h, p_1, p_r, then in turn one of p_{h+1}, .. and one of
 *    p_2, ..
 *    For i = 0 (mod r), r odd: p_1 at place 0, p_{h+1} at 1, p_{r-1} at r-3, p_h at r-2, the others
 *    two places before the one that they had for i-1; r even: p_h at 0, p_1 at 2, p_{r-1} at r-3,
 *    those above p_h two places before, the others at the same place.
 *    The print has L and L-1 for r-2 and r-3 (r odd), and L for r-3 (r even), which is right for r
 *    = L+2 and r = L+3 only. Smallest fault: L = 3, t = 6, r = 4, where p_3 gets item 4 at t+7; so
 *    p_4 sends it at t+4, when it begins to send item 8, and p_3 receives item 11 too at t+7. Of t
 *    >= 2L only t = 2L+1 and 2L+2 have no such block.
 *  - r = 3: p_{i+2}, then p_{i+1}, the first at a time t+i+e with e = 1 (mod 3). The print
 *    says so for L > 3; case 3 refers L = r = 3 to case 2, which is no rule for r = 3 (p_1 = p_h
 *    would have two places), but case 5 takes for granted that it is as said here.
 *  - r = 2: e is even: L-1 for odd L, as printed. For even L this is L, and 0 for L = 2.
 *
 * That every processor of a block receives one item at a time is tested for all r.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_BLOCK_RECEPTION_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_BLOCK_RECEPTION_H

#include <stdbool.h>

/* The least e >= from (from >= 0) at which place 0 of a block of size r < 2L that is filled by r-1
 * transmissions in a row may arrive: e = 0 (mod r), for r = 3 e = 1 (mod 3). */
int block_window(int size, int from);

/* e for place 0..size-2. At most 2L-1, and that only for the last place of a block r >= 2L. */
int block_arrival(int latency, int size, int place);

/* j-1 for the p_j that receives item >= 1 at this place. */
int block_receiver(int latency, int size, int item, int place);

/* The place of the last transmission arrives too late for the last item: p_{k mod r} itself, which
 * is free then, sends that one, and one step earlier (the print's remark on case 1; there is one
 * such message for each block of size r >= 2L, not one in all). */
bool block_place_is_late(int latency, int size, int place);

#endif
