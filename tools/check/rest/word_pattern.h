/* SPDX-License-Identifier: MIT */
/* Closed words of all lengths, written once: the lines `word` of kind stationary-family.
 *
 * A pattern has a head, the first value, and other letters; where the head grows with the depth t,
 * or with v, the last letters are repeated until the word has the size head - k. The processor
 * sends the item of its head, and nothing else, at the positions 0, 1, ..: with the values head,
 * head-1, .., C.
 *
 * Legal for all lengths: call letters x_0..x_{a-1} *even* with mean s if the numbers i + x_i are
 * those from s to s+a-1 in some order. A repeated pattern is taken only if its front, with k in
 * place of the head, and its repeated part are both even, with the same mean s. As head = k modulo
 * the size, the front lands on s..s+a-1, each repeated part on the next places, and the last of
 * them ends s behind the last position: modulo the size every place is taken once. What is sent is
 * held: it came at position 0, and C >= head - size + 1 says that it is sent before the word starts
 * again. */
#ifndef STEADYCHECK_WORD_PATTERN_H
#define STEADYCHECK_WORD_PATTERN_H

#include "core/closed_word.h"
#include "rest/form.h"

enum { WORD_PATTERN_LETTERS = 64, WORD_PATTERN_DEPTH_LIMIT = 2000 };

enum word_head {
    HEAD_FIXED, /* a number h */
    HEAD_TOP,   /* t-a */
    HEAD_RANGE  /* v = first, first + step, .. <= t - below */
};

struct word_pattern {
    uint64_t line; /* in the file, for messages */
    struct form count;
    enum word_head head;
    uint32_t fixed, top;         /* h, a */
    uint32_t first, below, step; /* V, E, S */
    uint32_t letters[WORD_PATTERN_LETTERS];
    uint32_t start;  /* letters after the head */
    uint32_t repeat; /* letters after these, to be repeated; 0 for fixed heads */
    uint32_t less;   /* k */
    bool sends;
    uint32_t last; /* C */
};

/* What all patterns of a certificate share. */
struct word_family {
    uint32_t latency, from, period; /* L, T, P */
};

/* Reads the line from behind its key and checks all that does not depend on the other lines, for
 * depths t >= T that are `class` modulo P. */
bool word_pattern_read(struct word_pattern *pattern, struct reader *reader,
                       const struct word_family *family, uint32_t class);

/* The word with this head. */
void word_pattern_write(const struct word_pattern *pattern, uint32_t head,
                        struct closed_word *word);

#endif
