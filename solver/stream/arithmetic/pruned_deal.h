/* SPDX-License-Identifier: MIT */
/* Deals the leaves of a pruned tree to its blocks, or finds that it can't be done: all multisets
 * are tried, with memory of what failed. By M. Hall's theorem only sums modulo sizes matter.
 *
 * Blocks are filled from large to small. What the rest of the search depends on is the list of
 * blocks still to be filled, up to their heads modulo their sizes, and the leaves left; so the
 * memory serves all trees of a search. Before a block is filled, the leaves left must add up to at
 * least the sum of the least residues that the blocks can take. */
#pragma once

#include "automata/tuple_table.h"
#include "solver/base/limits.h"

struct pruned_block {
    int head, size;
};

enum pruned_deal_end { PRUNED_DEALT, PRUNED_NOT_DEALT, PRUNED_STOPPED };

struct pruned_dealer {
    int values;                /* leaves are 0..values-1 */
    struct tuple_table lists;  /* (size, residue, list behind): 1 + number; 0 is the empty list */
    struct tuple_table failed; /* (list, leaves of each value) */
    size_t most;               /* failures to keep */
    uint64_t nodes;            /* blocks that were begun, in all deals */
    uint64_t most_nodes;       /* 0: no limit */
    const struct limits *limits;
};

/* `memory`: bytes for what failed, at most about. `limits` is borrowed, or NULL. */
enum status pruned_dealer_init(struct pruned_dealer *dealer, int values, size_t memory,
                               const struct limits *limits, struct failure *failure);
void pruned_dealer_clear(struct pruned_dealer *dealer);

/* `blocks` of sizes >= 2, by descending size, and then by ascending least sum; leaves[v] of the
 * value v, one more in all than the blocks take. If they can be dealt, held[i * values + v] are
 * those of block i, and `leaves` holds the one left over; else `leaves` is as before.
 * PRUNED_STOPPED by limits or for lack of memory for failures. After PRUNED_DEALT the dealer is of
 * no more use: what led there is among the failures. */
enum status pruned_deal(struct pruned_dealer *dealer, const struct pruned_block *blocks, int count,
                        int *leaves, int *held, enum pruned_deal_end *end, struct failure *failure);

/* The least sum >= 0 that a block can take. */
static inline int pruned_least(const struct pruned_block *block) {
    return (block->size - block->head % block->size) % block->size;
}
