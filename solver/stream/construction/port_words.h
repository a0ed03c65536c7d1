/* SPDX-License-Identifier: MIT */
/* Streams with p ports at the depths L < t < 2L, where only the root sends, for N = 1 + p (R-1) + j
 * processors, R = t - L + 1, 1 <= j <= p - 2, p <= (j+1) floor(p/j): words whose letters have items
 * of their own (struct coloured_word). There are j+1 of them, and the p roots of a step, one of
 * each item, stand in them one behind the other: (w,h), h = 0..k_w-1, at the position h of
 * word w, which has k_w (R-1) + 1 positions. The last position of one is the first of the next, and
 * they share its p copies. How the letters are dealt: results/THEOREMS.md, 19.5. */
#pragma once

#include "solver/model/schedule.h"

/* No words are made whose letters, p N of them, are more. */
enum { PORT_WORDS_MOST_LETTERS = 1 << 22 };

/* Adds them to a schedule of this depth and these ports without others; they are not checked. The
 * numbers are the caller's. STATUS_MEMORY. */
enum status port_words(struct schedule *schedule, int j, struct failure *failure);
