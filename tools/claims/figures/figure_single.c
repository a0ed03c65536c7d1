/* SPDX-License-Identifier: MIT */
/* Figure 1: the broadcast tree of one item on a LogP machine, and what each processor does. */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/claims/figures/activity_chart.h"
#include "tools/claims/figures/figure_messages.h"
#include "tools/claims/figures/figures.h"
#include "tools/claims/figures/label_tree.h"

static enum status add_message(struct activity_chart *chart, const struct message_machine *machine,
                               const struct message *message, struct failure *failure) {
    int sent = message->time + machine->overhead;
    int received = sent + machine->latency + message->wait;
    struct activity_interval sends = {message->from, message->time, sent, ACTIVITY_SEND};
    struct activity_interval receives = {message->to, received, received + machine->overhead,
                                         ACTIVITY_RECEIVE};
    struct activity_line line = {message->from, sent, message->to, received};
    enum status status = activity_chart_add(chart, sends, failure);
    if (!status)
        status = activity_chart_add(chart, receives, failure);
    return status ? status : activity_chart_join(chart, line, failure);
}

static enum status draw(FILE *file, const struct messages_read *read, struct label_node *nodes,
                        struct failure *failure) {
    const struct message_list *list = &read->list;
    struct activity_chart chart = {.rows = list->processors + 1, .cycles = list->finish};
    enum status status = STATUS_OK;
    nodes[0] = (struct label_node){-1, 0, 0};
    for (size_t i = 0; i < read->array.count && !status; i++) {
        const struct message *message = &read->array.messages[i];
        nodes[message->to] = (struct label_node){
            message->from, (int)(message->time + message_machine_flight(&list->machine, message)),
            message->time};
        status = add_message(&chart, &list->machine, message, failure);
    }
    fprintf(file, "<p>%d processors, L = %d, o = %d, g = %d: %d cycles.</p>\n", chart.rows,
            list->machine.latency, list->machine.overhead, list->machine.gap, list->finish);
    if (!status)
        status = label_tree_draw(file, nodes, chart.rows, failure);
    if (!status)
        status = activity_chart_draw(file, &chart, failure);
    activity_chart_clear(&chart);
    return status;
}

enum status draw_single(FILE *file, const char *folder, struct failure *failure) {
    struct messages_read read;
    enum status status = figure_messages(&read, folder, "figure-1.cert", failure);
    if (status)
        return status;
    struct label_node *nodes = memory_new((size_t)read.list.processors + 1, sizeof *nodes);
    status = nodes ? draw(file, &read, nodes, failure) : failure_memory(failure, "a picture");
    free(nodes);
    messages_read_clear(&read);
    return status;
}
