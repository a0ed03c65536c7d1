/* SPDX-License-Identifier: MIT */
/*
 * Streams for endgames from the constructions (build/best.h), for any number of processors.
 *
 * A block of size r and head h has |S| = (h + sum of its letters) / r > 1, as h >= L+r-1; so blocks
 * are good for M <= 2, and for more if they happen to be. The receive-only processor holds only as
 * many values as its letter x says. Where that is too few it joins a block: r positions and x
 * behind them are a legal word, in some order, if |S| r + x is divisible by r+1 (M. Hall 1952), and
 * the head is sent at the same r positions as before. [3] and 1 become the word 3 1, for instance.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_WORDS_H
#define STEADYCAST_SOLVER_ITEMS_ENDGAME_ENDGAME_WORDS_H

#include "solver/base/limits.h"
#include "solver/model/schedule.h"

/*
 * *found: `words` (not initialised before) is a stationary schedule for N = processors of this
 * depth with |S| >= fewest for each of them, checked. Not found: this construction has none. Errors
 * of best_schedule.
 */
enum status endgame_words_build(int latency, int depth, mpz_srcptr processors, int fewest,
                                const struct limits *limits, struct schedule *words, bool *found,
                                struct failure *failure);

#endif
