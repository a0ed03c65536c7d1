/* SPDX-License-Identifier: MIT */
/*
 * The block transmission digraph of Karp, Sahay, Santos, Schauser 1993, section 3.4: which block
 * sends an item to which, when N = f_t. It is the same for every item. With the times and places of
 * block_reception.h it is the schedule of Theorem 3.7.
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
 * block_place_is_late are more than L-1.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_BLOCK_DIGRAPH_H
#define STEADYCAST_SOLVER_ITEMS_CONSTRUCTION_BLOCK_DIGRAPH_H

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

enum { BLOCK_DIGRAPH_SOURCE = -1 };

struct block_edge {
    int from; /* block, or BLOCK_DIGRAPH_SOURCE */
    int to;
    bool active;
    int weight; /* copies of each item; active: 1 */
    int first;  /* item i, sent by the source at i-1, arrives at time t+i+first, + 1, .. */
    int place;  /* in the receiving block, of the first copy (block_reception.h); active: none */
};

struct block_digraph {
    int latency;
    int depth;
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

#endif
