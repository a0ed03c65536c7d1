/* SPDX-License-Identifier: MIT */
/* L = 1: broadcasts of k items to N processors beside the source, all P = N + 1 alike, in
 * k - 1 + q rounds, q = ceil(log2 P), for every P and k. Nothing is faster (items_bound.h). That
 * this can be done is due to Bar-Noy, Kipnis and Schieber; the schedules are those of Traeff,
 * "Round-optimal n-block broadcast schedules in logarithmic time", on a circulant graph.
 *
 * The skips are s_q = P and s_i = ceil(s_{i+1} / 2), so s_0 = 1. The rounds are 0, 1, .. in phases
 * of q; in round j of a phase everybody sends to the processor s_j behind itself, round a circle
 * that begins at the source. What r >= 1 receives in round j of phase f is the number f q + c_j(r),
 * where for each r, with a b = b(r), 0 <= b < q,
 *
 *  1. the c_j(r), j = 0..q-1, are b, and all of -q..-1 but b - q, in some order;
 *  2. if b is c_j(r), then b <= j;
 *  3. if r - s_j (mod P) is not the source but r', then c_j(r) is b(r') - q, or a c_i(r'), i < j.
 *
 * So r receives each number >= 0 once, f q + e in phase f if e = b, else in phase f + 1; and what
 * anybody but the source sends was received before, in this phase or (b(r') - q) in the last one.
 * Now let the rounds x..x+k+q-2 be done, 0 <= x < q such that the last one ends a phase. The number
 * x + i is item i + 1 for i < k, and item k for i >= k; numbers below x are not sent, and only such
 * are received before round x (2). The last phase has f q = x + k - 1. So the numbers x..x+k-2, all
 * items but the last, are received by its end; and of the larger numbers, all item k, only f q + b.
 *
 * c(r) is found by a search, depth first, over sums of decreasing skips (circulant.c). That it
 * satisfies 1 to 3 is checked for every P that is asked for. */
#pragma once

#include "solver/items/items_schedule.h"

/* The schedule, in the postal model of latency 1. STATUS_INPUT for N < 1 or K < 1; STATUS_LIMIT for
 * more than MESSAGES_MOST_PROCESSORS, or times beyond 2^31 - 1. O(P log P) time and P log P bytes,
 * and O(messages + P log P) to emit the messages. */
enum status circulant_schedule(int processors, int items, struct items_schedule *schedule,
                               struct failure *failure);
