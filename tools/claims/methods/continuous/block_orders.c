/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/continuous/block_orders.h"

/* (a), (b): the item is = 1..r-2 (mod r). */
static void arrive_first(struct karp_block *block, int residue) {
    int place = 0;
    if (residue == 1) {
        for (int j = 2; j <= block->size; j++)
            block->e[j] = j - 2;
        return;
    }
    block->e[block->size] = place++;
    for (int j = 1; j < block->size; j++)
        if (j != residue)
            block->e[j] = place++;
}

/* (c): = r-1. */
static void arrive_before_last(struct karp_block *block) {
    const int r = block->size, half = r / 2, odd = r % 2;
    if (odd) {
        block->e[half] = 0;
        block->e[half + 1] = 1;
        block->e[r] = 2;
        block->e[1] = 3;
    } else {
        block->e[half] = 0;
        block->e[1] = 1;
        block->e[r] = 2;
    }
    for (int j = 2; j < half; j++)
        block->e[j] = (odd ? 5 : 4) + 2 * (j - 2);
    for (int j = half + odd + 1; j < r - 1; j++)
        block->e[j] = (odd ? 4 : 3) + 2 * (j - half - odd - 1);
}

/* (d): = 0. One step before item i-1 means e less by two, one step after it the same e. */
static void arrive_last(struct karp_block *block) {
    const int r = block->size, half = r / 2, L = block->latency;
    struct karp_block before = {.size = r};
    arrive_before_last(&before);
    for (int j = 1; j < r; j++)
        block->e[j] = r % 2 || j > half ? before.e[j] - 2 : before.e[j];
    if (r % 2) {
        block->e[1] = 0;
        block->e[half] = block->printed ? L : r - 2;
        block->e[half + 1] = before.e[half + 1];
        block->e[r - 1] = block->printed ? L - 1 : r - 3;
    } else {
        block->e[1] = 2;
        block->e[half] = before.e[half];
        block->e[r - 1] = block->printed ? L : r - 3;
    }
}

void karp_block_arrive(struct karp_block *block, int item) {
    int residue = item % block->size;
    for (int j = 0; j <= block->size; j++)
        block->e[j] = KARP_BLOCK_NEVER;
    if (residue == 0)
        arrive_last(block);
    else if (residue == block->size - 1)
        arrive_before_last(block);
    else
        arrive_first(block, residue);
}
