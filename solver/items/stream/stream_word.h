/* SPDX-License-Identifier: MIT */
/* The outline of a word of a plain stream: its heads, their order, and |S|, but not its leaves.
 *
 * A head of value v arrives at a position, is sent from then on at r positions, as v, v-1, .., and
 * r-1 leaves arrive meanwhile; then the next head arrives. It is sent until L (r = v-L+1) or, a
 * *late* one, until L+1 only (r = v-L); and for an *idle* one nothing is sent at one position after
 * this (r = v-L+2). So when the next head arrives it is still in flight with the value L-1, late L,
 * idle L-2: for the other items in flight, |S|-1 of them, the arrival of a head is a throw of this
 * value in a juggling pattern, and a leaf w is a throw of w. All values of a word add up to |S|
 * times its length.
 *
 * One head: leaves of this sum have a legal order, whatever they are (M. Hall, arrangement.h).
 * Several: here only the *flattest* word is described. From the ground state 0..|S|-2 let every
 * leaf be the number of balls that are low, these being in a ground state of their own. A ball
 * thrown with the value w is high, and is low again after w-|S|+1 leaves, the arrivals of heads not
 * counted. So each leaf is |S|-1 less the number of high balls.
 *
 * A word without heads is a processor that receives one leaf for ever, of the value |S|. */
#pragma once

#include <gmp.h>
#include <stdbool.h>

#include "solver/model/schedule.h"

enum { STREAM_MAX_LATENCY = 32, STREAM_MAX_HEADS = 8, STREAM_MAX_LEAVES = 1024 };

enum { STREAM_IDLE = -1, STREAM_EARLY = 0, STREAM_LATE = 1 };

struct stream_head {
    int value; /* L at least */
    int late;  /* STREAM_LATE, STREAM_EARLY or STREAM_IDLE */
};

struct stream_word {
    int balls; /* |S| */
    int length;
    int head_count;
    struct stream_head heads[STREAM_MAX_HEADS];
    int below[STREAM_MAX_LATENCY + 1]; /* [a]: sum over the leaves w of max(a-w, 0), a = 0..L */
};

/* r. */
static inline int stream_head_size(struct stream_head head, int latency) {
    return head.value - latency + 1 - head.late;
}

/* Sets length and `below` by heads and |S|, for the flattest leaves, of one head: all nearly equal.
 * False: no such word is known, or it has more than STREAM_MAX_LEAVES leaves. O(length + L). */
bool stream_word_measure(struct stream_word *word, int latency);

/* The flattest leaves, length - head_count, in the order in which they arrive (one head: ascending,
 * in no legal order). The word has been measured. */
void stream_word_leaves(const struct stream_word *word, int latency, int *leaves);

/* How words that were looked for become a stream, or nothing. */

/* `built` has all words if there is no `status` and they were found: then it becomes `words`,
 * sorted and checked. It is cleared otherwise, and not *found on failure. */
enum status stream_finish(struct schedule *built, enum status status, mpz_srcptr processors,
                          struct schedule *words, bool *found, struct failure *failure);
