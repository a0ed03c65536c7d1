/* SPDX-License-Identifier: MIT */
/* L = 2: broadcasts of K items by a stream and an endgame, of two items or of one. */
#pragma once

#include "solver/items/items_colours.h"

/* With the words of latency_two_balls_schedule (stream/construction/latency_two.h) of depth t each
 * processor has two slots (colour_plan.h), the second at T-1 or T = t+1; or, for a word v alone,
 * the v slots T-v+1..T, a *loop*. From its first slot to T-2 it is always free to send. */

/* Broadcasts of K items that nothing can beat, for every number of processors N and every K >= 2
 * (one item: simple_items.h). With t = min {s : f_{s+1} > 2N} they are complete at time K-1+t,
 * which is the bound of items_bound.h.
 *
 * The stream brings all items but two. Each processor receives one of these in the first slot, and
 * the other one in the second; a loop in any later one. The source sends either at all TIMEs. Who
 * receives which one first is chosen so that about as many have each: results/THEOREMS.md, section
 * 9.8, shows that this can always be done, but for N = 1, 3, 4, 5, 7 and 9, which have no such
 * words. */

/* Not for N = 1, 3, 4, 5, 7, 9. */
bool two_endgame_has(mpz_srcptr processors);

/* Checked. STATUS_INPUT where there is none, STATUS_LIMIT for t > TWO_ENDGAME_MOST_DEPTH and when
 * stopped; the limits may be NULL. O(t^2) numbers of at most t bits. */
enum { TWO_ENDGAME_MOST_DEPTH = 800 }; /* 166 digits; what is larger is too much work to check */
enum status two_endgame_colours(struct items_colours *colours, mpz_srcptr processors,
                                const struct limits *limits, struct failure *failure);

/* Broadcasts of K items, each sent once by the source, that end at time 2 + B(N) + K - 1,
 * B(N) = min {t : N <= f_t}, where the best stream with one delay for all items needs a step more:
 * Q(t) < N <= f_t for t = B(N). Nothing is faster: the last item to leave the source does so at
 * K - 1 or later, and is then spread by others.
 *
 * The stream, with delay 2 + (t+1), brings all items but the last. That one may use all slots of
 * all processors. Slots are taken by those first who have fewest left: those without a later one;
 * those without one at the end; loops last. That everybody has the item in time then is proved in
 * results/THEOREMS.md, section 9.9, and checked each time. */

/* Whether Q(t) < N <= f_t for a t. */
enum status two_single_needed(mpz_srcptr processors, bool *needed, struct failure *failure);

/* As two_endgame_colours; STATUS_INPUT where it is not needed. */
enum status two_single_colours(struct items_colours *colours, mpz_srcptr processors,
                               const struct limits *limits, struct failure *failure);
