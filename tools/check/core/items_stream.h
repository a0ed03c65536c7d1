/* SPDX-License-Identifier: MIT */
/* The stream of kind items-family: what the rows of a stationary schedule receive and send at a
 * TIME, and which of it is kept.
 *
 * An item of value v at TIME x, not its deadline, is v + x steps from TIME 0 to its deadline; item
 * j has its deadline at TIME M+S+L+t-j. So a message belongs to an item beyond the last M if and
 * only if value + TIME < S+L+t. Rows are numbered in the order of the lines `word`, of the
 * positions at TIME 0, and of the copies. Room: 20 bytes a row. */
#ifndef STEADYCHECK_ITEMS_STREAM_H
#define STEADYCHECK_ITEMS_STREAM_H

#include "core/closed_word.h"

/* A row runs positions first .. first+length-1 of all words, again and again. */
struct stream_row {
    uint32_t first, length, position; /* position 0..length-1 at TIME `time` */
};

struct stream {
    uint32_t latency, depth, processors; /* L, t, N */
    uint32_t endgame, start, kept;       /* M, S, U */
    uint32_t *value, *sent;              /* of all words, one behind the other */
    size_t positions, value_capacity, sent_capacity;
    struct stream_row *rows; /* row q at [q-1] */
    uint32_t count;          /* of rows so far */
    int64_t time;
};

/* The parameters have to be set before. The rows are told at TIME 0. */
void stream_init(struct stream *stream);
void stream_clear(struct stream *stream);

/* Adds a legal word, so many times for each position. Beyond N rows nothing is added. */
void stream_add(struct stream *stream, const struct closed_word *word, uint32_t count);

/* Goes to a TIME, perhaps back; O(N). */
void stream_go_to(struct stream *stream, int64_t time);

/* To the next one; O(N). */
void stream_go_on(struct stream *stream);

/* At this TIME: the item that the row receives, or that its word sends, by a kept message; 0 for
 * none. Contract: all N rows are there; items with a deadline before TIME 0 are not asked for: they
 * are 0 as well. */
uint32_t stream_received(const struct stream *stream, uint32_t row);
uint32_t stream_sent(const struct stream *stream, uint32_t row);

/* Items beyond this one are with everybody before TIME 0: M+S+L+t. */
uint32_t stream_items(const struct stream *stream);

#endif
