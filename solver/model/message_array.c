#include "solver/model/message_array.h"

#include <stdint.h>
#include <stdlib.h>

#include "automata/memory.h"

void message_array_init(struct message_array *array) {
    *array = (struct message_array){0};
}

void message_array_clear(struct message_array *array) {
    free(array->messages);
    message_array_init(array);
}

void message_array_add(struct message_array *array, const struct message *message) {
    if (array->lost)
        return;
    if (array->count == array->room) {
        size_t room = array->room ? 2 * array->room : 64;
        struct message *larger = memory_resize(array->messages, room, sizeof *larger);
        array->lost = !larger;
        if (!larger)
            return;
        array->messages = larger;
        array->room = room;
    }
    array->messages[array->count++] = *message;
}

static int by_sending(const void *left, const void *right) {
    const struct message *a = left, *b = right;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return (a->item > b->item) - (a->item < b->item);
}

void message_array_sort(struct message_array *array) {
    if (array->count > 0)
        qsort(array->messages, array->count, sizeof *array->messages, by_sending);
}

/* When a message arrives, or is received, at whom. */
struct event {
    int to;
    int arrives;
    int received;
    uint32_t message;
};

static int by_reception(const void *left, const void *right) {
    const struct event *a = left, *b = right;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return (a->received > b->received) - (a->received < b->received);
}

static int by_arrival(const void *left, const void *right) {
    const struct event *a = left, *b = right;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return (a->arrives > b->arrives) - (a->arrives < b->arrives);
}

struct check {
    const struct message_array *array;
    const struct message_machine *machine;
    int processors, items;
    int *has; /* [processor * items + item - 1]: the time from which on; INT32_MAX: never */
    struct event *events;
    struct failure *failure;
};

static enum status fault(const struct check *check, const struct message *m, const char *what) {
    return failure_set(check->failure, STATUS_INTERNAL,
                       "the message at time %d from %d to %d, item %d: %s", m->time, m->from, m->to,
                       m->item, what);
}

static int *has(const struct check *check, int processor, int item) {
    return &check->has[(size_t)processor * (size_t)check->items + (size_t)item - 1];
}

static bool in_range(const struct check *check, const struct message *m) {
    return m->time >= 0 && m->from >= 0 && m->from <= check->processors && m->to >= 1 &&
           m->to <= check->processors && m->item >= 1 && m->item <= check->items && m->wait >= 0 &&
           (m->wait == 0 || check->machine->model == MESSAGE_BUFFERED);
}

static enum status note_receptions(struct check *check) {
    size_t cells = ((size_t)check->processors + 1) * (size_t)check->items;
    for (size_t i = 0; i < cells; i++)
        check->has[i] = i < (size_t)check->items ? 0 : INT32_MAX;
    for (size_t i = 0; i < check->array->count; i++) {
        const struct message *m = &check->array->messages[i];
        if (!in_range(check, m))
            return fault(check, m, "there is no such message");
        int received = (int)(m->time + message_machine_flight(check->machine, m));
        if (*has(check, m->to, m->item) != INT32_MAX)
            return fault(check, m, "the receiver gets the item twice");
        *has(check, m->to, m->item) = received;
        check->events[i] =
            (struct event){m->to, m->time + check->machine->latency, received, (uint32_t)i};
    }
    if (check->array->count != cells - (size_t)check->items)
        return failure_set(check->failure, STATUS_INTERNAL,
                           "%zu messages bring %d items to %d processors", check->array->count,
                           check->items, check->processors);
    return STATUS_OK;
}

static enum status check_senders(const struct check *check) {
    const struct message *messages = check->array->messages;
    size_t ports = (size_t)check->machine->ports;
    for (size_t i = 0; i < check->array->count; i++) {
        const struct message *m = &messages[i];
        if (*has(check, m->from, m->item) > m->time)
            return fault(check, m, "the sender does not have the item");
        if (i >= ports && messages[i - ports].time == m->time &&
            messages[i - ports].from == m->from)
            return fault(check, m, "too many messages from one processor at one time");
    }
    return STATUS_OK;
}

static enum status check_receivers(const struct check *check) {
    size_t ports = (size_t)check->machine->ports, count = check->array->count;
    qsort(check->events, count, sizeof *check->events, by_reception);
    for (size_t i = ports; i < count; i++) {
        const struct event *event = &check->events[i], *before = &check->events[i - ports];
        if (event->to == before->to && event->received == before->received)
            return fault(check, &check->array->messages[event->message],
                         "too many receptions at one time");
    }
    return STATUS_OK;
}

/* A message is in the buffer from its arrival to its reception, both included. The times of a
 * processor's receptions are different, so as many wait at an arrival as have arrived by then and
 * are not received before. */
static enum status find_buffer(const struct check *check, int *buffer) {
    size_t count = check->array->count, left = 0;
    struct event *arrivals = memory_new(count, sizeof *arrivals);
    if (!arrivals)
        return failure_memory(check->failure, "a list of messages");
    for (size_t i = 0; i < count; i++)
        arrivals[i] = check->events[i];
    qsort(arrivals, count, sizeof *arrivals, by_arrival);
    *buffer = 0;
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count && by_arrival(&arrivals[i], &arrivals[i + 1]) == 0)
            continue;
        while (check->events[left].to < arrivals[i].to ||
               (check->events[left].to == arrivals[i].to &&
                check->events[left].received < arrivals[i].arrives))
            left++;
        if ((int)(i + 1 - left) > *buffer)
            *buffer = (int)(i + 1 - left);
    }
    free(arrivals);
    return STATUS_OK;
}

static enum status check_all(struct check *check, struct message_list *list) {
    enum status status = note_receptions(check);
    if (!status)
        status = check_senders(check);
    if (!status)
        status = check_receivers(check);
    if (!status && check->machine->model == MESSAGE_BUFFERED)
        status = find_buffer(check, &list->buffer);
    return status;
}

static bool is_single(const struct check *check) {
    size_t from_source = 0;
    for (size_t i = 0; i < check->array->count; i++)
        from_source += check->array->messages[i].from == 0;
    return from_source == (size_t)check->items;
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct message_array *array = source;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < array->count && !status; i++) {
        if (i % 4096 == 0)
            status = limits_check(limits, failure);
        if (!status)
            status = take(context, &array->messages[i], failure);
    }
    return status;
}

enum status message_array_finish(struct message_array *array, const struct message_machine *machine,
                                 int processors, int items, struct message_list *list,
                                 struct failure *failure) {
    struct check check = {array, machine, processors, items, NULL, NULL, failure};
    if (array->lost)
        return failure_memory(failure, "a list of messages");
    check.has = memory_new((size_t)processors + 1, (size_t)items * sizeof *check.has);
    check.events = memory_new(array->count, sizeof *check.events);
    if (!check.has || !check.events) {
        free(check.has);
        free(check.events);
        return failure_memory(failure, "a list of messages");
    }
    struct message_list made = {.machine = *machine,
                                .processors = processors,
                                .items = items,
                                .count = (long)array->count,
                                .each = each,
                                .source = array};
    message_array_sort(array);
    enum status status = check_all(&check, &made);
    for (size_t i = 0; i < array->count && !status; i++)
        if (check.events[i].received > made.finish)
            made.finish = check.events[i].received;
    made.delay = made.finish;
    made.single = !status && is_single(&check);
    free(check.has);
    free(check.events);
    if (!status)
        *list = made;
    return status;
}
