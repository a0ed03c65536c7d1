/* SPDX-License-Identifier: MIT */
/*
 * Closed words in block form (THEOREMS.md, 10.1): a head and then only leaves, sent as head,
 * head-1, .. at all positions; or one value that is never sent. By backtracking over words in their
 * order: which multisets of leaves have a legal order is found by trying orders, not by M. Hall's
 * theorem.
 *
 * A head h sends at most h-L+1 times. The length is chosen first; then a value lands within the
 * word or on an item that was held at its beginning, or the walk is left. Of words with the same
 * head and the same leaves the first is kept.
 */
#ifndef STEADYCAST_SOLVER_STATIONARY_BLOCK_WORDS_H
#define STEADYCAST_SOLVER_STATIONARY_BLOCK_WORDS_H

#include "solver/stationary/word_walk.h"

/* The walk's table and scratch. */
enum status block_words_init(struct word_walk *walk, struct failure *failure);
void block_words_clear(struct word_walk *walk);

/* Keeps all words that begin in this state, their slack within the budget. */
void block_words_begin(struct word_walk *walk, uint64_t state);

#endif
