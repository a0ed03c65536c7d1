/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/star.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"

enum { LIMITS_STEPS = 4096 }; /* messages between two looks at the limits */

struct star {
    int ports;
    int processors;
    int items;
};

/* One processor after the other is sent all items. Those of a step are in the order of receivers
 * and items, and they are p in all, so nobody receives more than that. */
static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct star *star = source;
    long sent = 0;
    enum status status = STATUS_OK;
    for (int to = 1; to <= star->processors && !status; to++)
        for (int item = 1; item <= star->items && !status; item++, sent++) {
            struct message message = {(int)(sent / star->ports), 0, to, item, 0};
            if (sent % LIMITS_STEPS == 0)
                status = limits_check(limits, failure);
            if (!status)
                status = take(context, &message, failure);
        }
    return status;
}

static enum status check(int latency, int ports, int processors, int items,
                         struct failure *failure) {
    if (latency < 1 || ports < 1 || processors < 1 || items < 1)
        return failure_set(failure, STATUS_INPUT,
                           "latency, ports, processors and items must be at least 1");
    if (processors > MESSAGES_MOST_PROCESSORS)
        return failure_set(failure, STATUS_LIMIT, "more than %d processors",
                           MESSAGES_MOST_PROCESSORS);
    if (latency + ((long)processors * items - 1) / ports > INT_MAX)
        return failure_set(failure, STATUS_LIMIT, "times beyond %d are not written", INT_MAX);
    return STATUS_OK;
}

enum status star(int latency, int ports, int processors, int items, struct items_schedule *schedule,
                 struct failure *failure) {
    enum status status = check(latency, ports, processors, items, failure);
    if (status)
        return status;
    struct star *made = memory_new(1, sizeof *made);
    if (!made)
        return failure_memory(failure, "a list of messages");
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
                                 .each = each,
                                 .source = made},
                                made,
                                free};
    return STATUS_OK;
}
