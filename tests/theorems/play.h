/* SPDX-License-Identifier: MIT */
/* Playing a list of messages in the postal model, by its definition. What it knows are messages
 * (time, from, to, item); trees, words and values it knows nothing of. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "solver/model/message_list.h"

/* What happened so far. Times are counted from 1 here; 0 stands for never. */
struct play {
    int latency;
    int processors; /* N; the source is 0 */
    int items;
    bool stream;    /* the source has item i from time i-1 on, and sends it then; else all at 0 */
    uint16_t *has;  /* [(item-1) * (N+1) + processor]: from when on */
    uint16_t *sent; /* [processor]: last time */
    uint16_t *received; /* likewise */
    long count;
};

/* The first four are set. */
enum status play_new(struct play *play, struct failure *failure);
void play_free(struct play *play);

/* A message_take, the context being the play. STATUS_INTERNAL for one that can't be sent. */
enum status play_message(void *context, const struct message *m, struct failure *failure);

/* Everybody has everything; the longest delay of an item, and the last time. */
enum status play_end(const struct play *play, int *delay, int *finish, struct failure *failure);
