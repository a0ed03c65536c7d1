/* SPDX-License-Identifier: MIT */
/* L = 2: schedules for every number of processors that any schedule can serve.
 *
 * Q(t) = floor((f_{t+1} + t - 1) / 2) is the capacity at depth t >= 1: nothing reaches more
 * (prices_two in solver/proof/bound), and every N with Q(t-1) < N <= Q(t) is reached by the words
 * built here. All are stationary but those for (t,N) = (4,5) and (5,8), which have periodic
 * schedules only. Words, for t >= 8, each sending the largest value held:
 *
 *     t 0^{t-1}                     the root
 *     v, then 1^a (2 0)^c           a + 2c = v-2, v = 2..t-2
 *     v 0, then 1^a (2 0)^c         a + 2c = v-4, v = 4..t-2
 *     v                             v = 3..t-2, sends to one child only
 *
 * The 2s behind a head are leaves. How many of each: results/THEOREMS.md, "Two". */
#pragma once

#include "solver/model/schedule.h"

/* Depths beyond would take words of more than some 10^8 letters in all. */
enum { LATENCY_TWO_MAX_DEPTH = 2000 };

/* capacity = Q(depth), depth >= 0 (Q(0) = 1). */
enum status latency_two_capacity(mpz_ptr capacity, int depth, struct failure *failure);

/* The least depth with N <= Q(depth). STATUS_LIMIT beyond LATENCY_TWO_MAX_DEPTH; N >= 1. */
enum status latency_two_depth(mpz_srcptr processors, int *depth, struct failure *failure);

/* The schedule for N = processors at the least possible depth: fills `periodic`, checked. O(t)
 * kinds of words of length <= t. */
enum status latency_two_schedule(struct schedule *periodic, mpz_srcptr processors,
                                 struct failure *failure);

/* For broadcasts of k items (items/construction/items_latency_two.h): the least t with 2N <
 * f_{t+1}, and the words of latency_two_schedule at this depth, but that the root's word is filled
 * like the others,
 *
 *     t, then 1^a (2 0)^c           a + 2c = t-2
 *     t 0, then 1^a (2 0)^c         a + 2c = t-4
 *
 * so that every processor always waits for two more receptions of items that are on their way, v
 * of them if its word is v alone. Errors as of latency_two_depth. */
enum status latency_two_balls_depth(mpz_srcptr processors, int *depth, struct failure *failure);

/* These words at this depth, checked; STATUS_INPUT for N = 3, 4, 5, 7, 9, which are not served by
 * such words. Fills `periodic`. */
enum status latency_two_balls_schedule(struct schedule *periodic, mpz_srcptr processors,
                                       struct failure *failure);
