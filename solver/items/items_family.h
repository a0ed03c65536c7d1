/* SPDX-License-Identifier: MIT */
/* Broadcasts of K items for every K >= M at once, message by message: a stationary stream, and an
 * endgame of the last M items that is the same for every K.
 *
 * TIME 0 is the time K - M, when the source comes to the last M items; ITEM j is the item K+1-j.
 * The source sends item j > M, of the stream, at TIME M-j, and a value v that a row receives at
 * TIME y is item j = M+L+t-v-y; of all these messages those of items j > M are kept. The others are
 * listed, and of items j <= M, from TIME 0 on. All is done at TIME F, the time K - M + F. */
#pragma once

#include "solver/base/limits.h"
#include "solver/model/message_list.h"
#include "solver/model/messages.h"
#include "solver/model/schedule.h"

/* Latency, depth, M and F are at most this. */
enum { ITEMS_FAMILY_MOST = 1000000 };

struct items_family {
    struct schedule words;         /* period 1: L, t, and the rows; owned */
    int processors;                /* N */
    int endgame;                   /* M >= 1 */
    int finish;                    /* F: K items are everywhere at time K - M + F */
    bool single;                   /* the source sends each item once */
    struct message_array messages; /* the endgame: `time` is TIME, `from` and `to` are 0 or rows,
                                      `item` is numbered from the last; owned */
};

/* An empty endgame, all numbers 0; the words come by periodic_add. */
void items_family_init(struct items_family *family, int latency, int depth);
void items_family_clear(struct items_family *family);

/* How every construction ends: the messages are put in order, N and `single` come out of words and
 * messages, and the whole is checked by its definition. STATUS_INTERNAL with the first fault in
 * words; STATUS_LIMIT beyond ITEMS_FAMILY_MOST and MESSAGES_MOST_PROCESSORS. On failure the family
 * is cleared. The rows of the messages are those of the words in the order in which they were
 * added, which is therefore kept: row 1 + (all rows of the words before) + p COUNT + i, 0 <= i <
 * COUNT, is at position p of its word at TIME 0. O(N (F+t+L+M)). STATUS_LIMIT when stopped; the
 * limits may be NULL. */
enum status items_family_finish(struct items_family *family, const struct limits *limits,
                                struct failure *failure);

/* The broadcast of K = items >= M items as a list that is emitted step by step; its time and
 * whether the source sends each item once are what comes out for this K. Fills `list` and
 * `listing`, which hold what they need and borrow the family. STATUS_INPUT for fewer items,
 * STATUS_LIMIT for times beyond 2^31 - 1. O(words + messages of the endgame) room and time, and
 * O(messages + steps N/64) for all messages. */
struct items_message_source;
enum status items_family_list(const struct items_family *family, int items,
                              struct items_message_source **listing, struct message_list *list,
                              struct failure *failure);
void items_message_source_free(struct items_message_source *listing);
