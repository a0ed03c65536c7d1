/* SPDX-License-Identifier: MIT */
/* Theorem 3.8 of Karp, Sahay, Santos, Schauser 1993, section 3.5: K items to N processors, the
 * source sending each of them once, in B(N) + L + K - 1 steps, which is the least possible, when a
 * message may wait at its receiver. The print omits the further details; here they are, for every
 * L, N and K, and with no buffer ever holding more than two messages (results/THEOREMS.md, 13).
 *
 * All items go along one tree: the optimal one of depth t = B(N), without f_t - N of the leaves at
 * t. An internal node with r children is a block of r processors, of which one in turn stands for
 * the block (an item is active for it); a leaf belongs to some block of size r, which has r-1, or
 * to the one processor that only receives. An active item is received when it arrives. So is an
 * inactive one, unless an active item arrives with it; then it waits until the block's free time,
 * which is the same for all processors of the block when counted from their active items. */
#pragma once

#include "solver/items/items_schedule.h"

/* Fills `schedule`: model MESSAGE_BUFFERED, the buffer is 2, or 1 if no message waits. STATUS_INPUT
 * for L, N or K < 1, STATUS_LIMIT for N > MESSAGES_MOST_PROCESSORS and times beyond 2^31 - 1.
 * O(f_t) memory; O(N + the sum of the squares of block sizes) time in the worst case, little more
 * than O(N) is typical. */
enum status buffered_items(int latency, int processors, int items, struct items_schedule *schedule,
                           struct failure *failure);
