/* SPDX-License-Identifier: MIT */
/* Streams with p ports at the depths L < t < 2L, where only the root sends, for N = 1 + p (R-1) + j
 * processors, R = t - L + 1, 1 <= j <= p - 2, p <= (j+1) floor(p/j): words whose letters have items
 * of their own (struct coloured_word). There are j+1 of them. Word w has the roots of k = floor((p
 * + w) / (j+1)) of the p items of a step, and k (R-1) + 1 positions; root h = 0..k-1 stands at h
 * . Its last step is the first one of the next, and they share the p copies of it. How the
 * letters are dealt: results/THEOREMS.md, 19.5. */
#pragma once

#include "solver/model/schedule.h"

/* No words are made whose letters, p N of them, are more. */
enum { PORT_WORDS_MOST_LETTERS = 1 << 22 };

/* Adds them to a schedule of this depth and these ports without others; they are not checked. The
 * numbers are the caller's. STATUS_MEMORY. */
enum status port_words(struct schedule *schedule, int j, struct failure *failure);
