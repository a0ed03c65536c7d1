/* SPDX-License-Identifier: MIT */
#include "tools/perform/plan.h"

#include <stdlib.h>

#include "automata/memory.h"

void plan_init(struct plan *plan, const struct message_list *list,
               const struct plan_collective *collective, int processor) {
    int sources = list->all ? list->processors + 1 : 1;
    *plan = (struct plan){.list = *list,
                          .collective = *collective,
                          .processor = processor,
                          .total = sources * list->items};
}

void plan_clear(struct plan *plan) {
    free(plan->events);
    plan->events = NULL;
    plan->count = 0;
}

static struct chunk_ends ends_of(const struct plan *plan, int item) {
    const struct plan_collective *collective = &plan->collective;
    return collective_chunk((enum collective)collective->collective, plan->list.processors + 1,
                            collective->root, (item - 1) / collective->chunks);
}

bool plan_wants(const struct plan *plan, int item) {
    return !plan->collective.is_one || chunk_is_at(ends_of(plan, item).target, plan->processor);
}

bool plan_owns(const struct plan *plan, int item) {
    return plan->collective.is_one ? chunk_is_at(ends_of(plan, item).source, plan->processor)
                                   : (item - 1) / plan->list.items == plan->processor;
}

static void add(struct plan *plan, const struct plan_event *event) {
    plan->lost = plan->lost || !memory_make_room(&plan->events, plan->count, sizeof *plan->events);
    if (!plan->lost)
        plan->events[plan->count++] = *event;
}

static int received_at(const struct plan *plan, const struct message *message) {
    return (int)(message->time + message_machine_flight(&plan->list.machine, message));
}

/* Of the P messages that this one stands for: the one that the processor sends, and the one that it
 * receives. */
static void add_turned(struct plan *plan, const struct message *message) {
    long processors = plan->list.processors + 1L, items = plan->list.items, self = plan->processor;
    long from = (self - message->to + processors) % processors;
    struct plan_event send = {message->time, true, (int)((self + message->to) % processors),
                              (int)((message->item - 1 + self * items) % plan->total + 1)};
    struct plan_event reception = {received_at(plan, message), false, (int)from,
                                   (int)((message->item - 1 + from * items) % plan->total + 1)};
    if (plan->list.operands)
        send.item = reception.item = message->item;
    add(plan, &send);
    add(plan, &reception);
}

void plan_add(struct plan *plan, const struct message *message) {
    struct plan_event send = {message->time, true, message->to, message->item};
    struct plan_event reception = {received_at(plan, message), false, message->from, message->item};
    if (plan->list.rotation) {
        add_turned(plan, message);
        return;
    }
    if (message->from == plan->processor)
        add(plan, &send);
    if (message->to == plan->processor)
        add(plan, &reception);
}

static int by_time(const void *left, const void *right) {
    const struct plan_event *a = left, *b = right;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->send != b->send)
        return a->send ? 1 : -1;
    if (a->peer != b->peer)
        return a->peer < b->peer ? -1 : 1;
    return (a->item > b->item) - (a->item < b->item);
}

static enum status fault(const struct plan *plan, const struct plan_event *event, const char *what,
                         struct failure *failure) {
    return failure_input(
        failure, "no schedule: processor %d %s item %d at time %d %s (see steadycheck)",
        plan->processor, event->send ? "sends" : "receives", event->item, event->time, what);
}

/* From the time at which its source has it. */
static bool is_there(const struct plan *plan, const bool *has, const struct plan_event *event) {
    if (!plan_owns(plan, event->item))
        return has[event->item - 1];
    return event->time >= (event->item - 1L) * plan->list.period;
}

static enum status follow(const struct plan *plan, bool *has, struct failure *failure) {
    if (plan->list.operands ||
        plan->collective.is_one) /* the result will show who lacks something */
        return STATUS_OK;
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_event *event = &plan->events[i];
        if (event->send && !is_there(plan, has, event))
            return fault(plan, event, "before it has it", failure);
        if (!event->send && (plan_owns(plan, event->item) || has[event->item - 1]))
            return fault(plan, event, "that it has", failure);
        if (!event->send)
            has[event->item - 1] = true;
    }
    for (int item = 1; item <= plan->total; item++)
        if (!has[item - 1] && !plan_owns(plan, item))
            return failure_input(
                failure, "no schedule: processor %d never receives item %d (see steadycheck)",
                plan->processor, item);
    return STATUS_OK;
}

enum status plan_finish(struct plan *plan, struct failure *failure) {
    FREED bool *has = plan->lost ? NULL : memory_new((size_t)plan->total, sizeof *has);
    TRY(memory_check(has, failure, "what one processor does"));
    if (plan->count > 0)
        qsort(plan->events, plan->count, sizeof *plan->events, by_time);
    return follow(plan, has, failure);
}
