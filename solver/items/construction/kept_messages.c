/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/kept_messages.h"

#include <stdlib.h>

#include "automata/memory.h"

enum status array_schedule(struct message_array *array, const struct message_machine *machine,
                           int processors, int items, struct items_schedule *schedule,
                           struct failure *failure) {
    CLEANUP(items_schedule_clear) struct items_schedule made = items_schedule_of_array();
    if (!made.owned) {
        message_array_clear(array);
        return failure_memory(failure, "a list of messages");
    }
    *(struct message_array *)made.owned = *array;
    message_array_init(array);
    made.list =
        (struct message_list){.machine = *machine, .processors = processors, .items = items};
    TRY(message_array_finish(made.owned, &made.list, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

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
    *kept = TAKE(*messages);
    *schedule = (struct items_schedule){messages_list(kept), kept, release};
    return STATUS_OK;
}
