/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/messages_schedule.h"

#include <stdlib.h>

#include "automata/memory.h"

static void release(void *owned) {
    messages_clear(owned);
    free(owned);
}

enum status messages_schedule(struct messages *messages, struct items_schedule *schedule,
                              struct failure *failure) {
    struct messages *kept = memory_new(1, sizeof *kept);
    if (!kept) {
        messages_clear(messages);
        return failure_memory(failure, "a list of messages");
    }
    *kept = *messages;
    *messages = (struct messages){0};
    *schedule = (struct items_schedule){messages_list(kept), kept, release};
    return STATUS_OK;
}
