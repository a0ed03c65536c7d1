/* SPDX-License-Identifier: MIT */
#include "solver/model/message_list.h"

#include <stdint.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/model/message_play.h"

struct message_machine message_machine_postal(int latency) {
    return (struct message_machine){MESSAGE_POSTAL, latency, 0, 1, 1, CAPACITY_FULL};
}

struct message_machine message_machine_buffered(int latency) {
    return (struct message_machine){MESSAGE_BUFFERED, latency, 0, 1, 1, CAPACITY_FULL};
}

struct message_machine message_machine_ports(int latency, int ports) {
    return (struct message_machine){MESSAGE_PORTS, latency, 0, 1, ports, CAPACITY_FULL};
}

long message_machine_flight(const struct message_machine *machine, const struct message *message) {
    return 2L * machine->overhead + machine->latency + message->wait;
}

void message_array_init(struct message_array *array) {
    *array = (struct message_array){0};
}

void message_array_clear(struct message_array *array) {
    free(array->messages);
    message_array_init(array);
}

void message_array_free(void *array) {
    message_array_clear(array);
    free(array);
}

void message_array_add(struct message_array *array, const struct message *message) {
    array->lost = array->lost || !APPEND(array->messages, array->count, *message);
}

static uint64_t pair(int first, int second) {
    return (uint64_t)(unsigned)first << 32 | (unsigned)second;
}

/* Two comparisons, not four: rounds of 10^5 messages are sorted. Nothing is below 0. */
static int by_sending(const void *left, const void *right) {
    const struct message *a = left, *b = right;
    uint64_t first = pair(a->time, a->from), second = pair(b->time, b->from);
    if (first == second) {
        first = pair(a->to, a->item);
        second = pair(b->to, b->item);
    }
    return (first > second) - (first < second);
}

void message_array_sort(struct message_array *array) {
    if (array->count > 0)
        qsort(array->messages, array->count, sizeof *array->messages, by_sending);
}

enum status message_array_each(const void *source, message_take *take, void *context,
                               const struct limits *limits, struct failure *failure) {
    const struct message_array *array = source;
    for (size_t i = 0; i < array->count; i++) {
        if (i % 4096 == 0)
            TRY(limits_check(limits, failure));
        TRY(take(context, &array->messages[i], failure));
    }
    return STATUS_OK;
}

enum status message_array_list(const struct message_array *array, struct message_list *list,
                               struct failure *failure) {
    struct message_play play;
    struct message_fault fault;
    struct message_list made = *list;
    if (array->lost)
        return failure_memory(failure, "a list of messages");
    made.count = (long)array->count;
    made.each = message_array_each;
    made.source = array;
    TRY(message_play(&made, NULL, NULL, &play, &fault, failure));
    TRY(message_fault_status(&fault, failure));
    made.delay = play.delay;
    made.finish = play.finish;
    made.buffer = play.buffer;
    made.single = play.single;
    *list = made;
    return STATUS_OK;
}

enum status message_array_finish(struct message_array *array, struct message_list *list,
                                 struct failure *failure) {
    if (!array->lost)
        message_array_sort(array);
    return message_array_list(array, list, failure);
}
