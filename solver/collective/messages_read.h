/* SPDX-License-Identifier: MIT */
/* From a certificate of kind messages, combining or summation back to the list: for
 * showing it, drawing it and performing it. It does not verify that the messages do what the
 * certificate claims; steadycheck does. */
#pragma once

#include "solver/base/certificate_read.h"
#include "solver/model/message_list.h"

/* Kind summation: `count` additions of operands of its own, one a cycle from `time` on. */
struct message_addition {
    int time, processor, count;
};

struct messages_read {
    struct message_list list;   /* after messages_read_all it emits what `array` holds; points
                                   into this struct, which is therefore not copied */
    struct message_array array; /* owned; in the order of the file */
    size_t addition_count;      /* of kind summation, else 0 */
    struct message_addition *additions; /* owned; in the order of the file */
    int time;                           /* of the step that was begun, -1 before the first */
};

/* The lines before the first step, from `input`, which stands at its kind, into `read`.
 * STATUS_INPUT, with file and line, for what is not of the grammar of results/README.md: also
 * unknown models, numbers beyond 2^31 - 1, and with `origins all` P*K beyond
 * it. list.each and list.count are not set. On success the caller ends with messages_read_clear. */
enum status messages_read_head(struct messages_read *read, struct certificate_input *input,
                               struct failure *failure);

/* Goes to the next line `send`. *more: there was one, and it is `message`; else the file is at its
 * end. STATUS_INPUT for lines out of order, processors and items that do not exist, messages to
 * their senders, and times that end beyond 2^31 - 1. */
enum status messages_read_next(struct messages_read *read, struct certificate_input *input,
                               struct message *message, bool *more, struct failure *failure);

/* Kind messages; combining and summation, whose messages carry operands. */
bool messages_read_takes(const char *kind);

/* The whole list of either kind, head included; there is at least one message. STATUS_MEMORY for
 * refused memory. 20 bytes a message, beside the text of the file that `input` keeps. */
enum status messages_read_all(struct messages_read *read, struct certificate_input *input,
                              struct failure *failure);

/* May be called twice. */
void messages_read_clear(struct messages_read *read);
