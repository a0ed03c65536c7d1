/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/interchange.h"

enum status interchange_csv(FILE *file, const struct interchange_list *source,
                            const struct interchange_options *options, struct failure *failure) {
    enum message_model model = source->list.machine.model;
    bool waits = model == MESSAGE_LOGP || model == MESSAGE_BUFFERED;
    (void)options;
    (void)failure;
    fprintf(file, "time,from,to,%s%s\n", source->list.operands ? "own" : "item",
            waits ? ",wait" : "");
    for (size_t i = 0; i < source->count && !ferror(file); i++) {
        const struct message *m = &source->messages[i];
        fprintf(file, "%d,%d,%d,%d", m->time, m->from, m->to, m->item);
        if (waits)
            fprintf(file, ",%d", m->wait);
        putc('\n', file);
    }
    return STATUS_OK;
}
