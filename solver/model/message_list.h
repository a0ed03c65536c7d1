/* SPDX-License-Identifier: MIT */
/* The broadcast of K items as a list of messages, under one of the models of results/README.md,
 * kind messages. Processor 0 is the source, the others are 1..N; or every processor 0..N is the
 * source of K items of its own. Or everybody's operands are combined (kinds
 * combining and summation).
 *
 * A list is emitted one message at a time through a callback, in the order in which it is written;
 * its source may make the messages as it goes on, so that nothing of their number need be kept. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"
#include "solver/base/limits.h"
#include "solver/model/logp_machine.h"

/* More processors are refused: memory for all of them, and time at every step. */
enum { MESSAGES_MOST_PROCESSORS = 1000000 };

struct message {
    int time; /* when it is sent; the sender's overhead begins */
    int from; /* 0 is the source, if there is only one */
    int to;
    int item; /* 1..K; with all as sources those of processor p are pK+1 .. pK+K. Operands: 1, what
                 the sender has combined with its own operand; 0: what it has of others only */
    int wait; /* before it is received: LogP and buffered model, else 0 */
};

enum message_model { MESSAGE_POSTAL, MESSAGE_LOGP, MESSAGE_BUFFERED, MESSAGE_PORTS };

struct message_machine {
    enum message_model model;
    int latency;
    int overhead; /* LogP, else 0 */
    int gap;      /* LogP, else 1 */
    int ports;    /* sends, and receptions, of a processor at a time: MESSAGE_PORTS, else 1 */
    enum logp_capacity capacity; /* LogP, else CAPACITY_FULL */
};

struct message_machine message_machine_postal(int latency);
struct message_machine message_machine_buffered(int latency);
/* For one port this is the postal model by its other name. */
struct message_machine message_machine_ports(int latency, int ports);

/* Cycles from the sending of a message until the receiver has its item. */
long message_machine_flight(const struct message_machine *machine, const struct message *message);

/* What is done with each message; anything but STATUS_OK ends the list. */
typedef enum status message_take(void *context, const struct message *message,
                                 struct failure *failure);

struct message_list {
    struct message_machine machine;
    bool operands; /* every processor has one operand, and all are combined everywhere: kind
                      combining, postal, with `all`, K = 1 */
    bool reduce;   /* operands are added up at one processor, the one that sends nothing; an operand
                      stands for all that its processor has of its own: kind summation */
    int processors; /* N */
    int items;      /* K, of each source */
    bool all;       /* every processor is a source, not only processor 0 */
    bool rotation; /* with `all`: each message that is emitted is sent by processor 0 and stands for
                      N+1, one from each processor, results/README.md */
    int period;    /* the source has item i from (i-1)*period on; 0: all of them at time 0 */
    bool single;   /* each source sends each item of its own once */
    long count;    /* of the messages that are emitted */
    int delay;     /* longest time from when the source has an item until all have it */
    int finish;    /* when the last processor has its last item */
    int buffer;    /* buffered model: most messages in one buffer at one time */

    /* Emits all messages, ordered by time, then by sender (then, with several ports, by receiver
     * and item). STATUS_LIMIT when stopped; `limits` may be NULL. */
    enum status (*each)(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure);
    const void *source; /* borrowed; lives longer than the list */
};

static inline enum status message_list_each(const struct message_list *list, message_take *take,
                                            void *context, const struct limits *limits,
                                            struct failure *failure) {
    return list->each(list->source, take, context, limits, failure);
}

/* A list of messages that is kept in memory: for constructions and searches whose messages come in
 * another order than they are sent. */

struct message_array {
    struct message *messages; /* owned */
    size_t count;
    bool lost; /* memory was refused; later additions do nothing */
};

void message_array_init(struct message_array *array);
void message_array_clear(struct message_array *array);

/* Clears one that was allocated, and frees it: what a schedule that owns one is released by. */
void message_array_free(void *array);

/* A refused allocation is reported by message_array_finish. */
void message_array_add(struct message_array *array, const struct message *message);

/* By time, then by sender, receiver and item. */
void message_array_sort(struct message_array *array);

/* What `each` of a list is whose source is the array. */
enum status message_array_each(const void *array, message_take *take, void *context,
                               const struct limits *limits, struct failure *failure);

/* Plays the messages, which are in order (message_play.h), and fills the rest of `list`, which has
 * its machine, processors, items and all, and borrows the array: count, delay, finish,
 * buffer and whether each source sends each item once come out of the messages. STATUS_INTERNAL
 * with the first fault in words, STATUS_MEMORY for refused memory. O(n). */
enum status message_array_list(const struct message_array *array, struct message_list *list,
                               struct failure *failure);

/* The same of messages in any order, which are put in order before. O(n log n). */
enum status message_array_finish(struct message_array *array, struct message_list *list,
                                 struct failure *failure);
