/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/bundle.h"

#include <stdlib.h>

#include "automata/memory.h"

struct bundle {
    struct items_schedule base;
    int ports;
    int items;
};

struct telling {
    const struct bundle *bundle;
    message_take *take;
    void *context;
};

static enum status tell_bundle(void *context, const struct message *message,
                               struct failure *failure) {
    const struct telling *telling = context;
    int ports = telling->bundle->ports, first = (message->item - 1) * ports + 1;
    enum status status = STATUS_OK;
    for (int item = first; item < first + ports && item <= telling->bundle->items && !status;
         item++) {
        struct message one = *message;
        one.item = item;
        status = telling->take(telling->context, &one, failure);
    }
    return status;
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct bundle *bundle = source;
    struct telling telling = {bundle, take, context};
    return message_list_each(&bundle->base.list, tell_bundle, &telling, limits, failure);
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
    made.list.each = each;
    made.list.source = bundle;
    *schedule = made;
    return STATUS_OK;
}
