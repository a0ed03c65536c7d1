/* SPDX-License-Identifier: MIT */
/* The schedule with the least delay for any latency and any number of processors, in words: by the
 * union rule (pruned_union.h), for L = 2 by latency_two.h, and for the exception t = 2L by a word
 * of its own. */
#pragma once

#include "solver/base/limits.h"
#include "solver/model/schedule.h"
#include "solver/stream/construction/pruned_union.h"

/* The exception t = 2L, L even: no block-cyclic schedule exists, but a cyclic word with two
 * internal nodes serves all processors.
 *
 * The word has n = L+2 positions for n processors: position 0 receives the root (value 2L, L+1
 * sends), the positions 1..L the letters w_1..w_L, the last position the node with one child (value
 * L, one send). One receive-only processor gets the letter L/2-2. Legal if position + value are
 * pairwise distinct modulo n (results/THEOREMS.md, Theorem B). */

/* Writes w_1..w_L into letters[0..L-1]; L even, L >= 4. O(L). */
enum status exception_word(int latency, int *letters, struct failure *failure);

/* The whole schedule for P(2L) = L + 3 processors, checked (`periodic` is not initialised before).
 * O(L). */
enum status exception_schedule(struct schedule *periodic, int latency, struct failure *failure);

/* Fills `periodic`, checked: of period 1, or 2 where L = 2 asks for it. L >= 1, N >= 1.
 * STATUS_LIMIT for words of more than SCHEDULE_MAX_PLACES letters in all, or when stopped (`limits`
 * may be NULL). */
enum status best_schedule(struct schedule *periodic, int latency, mpz_srcptr processors,
                          const struct limits *limits, struct failure *failure);

/* The same as it is made: blocks, whose words may be long, where there are some. */
enum status best_form(struct schedule *schedule, int latency, mpz_srcptr processors,
                      const struct limits *limits, struct failure *failure);

/* That when there are many for one latency: with what they share, NULL for L = 2. */
enum status best_form_of(struct pruned_union *unions, int latency, mpz_srcptr processors,
                         const struct limits *limits, struct schedule *schedule,
                         struct failure *failure);
