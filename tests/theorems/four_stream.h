/* SPDX-License-Identifier: MIT */
/* L = 4: the words of which streams for endgames are made, for every number of processors
 * (results/THEOREMS.md, 12.10).
 *
 * Each word has one head, A(v), which sends v, .., 4, or B(v), which sends v, .., 5, and leaves.
 * All heads v >= 14 have the same word but for leaves 2 at its end: the tails, of which one stands
 * for all, that of v = 14. A *basis* is 15 words; how often each is used follows from 15 equations
 * with a determinant of 1 or -1. The bases of a range of N succeed each other as N grows. */
#pragma once

#include <gmp.h>
#include <stdbool.h>

#include "solver/model/schedule.h"

enum { FOUR_LATENCY = 4, FOUR_WORDS = 15, FOUR_TAIL = 14, FOUR_FIRST_HEAD = 5 };

/* The equations: heads of value 5..13, tails, heads A, and leaves. Those of value 4 count together
 * with heads A(4), which no other equation counts. */
enum { FOUR_TAILS = 9, FOUR_HEADS_A, FOUR_ZEROS, FOUR_ONES, FOUR_THREES, FOUR_FOURS };

struct four_word {
    bool is_a;
    int head;
    int leaves[FOUR_LATENCY + 1]; /* [value]: how many */
};

/* k* = 3, and k* = 2. */
enum four_range { FOUR_THREE_ITEMS, FOUR_TWO_ITEMS, FOUR_RANGES };

int four_bases(enum four_range range);

/* The words of basis 0..four_bases-1, the tail last; *left: the one that the next basis has another
 * for, or -1. */
void four_basis(enum four_range range, int basis, struct four_word words[FOUR_WORDS], int *left);

/* Sends of the head, and so the length of the word. */
static inline int four_length(const struct four_word *word) {
    return word->is_a ? word->head - 3 : word->head - 4;
}

/* inverse[word][equation]. False unless the determinant is 1 or -1. */
bool four_invert(const struct four_word words[FOUR_WORDS], long inverse[FOUR_WORDS][FOUR_WORDS]);

/* L = 4: streams for endgames in explicit words, for any number of processors: those of one of 12
 * bases (k* = 3) or 5 bases (k* = 2) above, as often as whole numbers say (results/THEOREMS.md,
 * 12.10, Lemma 13). */

/* *found: `words` is a stationary schedule of latency 4 and depth t = B(processors), with |S| >= k*
 * for each processor, checked. So it is for t >= 24 but N = f_t; for some smaller N no basis has a
 * solution, and for N = f_t nothing is tried. processors >= 1. O(t^2) time and room, numbers of the
 * size of N. */
enum status four_stream_build(mpz_srcptr processors, struct schedule *words, bool *found,
                              struct failure *failure);
