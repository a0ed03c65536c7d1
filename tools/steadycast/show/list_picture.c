/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/show/list_picture.h"

#include <stdarg.h>
#include <string.h>

/* --- which messages --- */

/* The message that stands for one by rotation, sent by processor `from`. */
static struct message turned(const struct message_list *list, const struct message *message,
                             long from) {
    long processors = list->processors + 1L;
    struct message other = *message;
    other.from = (int)from;
    other.to = (int)((message->to + from) % processors);
    if (!list->operands)
        other.item =
            (int)((message->item - 1 + from * list->items) % (processors * list->items) + 1);
    return other;
}

enum status list_messages(const struct messages_read *read, bool sent, long first, long last,
                          list_take *take, void *context, struct failure *failure) {
    long processors = read->list.processors + 1L;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < read->array.count && !status; i++) {
        const struct message *message = &read->array.messages[i];
        long end = sent ? message->from : message->to;
        if (!read->list.rotation && end >= first && end <= last)
            status = take(context, message, failure);
        for (long at = first; read->list.rotation && at <= last && !status; at++) {
            struct message other =
                turned(&read->list, message, sent ? at : (at - end + processors) % processors);
            status = take(context, &other, failure);
        }
    }
    return status;
}

long list_items(const struct message_list *list) {
    return list->all ? (list->processors + 1L) * list->items : list->items;
}

/* --- notes about them --- */

void list_machine(const struct message_list *list, char text[LIST_MACHINE_ROOM]) {
    const struct message_machine *machine = &list->machine;
    switch (machine->model) {
    case MESSAGE_GRAPH:
        snprintf(text, LIST_MACHINE_ROOM, "a graph with %d edge%s, %s duplex", list->graph->count,
                 list->graph->count == 1 ? "" : "s", list->graph->half ? "half" : "full");
        return;
    case MESSAGE_LOGP:
        snprintf(text, LIST_MACHINE_ROOM, "LogP, L = %d, o = %d, g = %d", machine->latency,
                 machine->overhead, machine->gap);
        return;
    case MESSAGE_PORTS:
        snprintf(text, LIST_MACHINE_ROOM, "postal, L = %d, %d port%s", machine->latency,
                 machine->ports, machine->ports == 1 ? "" : "s");
        return;
    default:
        snprintf(text, LIST_MACHINE_ROOM, "postal, L = %d%s", machine->latency,
                 machine->model == MESSAGE_BUFFERED ? ", with buffers" : "");
    }
}

static void add_text(struct picture *picture, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_text(struct picture *picture, const char *format, ...) {
    size_t length = strlen(picture->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(picture->text + length, sizeof picture->text - length, format, arguments);
    va_end(arguments);
}

void list_note_cut(struct picture *picture, const char *things, long least, long all, long first,
                   long shown) {
    if (shown >= all)
        return;
    if (first == least)
        add_text(picture, " Shown are the first %ld of %ld %s.", shown, all, things);
    else
        add_text(picture, " Shown are %ld to %ld of %ld %s.", first, first + shown - 1, all,
                 things);
}

static void note_list(struct picture *picture, const struct message_list *list) {
    char machine[LIST_MACHINE_ROOM];
    long processors = list->processors + 1L;
    list_machine(list, machine);
    if (list->reduce)
        snprintf(picture->title, sizeof picture->title,
                 "Operands added up at one of %ld processors", processors);
    else if (list->operands)
        snprintf(picture->title, sizeof picture->title,
                 "The operands of %ld processors combined for everybody", processors);
    else if (list->all)
        snprintf(picture->title, sizeof picture->title,
                 "From each of %ld processors %d item%s to all", processors, list->items,
                 list->items == 1 ? "" : "s");
    else
        snprintf(picture->title, sizeof picture->title,
                 "Broadcast of %d item%s from processor 0 to %d others", list->items,
                 list->items == 1 ? "" : "s", list->processors);
    add_text(picture, "Machine: %s. The last message is received at time %d.", machine,
             list->finish);
}

static const char *drawing_text(enum list_drawing drawing) {
    if (drawing == LIST_TABLE)
        return " A row for each processor, a column for each time step, in it the items that it "
               "receives then.";
    return drawing == LIST_CHART
               ? " A row for each processor, time to the right; a reception ends when the message "
                 "is there."
               : "";
}

struct list_view list_view_for(enum list_drawing drawing) {
    return (struct list_view){drawing,
                              LIST_OWN,
                              LIST_ROWS,
                              LIST_OWN,
                              drawing == LIST_TABLE ? LIST_TABLE_TIMES : LIST_CHART_TIMES,
                              1};
}

struct list_view list_view_of(const struct message_list *list) {
    enum list_drawing drawing = LIST_TABLE;
    if (list->machine.model == MESSAGE_GRAPH)
        drawing = LIST_NETWORK;
    else if (list->machine.model == MESSAGE_LOGP || list->operands)
        drawing = LIST_CHART;
    return list_view_for(drawing);
}

enum status list_picture(struct picture *picture, const struct messages_read *read,
                         const struct list_view *view, struct failure *failure) {
    if (view->first_row > read->list.processors)
        return failure_set(failure, STATUS_INPUT, "--processors: there are processors 0 to %d only",
                           read->list.processors);
    if (!*picture->title) {
        note_list(picture, &read->list);
        add_text(picture, "%s", drawing_text(view->drawing));
    }
    if (view->drawing == LIST_TABLE)
        return list_table(picture, read, view, failure);
    return view->drawing == LIST_CHART ? list_chart(picture, read, view, failure)
                                       : list_network(picture, read, view, failure);
}
