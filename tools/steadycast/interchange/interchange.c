/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/interchange.h"

#include "solver/model/message_play.h"

const char *interchange_model_name(enum message_model model) {
    static const char *const names[] = {
        [MESSAGE_POSTAL] = "postal", [MESSAGE_LOGP] = "logp",   [MESSAGE_BUFFERED] = "buffered",
        [MESSAGE_PORTS] = "ports",   [MESSAGE_GRAPH] = "graph",
    };
    return names[model];
}

enum status interchange_expand(const struct messages_read *read, struct message_array *array,
                               struct failure *failure) {
    const struct message_list *list = &read->list;
    long processors = list->processors + 1L, items = processors * list->items;
    if ((double)list->count * (double)processors > INTERCHANGE_MOST_MESSAGES)
        return failure_set(failure, STATUS_LIMIT,
                           "%ld messages, each of which stands for %ld by rotation, are more than "
                           "%d",
                           list->count, processors, INTERCHANGE_MOST_MESSAGES);
    for (size_t i = 0; i < read->array.count; i++)
        for (long r = 0; r < processors; r++) {
            struct message m = read->array.messages[i];
            m.from = (int)r;
            m.to = (int)((m.to + r) % processors);
            if (!list->operands)
                m.item = (int)((m.item - 1 + r * list->items) % items) + 1;
            message_array_add(array, &m);
        }
    if (array->lost)
        return failure_memory(failure, "a list of messages");
    message_array_sort(array);
    return STATUS_OK;
}

enum status interchange_check(const struct interchange_list *source, struct failure *failure) {
    struct message_play play;
    struct message_fault fault;
    struct failure told;
    enum status status = message_play(&source->list, NULL, NULL, &play, &fault, failure);
    if (status || message_fault_status(&fault, &told) == STATUS_OK)
        return status;
    return failure_set(failure, STATUS_INPUT, "%s (see steadycheck)", told.message);
}
