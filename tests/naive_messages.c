/* SPDX-License-Identifier: MIT */
#include "tests/naive_messages.h"

#include <limits.h>
#include <stdlib.h>

struct naive {
    const struct message_list *list;
    const struct message *messages;
    long count;
};

static enum status hear(void *context, const struct message *message, struct failure *failure) {
    struct message **next = context;
    (void)failure;
    *(*next)++ = *message;
    return STATUS_OK;
}

struct message *naive_messages_hear(const struct message_list *list) {
    struct message *messages = malloc(((size_t)list->count + 1) * sizeof *messages);
    struct message *next = messages;
    if (!messages || message_list_each(list, hear, &next, NULL, NULL) ||
        next - messages != list->count)
        abort();
    return messages;
}

static int item_count(const struct message_list *list) {
    return list->all ? (list->processors + 1) * list->items : list->items;
}

static bool is_source(const struct message_list *list, int p, int item) {
    return list->all ? (item - 1) / list->items == p : p == 0;
}

static int received(const struct naive *n, const struct message *m) {
    const struct message_machine *machine = &n->list->machine;
    return m->time + 2 * machine->overhead + machine->latency + m->wait;
}

/* When processor p has the item; INT_MAX: never. */
static int time_of(const struct naive *n, int p, int item) {
    if (is_source(n->list, p, item))
        return n->list->all ? 0 : (item - 1) * n->list->period;
    for (long i = 0; i < n->count; i++)
        if (n->messages[i].to == p && n->messages[i].item == item)
            return received(n, &n->messages[i]);
    return INT_MAX;
}

static bool order_is_right(const struct naive *n, const struct message *a,
                           const struct message *b) {
    if (a->time != b->time)
        return a->time < b->time;
    if (a->from != b->from || n->list->machine.ports == 1)
        return a->from < b->from;
    return a->to < b->to || (a->to == b->to && a->item < b->item);
}

static const char *message_fault(const struct naive *n, long i) {
    const struct message_list *list = n->list;
    const struct message *m = &n->messages[i];
    enum message_model model = list->machine.model;
    if (i && !order_is_right(n, m - 1, m))
        return "not in the order of time and sender";
    if (m->time < 0 || m->wait < 0 || m->item < 1 || m->item > item_count(list) || m->from < 0 ||
        m->from > list->processors || m->to < 0 || m->to > list->processors || m->from == m->to ||
        (m->wait && model != MESSAGE_LOGP && model != MESSAGE_BUFFERED))
        return "a number is out of range";
    if (time_of(n, m->from, m->item) > m->time)
        return "a sender does not have the item";
    if (is_source(list, m->to, m->item))
        return "a source receives its item";
    for (long j = 0; j < i; j++)
        if (n->messages[j].to == m->to && n->messages[j].item == m->item)
            return "an item is received twice";
    return NULL;
}

/* When the message begins to be received. */
static int arrival(const struct naive *n, const struct message *m) {
    return received(n, m) - n->list->machine.overhead;
}

static bool is_near(int a, int b, int apart) {
    return abs(a - b) < apart;
}

/* What two messages do to one processor. */
static const char *pair_fault(const struct naive *n, const struct message *a,
                              const struct message *b) {
    const struct message_machine *machine = &n->list->machine;
    int o = machine->overhead, a_arrives = arrival(n, a), b_arrives = arrival(n, b);
    if (machine->ports == 1 && a->from == b->from && is_near(a->time, b->time, machine->gap))
        return "sends follow too closely";
    if (machine->ports == 1 && a->to == b->to && is_near(a_arrives, b_arrives, machine->gap))
        return "receptions follow too closely";
    if ((a->from == b->from && is_near(a->time, b->time, o)) ||
        (a->to == b->to && is_near(a_arrives, b_arrives, o)) ||
        (a->from == b->to && is_near(a->time, b_arrives, o)) ||
        (a->to == b->from && is_near(a_arrives, b->time, o)))
        return "a processor is busy with two things";
    return NULL;
}

/* Messages of the same end as `m` that are under way when it leaves, with itself; that share its
 * time at several ports; or that are in the buffer of its receiver when it arrives. */
static const char *crowd_fault(const struct naive *n, const struct message *m, int *buffer) {
    const struct message_machine *machine = &n->list->machine;
    int leaves = m->time + machine->overhead, from = 0, to = 0, at_once[2] = {0, 0}, there = 0;
    int most = (machine->latency + machine->gap - 1) / machine->gap;
    for (long i = 0; i < n->count; i++) {
        const struct message *other = &n->messages[i];
        int end = arrival(n, other) - (machine->capacity == CAPACITY_FULL ? 0 : other->wait);
        bool under_way = other->time + machine->overhead <= leaves && end > leaves;
        from += under_way && other->from == m->from;
        to += under_way && other->to == m->to;
        at_once[0] += other->time == m->time && other->from == m->from;
        at_once[1] += received(n, other) == received(n, m) && other->to == m->to;
        there += other->to == m->to && other->time <= m->time &&
                 received(n, other) >= m->time + machine->latency;
    }
    *buffer = there > *buffer ? there : *buffer;
    to = machine->capacity == CAPACITY_NONE ? 0 : to;
    if (machine->model == MESSAGE_LOGP && (from > most || to > most))
        return "too many messages are under way";
    if (at_once[0] > machine->ports || at_once[1] > machine->ports)
        return "more messages than ports";
    return NULL;
}

static const char *all_faults(const struct naive *n, int *buffer) {
    const char *fault = NULL;
    for (long i = 0; i < n->count && !fault; i++) {
        fault = message_fault(n, i);
        for (long j = 0; j < i && !fault; j++)
            fault = pair_fault(n, &n->messages[j], &n->messages[i]);
        if (!fault)
            fault = crowd_fault(n, &n->messages[i], buffer);
    }
    return fault;
}

static bool sources_send_once(const struct naive *n) {
    for (long i = 0; i < n->count; i++)
        for (long j = 0; j < i; j++)
            if (n->messages[i].item == n->messages[j].item &&
                is_source(n->list, n->messages[i].from, n->messages[i].item) &&
                is_source(n->list, n->messages[j].from, n->messages[j].item))
                return false;
    return true;
}

static const char *end_fault(const struct naive *n, int buffer) {
    const struct message_list *list = n->list;
    int delay = 0, finish = 0;
    for (int item = 1; item <= item_count(list); item++)
        for (int p = 0; p <= list->processors; p++) {
            if (is_source(list, p, item))
                continue;
            int time = time_of(n, p, item);
            int late = list->all ? time : time - (item - 1) * list->period;
            if (time == INT_MAX)
                return "an item is not received";
            delay = late > delay ? late : delay;
            finish = time > finish ? time : finish;
        }
    if (delay != list->delay || finish != list->finish ||
        (list->machine.model == MESSAGE_BUFFERED && buffer != list->buffer))
        return "another delay, finish or buffer than it says";
    return list->single && !sources_send_once(n) ? "a source sends an item twice" : NULL;
}

const char *naive_messages_fault(const struct message_list *list) {
    struct message *messages = naive_messages_hear(list);
    struct naive naive = {list, messages, list->count};
    int buffer = 0;
    const char *fault = all_faults(&naive, &buffer);
    if (!fault)
        fault = end_fault(&naive, buffer);
    free(messages);
    return fault;
}
