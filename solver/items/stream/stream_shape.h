/* SPDX-License-Identifier: MIT */
/* Which heads share a word, which of them are late, and how large |S| is: the *shape* of a plain
 * stream (plain_stream.h), found by local search before the leaves are dealt.
 *
 * Let the words have their flattest leaves (stream_word.h). Two leaves x <= y of one word, that
 * become x-1 and y+1, keep its sum; and they may still have a legal order. In this way all leaves
 * can be made those that there are, it seems, if and only if for every a = 1..L-1
 *
 *     sum over the words' leaves of max(a-w, 0) <= the same sum over those that there are,
 *
 * with equality for a = L: that is, if the slack is used up. (With single leaves in place of words
 * this is the theorem on majorisation of Hardy, Littlewood and Polya.) `excess` is left minus
 * right, and the *cost* of a shape is the sum of its positive values, |excess[L]| several times,
 * and a little for heads that share words. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "automata/status.h"
#include "solver/base/limits.h"
#include "solver/base/random.h"
#include "solver/items/stream/stream_word.h"

/* 0 or more, nearly of an exponential distribution: `heat` at least with probability 1/2, twice as
 * much with 1/4, .. 0 <= heat < 2^20. What a local search may lose in one step. */
static inline long stream_random_loss(struct random_numbers *random, long heat) {
    uint32_t x = (uint32_t)(random_next(random) >> 33);
    long doublings = 0;
    for (; doublings < 20 && x & 1; x >>= 1)
        doublings++;
    return (heat * (256 * doublings + (long)(x >> 1 & 255))) >> 8;
}

/* What a plain stream is made of. */
struct stream_parts {
    int latency;
    int depth;   /* t = B(N) */
    int fewest;  /* |S| in each word */
    long slack;  /* f_0 + .. + f_{t-1} less this times N */
    long zeros;  /* z = N - f_{t-1}: leaves of value 0 that are left */
    bool full;   /* f_t = N: these are all */
    long *nodes; /* [v]: how many nodes of the whole tree have the value v, v = 0..max(t, L) */
};

/* For L >= 1, N = processors in 1..2^31; stream_parts_clear frees. */
enum status stream_parts_init(struct stream_parts *parts, int latency, long processors, int fewest,
                              struct failure *failure);
void stream_parts_clear(struct stream_parts *parts);

/* Which position brings nothing new: one sends a zero to nobody, and z+1 heads are not late; or one
 * never sends or is idle once, and z heads are not late. For N = f_t there is no such zero. */
enum stream_waste { STREAM_WASTE_ZERO, STREAM_WASTE_LEAF, STREAM_WASTE_POSITION };

/* How long to look for it. */
struct stream_effort {
    long steps;    /* local changes for each word, up to STREAM_MAX_STEPS in all */
    bool hurry;    /* take the first shape that fits; else one with few heads that share words */
    long dearness; /* how much more than others the scarcest leaves count, >= 1, when leaves are
                      dealt */
};

enum { STREAM_MAX_STEPS = 10000000 };

struct stream_shape {
    int latency, fewest;
    long zeros; /* leaves of value 0 */
    long loose; /* nodes of value L that are leaves */
    size_t word_count, word_room;
    struct stream_word *words;
    long excess[STREAM_MAX_LATENCY + 1], cost;
};

/* Sets *found: the shape fits. It is then the caller's, to be freed by stream_shape_clear. */
enum status stream_shape_find(const struct stream_parts *parts, enum stream_waste waste,
                              const struct stream_effort *effort, struct random_numbers *random,
                              const struct limits *limits, struct stream_shape *shape, bool *found,
                              struct failure *failure);

/* How many in all, at least 1. */
static inline long stream_steps(long steps, size_t words) {
    return (long)words > STREAM_MAX_STEPS / steps ? STREAM_MAX_STEPS : steps * (long)words;
}

void stream_shape_clear(struct stream_shape *shape);
