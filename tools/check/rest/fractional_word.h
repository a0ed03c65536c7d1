/* SPDX-License-Identifier: MIT */
/* A word of a fractional stream (fractional_stream.h): heads, each with its leaves behind it.
 *
 * With one head, of size r (with its leaves), the leaves have some legal order if and only if the
 * sum of all values is divisible by r (M. Hall 1952). With several, p + v_p are to be distinct
 * modulo the length. If the last one is a tail, the word stands for all that have a larger head in
 * its place and more leaves at the end. These are legal if the additional ones are, for what is
 * under way beside the tail, as throws of a juggler are: M-1 balls, as the mean of the values is M,
 * which at the end of the word are to land at the next M-1 steps; none of them later, so it is that
 * set, as they are distinct. (The tail lands L-1 or L steps after the end, and tail > 2L, so there
 * is only one under way.) */
#ifndef STEADYCHECK_FRACTIONAL_WORD_H
#define STEADYCHECK_FRACTIONAL_WORD_H

#include "core/closed_word.h"
#include "core/read.h"

/* All zero at first, but for the numbers of the stream. */
struct fractional_word {
    uint32_t latency, tail, mean; /* L, tail, M */
    struct closed_word values;
    uint32_t heads, heads_a;
    uint32_t head;   /* the last one */
    bool is_b;       /* its type */
    uint32_t leaves; /* that it still has to get */
    uint64_t sum;    /* of all values */
};

/* Takes the word up to `times`, which is taken as well, in place of what was there, and sees that
 * the leaves are as many as the heads have. */
bool fractional_word_read(struct fractional_word *word, struct reader *reader);

/* Is it legal? Sets |S|. */
bool fractional_word_check(struct fractional_word *word, struct reader *reader, uint32_t *mean);

#endif
