/* SPDX-License-Identifier: MIT */
#include "solver/certificate/schedule_lines.h"
#include "solver/certificate/write.h"

static void print_endgame(struct certificate_output *output, const struct message_array *array) {
    int time = -1;
    for (size_t i = 0; i < array->count; i++) {
        const struct message *m = &array->messages[i];
        if (m->time != time)
            certificate_print(output, "step %d\n", m->time);
        time = m->time;
        certificate_print(output, "send %d %d %d\n", m->from, m->to, m->item);
    }
}

static enum status put_items_family(const void *body, struct certificate_output *output,
                                    const struct limits *limits, struct failure *failure) {
    const struct items_family *family = body;
    (void)limits;
    certificate_print(output, "latency %d\ndepth %d\nprocessors %d\nendgame %d\n",
                      family->words.latency, family->words.depth, family->processors,
                      family->endgame);
    certificate_print(output, "start %d\nstream %d\nfinish %d\nsends %s\n", family->start,
                      family->stream, family->finish, family->single ? "single" : "any");
    enum status status = schedule_lines_print(output, &family->words, failure);
    if (!status)
        print_endgame(output, &family->messages);
    return status;
}

struct evidence evidence_of_items_family(const struct items_family *family) {
    return evidence_borrowed("items-family", put_items_family, family);
}
