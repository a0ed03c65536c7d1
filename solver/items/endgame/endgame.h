/* SPDX-License-Identifier: MIT */
/* Broadcasts of K items at the counting bound, for every large K at once: a stream that carries all
 * but the last items, and an endgame for these that is the same for every K.
 *
 * Postal model, N processors beside the source. Let t = B(N) be the least depth with f_t >= N,
 * n = t-1, and k* = floor((f_0 + .. + f_n) / N). In the bound of items_bound.h, the least L+j such
 * that the sum of min(f_i, N) over i = 0..j is at least K N, the terms up to n make up k* N and
 * less than N, each further one is N; so for K > k* it is
 *
 *     C(K) = L + n + K - k*,
 *
 * and a family with M items in the endgame and F = L + n + M - k* reaches it for all K >= M, K > k*
 * (Karp et al. 1993, Theorem 3.1). For K <= k* the bound may be less than this.
 *
 * The stream has delay L+t+d, d = 0 if possible, and M = k*+d >= 1, so F = L+t+d-1. All of the
 * stream is kept but the last M items. From TIME 0 to F each processor still receives in so
 * many steps items of the stream that would be in time, and |S| times others, |S| being the number
 * of values that it holds: so each must have |S| >= M. The last items are colours, each of which
 * has to come into one of these free steps, slots, of each processor.
 *
 * Streams come in words that are built or sought for it (stream/), else it is the endless stream
 * as it is, if it has |S| >= k*; colours by exchanges (colour_search.h). For L = 2 both come from
 * items_latency_two.h. For up to 64 processors what is not found so is sought by formulas
 * (endgame_formula.h), with d up to 2. */
#pragma once

#include "solver/base/limits.h"
#include "solver/items/items_colours.h"
#include "solver/model/schedule.h"
#include "solver/proof/sat/formula.h"

/* Stationary schedules in which everybody holds many items that are still on their way to others.
 *
 * The number of values that a processor holds, |S|, is the same at all times (it is the mean of the
 * values of its word): after the source has come to the last items, so many steps of this processor
 * are left for them. A stream that is to be ended as the counting bound asks must have |S| as large
 * as the number of these items, for each processor. */

struct stream_question {
    int latency;
    int depth;      /* t >= L: delay L+t */
    int processors; /* N >= 1 */
    int fewest;     /* |S| >= fewest */
    int most;       /* |S| <= most; negative: any number */
};

/* By the formula of a stationary schedule (sat/periodic_formula.h, with its limits), and counters
 * of |S|. VERDICT_FEASIBLE: `words` (not initialised before) holds the schedule, checked.
 * VERDICT_INFEASIBLE: the solver says that no stationary schedule is so, of any words. */
enum status stream_find(const struct stream_question *question, const struct limits *limits,
                        enum verdict *end, struct schedule *words, uint64_t *decisions,
                        struct failure *failure);

/* The numbers of the bound, for L >= 1, N >= 1. */
struct endgame_bound {
    int depth; /* t = B(N) */
    int most;  /* k* */
    int slack; /* f_0 + .. + f_n - k* N: 0..N-1; INT_MAX: that or more */
};

/* STATUS_INPUT unless L >= 1 and N >= 1; STATUS_LIMIT beyond t = ENDGAME_MAX_DEPTH. */
enum { ENDGAME_MAX_DEPTH = 3000 };
enum status endgame_bound_find(int latency, mpz_srcptr processors, struct endgame_bound *bound,
                               struct failure *failure);

/* Looks for broadcasts that reach C(K) for every K >= M, with M = max(k*, 1) or little more.
 * *found: `every` holds them, checked. Not found is no proof of anything: only some streams are
 * tried, each with a limit on the search.
 *
 * STATUS_INPUT unless L >= 1 and N >= 1; STATUS_LIMIT when stopped, or beyond the limits of
 * best_schedule and of families. limits->nodes (`limits` may be NULL) bounds the decisions of all
 * solvers together, and is then no failure but a family that is not found; without it a search may
 * take many minutes. Deterministic; what is built so does not depend on the programs that solve
 * formulas (find_model.h), what is sought by formulas does. From N = 100000 on, L = 4..20, streams
 * depend on the program that solves linear programs (rounded_stream.h). */
enum status endgame_find(int latency, mpz_srcptr processors, const struct limits *limits,
                         struct every_items *every, bool *found, struct failure *failure);
