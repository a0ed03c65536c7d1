/* SPDX-License-Identifier: MIT */
#include "solver/question/stream_messages.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/logp/logp_messages.h"

enum { MOST_ITEMS = 1000000000 };

static void release(void *owned) {
    message_array_clear(owned);
    free(owned);
}

enum status stream_messages(const struct logp_schedule *stream, int items, bool at_once,
                            struct items_schedule *schedule, struct failure *failure) {
    struct message_list list;
    if (items < 1 || items > MOST_ITEMS)
        return failure_set(failure, STATUS_INPUT, "items %d is not in 1..%d", items, MOST_ITEMS);
    struct message_array *array = memory_new(1, sizeof *array);
    if (!array)
        return failure_memory(failure, "a list of messages");
    enum status status = logp_messages(array, &list, stream, items, at_once, failure);
    if (status)
        free(array);
    else
        *schedule = (struct items_schedule){list, array, release};
    return status;
}
