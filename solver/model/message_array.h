/* SPDX-License-Identifier: MIT */
/*
 * A list of messages that is kept in memory: for constructions and searches whose messages come in
 * another order than they are sent.
 */
#ifndef STEADYCAST_SOLVER_MODEL_MESSAGE_ARRAY_H
#define STEADYCAST_SOLVER_MODEL_MESSAGE_ARRAY_H

#include <stddef.h>

#include "solver/model/message_list.h"

struct message_array {
    struct message *messages; /* owned */
    size_t count;
    size_t room;
    bool lost; /* memory was refused; later additions do nothing */
};

void message_array_init(struct message_array *array);
void message_array_clear(struct message_array *array);

/* Clears one that was allocated, and frees it: what a schedule that owns one is released by. */
void message_array_free(void *array);

/* A refused allocation is told by message_array_finish. */
void message_array_add(struct message_array *array, const struct message *message);

/* By time, then by sender, receiver and item. */
void message_array_sort(struct message_array *array);

/* What `each` of a list is whose source is the array. */
enum status message_array_each(const void *array, message_take *take, void *context,
                               const struct limits *limits, struct failure *failure);

/*
 * Plays the messages, which are in order (message_play.h), and fills the rest of `list`, which has
 * its machine, processors, items, all and graph, and borrows the array: count, delay, finish,
 * buffer and whether each source sends each item once come out of the messages.
 * STATUS_INTERNAL with the first fault in words, STATUS_MEMORY for refused memory. O(n).
 */
enum status message_array_list(const struct message_array *array, struct message_list *list,
                               struct failure *failure);

/* The same of messages in any order, which are put in order before. O(n log n). */
enum status message_array_finish(struct message_array *array, struct message_list *list,
                                 struct failure *failure);

#endif
