/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.4, case 2: in which order the processors of a block of size r receive
 * an item, as it is printed and as it has to be. Cases 3 and 4 refer to it.
 *
 * p_j is active for the items = j (mod r): it receives item i at time t+i-r. The r-1 others are to
 * receive it at t+i .. t+i+r-2, one at a time.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_KARP_BLOCK_ORDERS_H
#define STEADYCAST_TOOLS_CLAIM_KARP_BLOCK_ORDERS_H

#include <stdbool.h>

enum { KARP_BLOCK_MOST_SIZE = 400, KARP_BLOCK_NEVER = -1 };

/* e for each p_j, j = 1..r: it receives item i at t+i+e. */
struct karp_block {
    int latency, size;
    bool printed; /* else corrected */
    int e[KARP_BLOCK_MOST_SIZE + 1];
};

/* e for this item, from 1 on; r >= 4. NEVER for the active one, and for whom no rule names. */
void karp_block_arrive(struct karp_block *block, int item);

#endif
