/* SPDX-License-Identifier: MIT */
/* Section 3.4 of Karp, Sahay, Santos, Schauser 1993: which block sends an item to which, and who
 * receives it there. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

/* Who receives an item when in one block, in the schedule of Theorem 3.7 of Karp, Sahay, Santos,
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
 * That every processor of a block receives one item at a time is tested for all r. */

/* e for place 0..size-2. At most 2L-1, and that only for the last place of a block r >= 2L. */
int block_arrival(int latency, int size, int place);

/* j-1 for the p_j that receives item >= 1 at this place. */
int block_receiver(int latency, int size, int item, int place);

/* The place of the last transmission arrives too late for the last item: p_{k mod r} itself, which
 * is free then, sends that one, and one step earlier (the print's remark on case 1; there is one
 * such message for each block of size r >= 2L, not one in all). */
bool block_place_is_late(int latency, int size, int place);

/* The block transmission digraph of Karp, Sahay, Santos, Schauser 1993, section 3.4: which block
 * sends an item to which, when N = f_t. It is the same for every item. With the times and places
 * above it is the schedule of Theorem 3.7.
 *
 * The optimal tree of depth t has one node with r = t-L+1 children, the root, and f_{m-r} others
 * with r children, r = 1..m, m = t-2L+1. Each of them is a block of r processors; one processor is
 * left, which only receives. With n_r the number of blocks of size r, the root included: n_r =
 * n_{r+1} + n_{r+L} for r = 1..L-1 if m >= 1. A block of size r <= L has r inactive transmissions
 * of an item to give, a larger one L.
 *
 * L odd, t >= 2L, as printed: inactive copies of an item come to a block of size
 *  - r >= 2L: L from the block itself, L-1 from a block of size L-1, r-2L from blocks of size 1;
 *  - L+1 < r < 2L: L from the block itself, r-L-1 from a block of size r-L, which has one to spare;
 *  - r = L, L+1: from the block itself, which for r = L has one to spare;
 *  - 2 < r < L: from a block of size r-1;
 *  - r = 2 < L: from one of those that have one to spare.
 * The receive-only processor is served by the last block of size 1. It is all used up: the blocks
 * of size L-1 since n_{L-1} = n_L + n_{2L-1}, n_L = f_{m-L} = number of blocks with r >= 2L; those
 * of size s = 2..L-2 since n_s = n_{s+1} + n_{s+L}; what is to spare since n_2 = n_L + n_{L+2} + ..
 * + n_{2L-1}; the rest by the number of all.
 *
 * Ours, where the print says nothing:
 *  - L even: what is to spare arrives at t+i+L-1, at the wrong time (odd) for blocks of size 2 but
 *    at that of the blocks of size 1. So a block of size 2 is served by one of size 1 at t+i+L, and
 *    what is to spare goes where these blocks are missed (n_1 >= n_2).
 *  - L = 2: a block of size 3 = L+1 can't serve itself, as its two transmissions arrive at 0 and 1
 *    (mod 3), and 1, 2 is what it needs. It takes its own second, and one at t+i+2 from a block of
 *    size 2, to which it gives its first (m = 1: the block of size 1, the receive-only processor).
 *  - t < 2L: there is one block, r = t-L+1 <= L; the r copies that it gives are for itself and for
 *    the receive-only processor. The print, for L = 3, t = 4 (N = 3) or t = 5, has no block of size
 *    1 for the latter. t < L: one processor, and no block.
 *
 * No transmission is more than L steps later than the tree allows, and only those of the places of
 * block_place_is_late are more than L-1. */

enum { BLOCK_DIGRAPH_SOURCE = -1 };

struct block_edge {
    int from; /* block, or BLOCK_DIGRAPH_SOURCE */
    int to;
    bool active;
    int weight; /* copies of each item; active: 1 */
    int first;  /* item i, sent by the source at i-1, arrives at time t+i+first, + 1, .. */
    int place;  /* in the receiving block, of the first copy (above); active: none */
};

struct block_digraph {
    int latency, depth;
    int processors;  /* N = f_t */
    int block_count; /* with the receive-only processor, which is the last, of size 0 */
    int *sizes;      /* descending; owned */
    size_t edge_count;
    struct block_edge *edges; /* those into a block stand together, the active one first, in the
                                 order of the blocks; owned */
};

/* L >= 1, t >= 0, else STATUS_INPUT. STATUS_LIMIT for more than MESSAGES_MOST_PROCESSORS
 * processors. O(N) memory, O(N log N) time. */
enum status block_digraph_init(struct block_digraph *digraph, int latency, int depth,
                               struct failure *failure);
void block_digraph_clear(struct block_digraph *digraph);
