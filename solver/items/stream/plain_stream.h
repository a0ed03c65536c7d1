/* SPDX-License-Identifier: MIT */
/* Plain streams: stationary schedules of the least depth t = B(N) in which only leaves of value 0
 * are left out, the streams of the endgames (items/endgame/endgame.h).
 *
 * Of the broadcast tree of f_t processors, f_{t-1} < N <= f_t, N are kept by leaving out f_t - N of
 * the leaves of value 0. A node of value v > L is sent at v, v-1, .., until L or L+1; one of value
 * L is sent once or is a leaf; all others are leaves. Every processor receives a head, leaves
 * as long as it is sent, the next head, and so on, and sends at every position. One zero is sent in
 * vain; or, and always for N = f_t, one leaf is a word of its own, a processor that never sends, or
 * a processor is idle at one position. So all values of a step together, the sum over the
 * processors of |S|, are f_0 + .. + f_{t-1}, and |S| >= M everywhere is possible for M N up to
 * this.
 *
 * How: the outline of the words first (stream_shape.h), then the leaves.
 *
 * For the largest M, k*, streams were found for every N from 8, 8, 10, 10, 14, 12, 14, 14 and 16 on
 * for L = 4..12, up to N = 1000, most in 1 ms, all in 0.2 s; for L = 3, N = 10..2000; and for
 * L = 4, N = 1001..8500, in 1 s at most. */
#pragma once

#include <stdbool.h>

#include "automata/status.h"
#include "solver/base/limits.h"
#include "solver/model/schedule.h"

enum { PLAIN_MIN_LATENCY = 3, PLAIN_MAX_LATENCY = 32, PLAIN_MAX_PROCESSORS = 1000000 };

struct plain_question {
    int latency;      /* L >= 3 */
    long processors;  /* N >= 1 */
    int fewest;       /* M >= 1: |S| in each word is at least this */
    unsigned attempt; /* 0, 1, ..: others give other streams */
};

/* Looks for a plain stream. *found: `words` holds it, in words, checked. Not found is no proof of
 * anything. STATUS_LIMIT when stopped, or beyond the largest L and N. Deterministic. */
enum status plain_stream_find(const struct plain_question *question, const struct limits *limits,
                              struct schedule *words, bool *found, struct failure *failure);
