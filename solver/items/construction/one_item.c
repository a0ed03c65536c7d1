/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/one_item.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/construction/array_schedule.h"

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
        return failure_set(failure, STATUS_LIMIT, "more than %d processors",
                           MESSAGES_MOST_PROCESSORS);
    int *since = memory_new((size_t)processors + 1, sizeof *since);
    if (!since)
        return failure_memory(failure, "a broadcast tree");
    struct message_machine machine =
        ports == 1 ? message_machine_postal(latency) : message_machine_ports(latency, ports);
    struct message_array array;
    message_array_init(&array);
    serve(&array, latency, ports, processors, since);
    free(since);
    return array_schedule(&array, &machine, processors, 1, schedule, failure);
}
