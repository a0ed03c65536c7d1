/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/simple_items.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/construction/kept_messages.h"

/* Processors are served in the order of their numbers; since[p]: the time from which on p has the
 * item, which does not descend. */
static void serve(struct message_array *array, int latency, int ports, int processors, int *since) {
    int served = 0;
    since[0] = 0;
    for (int time = 0; served < processors; time++)
        for (int from = 0; from <= served && since[from] <= time && served < processors; from++)
            for (int port = 0; port < ports && served < processors; port++) {
                since[++served] = time + latency;
                message_array_add(array, &(struct message){time, from, served, 1, 0});
            }
}

enum status one_item(int latency, int ports, int processors, struct items_schedule *schedule,
                     struct failure *failure) {
    if (processors > MESSAGES_MOST_PROCESSORS)
        return failure_limit(failure, "more than %d processors", MESSAGES_MOST_PROCESSORS);
    FREED int *since = memory_new((size_t)processors + 1, sizeof *since);
    TRY(memory_check(since, failure, "a broadcast tree"));
    struct message_machine machine =
        ports == 1 ? message_machine_postal(latency) : message_machine_ports(latency, ports);
    struct message_array array;
    message_array_init(&array);
    serve(&array, latency, ports, processors, since);
    return array_schedule(&array, &machine, processors, 1, schedule, failure);
}

enum { LIMITS_STEPS = 4096 }; /* messages between two looks at the limits */

struct star {
    int ports, processors, items;
};

/* One processor after the other is sent all items. Those of a step are in the order of receivers
 * and items, and they are p in all, so nobody receives more than that. */
static enum status each_of_star(const void *source, message_take *take, void *context,
                                const struct limits *limits, struct failure *failure) {
    const struct star *star = source;
    long sent = 0;
    for (int to = 1; to <= star->processors; to++)
        for (int item = 1; item <= star->items; item++, sent++) {
            struct message message = {(int)(sent / star->ports), 0, to, item, 0};
            if (sent % LIMITS_STEPS == 0)
                TRY(limits_check(limits, failure));
            TRY(take(context, &message, failure));
        }
    return STATUS_OK;
}

static enum status check(int latency, int ports, int processors, int items,
                         struct failure *failure) {
    if (latency < 1 || ports < 1 || processors < 1 || items < 1)
        return failure_input(failure, "latency, ports, processors and items must be at least 1");
    if (processors > MESSAGES_MOST_PROCESSORS)
        return failure_limit(failure, "more than %d processors", MESSAGES_MOST_PROCESSORS);
    if (latency + ((long)processors * items - 1) / ports > INT_MAX)
        return failure_limit(failure, "times beyond %d are not written", INT_MAX);
    return STATUS_OK;
}

enum status star(int latency, int ports, int processors, int items, struct items_schedule *schedule,
                 struct failure *failure) {
    TRY(check(latency, ports, processors, items, failure));
    struct star *made = memory_new(1, sizeof *made);
    TRY(memory_check(made, failure, "a list of messages"));
    *made = (struct star){ports, processors, items};
    long count = (long)processors * items;
    int finish = (int)(latency + (count - 1) / ports);
    *schedule =
        (struct items_schedule){{.machine = ports == 1 ? message_machine_postal(latency)
                                                       : message_machine_ports(latency, ports),
                                 .processors = processors,
                                 .items = items,
                                 .single = processors == 1,
                                 .count = count,
                                 .delay = finish,
                                 .finish = finish,
                                 .each = each_of_star,
                                 .source = made},
                                made,
                                free};
    return STATUS_OK;
}

struct bundle {
    struct items_schedule base;
    int ports, items;
};

struct splitting {
    const struct bundle *bundle;
    message_take *take;
    void *context;
};

static enum status emit_bundle(void *context, const struct message *message,
                               struct failure *failure) {
    const struct splitting *splitting = context;
    int ports = splitting->bundle->ports, first = (message->item - 1) * ports + 1;
    for (int item = first; item < first + ports && item <= splitting->bundle->items; item++) {
        struct message one = *message;
        one.item = item;
        TRY(splitting->take(splitting->context, &one, failure));
    }
    return STATUS_OK;
}

static enum status each_of_bundle(const void *source, message_take *take, void *context,
                                  const struct limits *limits, struct failure *failure) {
    const struct bundle *bundle = source;
    struct splitting splitting = {bundle, take, context};
    return message_list_each(&bundle->base.list, emit_bundle, &splitting, limits, failure);
}

static void release(void *owned) {
    struct bundle *bundle = owned;
    items_schedule_clear(&bundle->base);
    free(bundle);
}

enum status bundle_schedule(struct items_schedule *base, int ports, int items,
                            struct items_schedule *schedule, struct failure *failure) {
    struct bundle *bundle = memory_new(1, sizeof *bundle);
    if (!bundle) {
        items_schedule_clear(base);
        return failure_memory(failure, "a list of messages");
    }
    *bundle = (struct bundle){*base, ports, items};
    *base = (struct items_schedule){0};
    struct items_schedule made = {bundle->base.list, bundle, release};
    made.list.machine = message_machine_ports(made.list.machine.latency, ports);
    made.list.items = items;
    made.list.count = (long)made.list.processors * items;
    made.list.each = each_of_bundle;
    made.list.source = bundle;
    *schedule = made;
    return STATUS_OK;
}
