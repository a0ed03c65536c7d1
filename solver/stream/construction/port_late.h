/* SPDX-License-Identifier: MIT */
/* Streams with p ports for excluded N (port_growth.h), one step later, t = B(N) + 1, where t < 2L
 * and only the root of an item sends: by search.
 *
 * One word has N - 1 positions and all p roots of a step; the other one, of length 1, takes one
 * letter of each item. The p (N-1) copies of a step lie end to end at the positions, p at each; an
 * item has N - 1 of them on end, at t - L + 1 positions at most, and its root stands at the first
 * of these, or one before. So the long word is full. Which letters are left to the other word is
 * taken at random, so that the sum of all letters is 0 modulo N - 1 (M. Hall's condition for all
 * items together). Letters start at any residues; while a position has more than p of them, one of
 * it and another one of its item exchange residues, so that fewer are in excess. */
#pragma once

#include "solver/base/limits.h"
#include "solver/model/schedule.h"

/* Adds these words to a schedule of depth L < t < 2L without others, for N processors, N = 1 + p
 * (t-L-1) + j, 3 <= j < p; they are not checked. *found = false, and nothing added, after a number
 * of moves that depends on p N alone, which proves nothing, and at once for p N > 2^17. The same
 * question has the same answer. STATUS_LIMIT when stopped; `limits` may be NULL. */
enum status port_late_words(struct schedule *schedule, int processors, const struct limits *limits,
                            bool *found, struct failure *failure);
