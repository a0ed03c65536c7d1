/* SPDX-License-Identifier: MIT */
/* Interchange: certificates in the formats of other programs, and lists of messages of other
 * programs as certificates. results/FORMATS.md describes every format to the last field. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "solver/collective/messages_read.h"
#include "solver/model/message_list.h"

/* More messages are not expanded from a list by rotation. */
enum { INTERCHANGE_MOST_MESSAGES = 50000000 };

/* How a list is written, where the format asks for more than the list says. */
struct interchange_options {
    int item;            /* dot: this item only; 0: all */
    int bytes;           /* goal: of a message */
    bool idle;           /* goal: idle time is written as well */
    const char *proto;   /* msccl: Simple, LL or LL128 */
    int steps;           /* msccl: most steps of a thread block */
    int blocks;          /* msccl: most thread blocks of a rank */
    int instances;       /* msccl: so many parts of each chunk, side by side */
    const char *name;    /* msccl: of the algorithm */
    int64_t least, most; /* msccl: bytes for which it is; 0: any */
};

/* A list in memory, each message emitted by itself: not by rotation. */
struct interchange_list {
    struct message_list list;       /* emits the same */
    const struct message *messages; /* by time, sender, receiver and item; borrowed */
    size_t count;
};

/* Writes a list. STATUS_INPUT with the reason if the format can't carry it; then nothing, or a part
 * of the text, is written. The caller checks `file` for errors of writing. */
typedef enum status interchange_list_writer(FILE *file, const struct interchange_list *source,
                                            const struct interchange_options *options,
                                            struct failure *failure);

interchange_list_writer interchange_csv, interchange_json, interchange_dot, interchange_goal,
    interchange_msccl;

/* The same as interchange_goal of a list that is known to be right: any messages, in their order.
 */
interchange_list_writer goal_write;

/* What a model is called in certificates and in JSON. */
const char *interchange_model_name(enum message_model model);

/* All messages of a list by rotation, in order, into `array`, which is initialised. STATUS_LIMIT
 * for more than the above. */
enum status interchange_expand(const struct messages_read *read, struct message_array *array,
                               struct failure *failure);

/* Whether the messages obey their model: STATUS_INPUT with the first that does not. For formats
 * that are programs, and would not end or not do what the list claims. */
enum status interchange_check(const struct interchange_list *source, struct failure *failure);
