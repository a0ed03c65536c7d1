/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/message_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* A message with its receiver left out: that is where it stands. */
struct reception_line {
    int sent;
    int wait;
    int from;
    int item;
};

struct table {
    struct reception_line *lines; /* [(processor - 1) * items + k], k = 0, 1, .. as time goes on */
    int *filled;                  /* [processor - 1] */
    int items;
};

static enum status note_message(void *context, const struct message *message,
                                struct failure *failure) {
    struct table *table = context;
    size_t row = (size_t)message->to - 1;
    if (table->filled[row] == table->items)
        return failure_set(failure, STATUS_INTERNAL, "processor %d receives an item twice",
                           message->to);
    table->lines[row * (size_t)table->items + (size_t)table->filled[row]++] =
        (struct reception_line){message->time, message->wait, message->from, message->item};
    return STATUS_OK;
}

static void print_head(FILE *file, const struct message_list *list) {
    const struct message_machine *machine = &list->machine;
    fprintf(file, "latency %d, ", machine->latency);
    if (machine->model == MESSAGE_LOGP)
        fprintf(file, "overhead %d, gap %d, ", machine->overhead, machine->gap);
    if (machine->model == MESSAGE_PORTS)
        fprintf(file, "%d ports, ", machine->ports);
    fprintf(file, "%d processors (0 is the source), %d item%s", list->processors + 1, list->items,
            list->items == 1 ? "" : "s");
    if (list->items > 1 && list->period == 0)
        fprintf(file, ", all there at time 0");
    else if (list->items > 1 && list->period > 1)
        fprintf(file, ", one every %d cycles", list->period);
    else if (list->items > 1)
        fprintf(file, ", one a step");
    fprintf(file, "\ndelay %d, finish %d, %ld messages\n", list->delay, list->finish, list->count);
}

static int width(long number, int name) {
    int digits = snprintf(NULL, 0, "%ld", number);
    return digits > name ? digits : name;
}

static long received_at(const struct message_list *list, const struct reception_line *line) {
    return line->sent +
           message_machine_flight(&list->machine, &(struct message){.wait = line->wait});
}

static void print_table(FILE *file, const struct message_list *list, const struct table *table) {
    int item = width(list->items, 4), time = width(list->finish, 8);
    int from = width(list->processors, 4), to = width(list->processors, 9);
    print_head(file, list);
    fprintf(file, "\n%*s  %*s  %*s  %*s  %*s\n", to, "processor", time, "received", item, "item",
            from, "from", time, "sent");
    for (int p = 0; p < list->processors; p++)
        for (int k = 0; k < table->items; k++) {
            const struct reception_line *line =
                &table->lines[(size_t)p * (size_t)table->items + (size_t)k];
            fprintf(file, "%*d  %*ld  %*d  %*d  %*d\n", to, p + 1, time, received_at(list, line),
                    item, line->item, from, line->from, time, line->sent);
        }
}

enum status message_text_table(FILE *file, const struct message_list *list,
                               const struct limits *limits, struct failure *failure) {
    if (list->count > MESSAGE_TEXT_MOST_ROWS)
        return failure_set(
            failure, STATUS_LIMIT,
            "a table of %ld rows is too large: at most %d (the other formats have no limit)",
            list->count, MESSAGE_TEXT_MOST_ROWS);
    struct table table = {memory_new((size_t)list->count, sizeof *table.lines),
                          memory_new((size_t)list->processors, sizeof *table.filled), list->items};
    enum status status = STATUS_OK;
    if (!table.lines || !table.filled)
        status = failure_memory(failure, "a table of messages");
    if (!status)
        status = message_list_each(list, note_message, &table, limits, failure);
    if (!status)
        print_table(file, list, &table);
    free(table.lines);
    free(table.filled);
    return status;
}

struct csv {
    FILE *file;
    const struct message_list *list;
};

static enum status print_message(void *context, const struct message *message,
                                 struct failure *failure) {
    const struct csv *csv = context;
    if (fprintf(csv->file, "%d,%ld,%d,%d,%d\n", message->time,
                message->time + message_machine_flight(&csv->list->machine, message), message->item,
                message->from, message->to) < 0)
        return failure_set(failure, status_of_errno(errno), "the messages could not be written: %s",
                           strerror(errno));
    return STATUS_OK;
}

enum status message_text_csv(FILE *file, const struct message_list *list,
                             const struct limits *limits, struct failure *failure) {
    struct csv csv = {file, list};
    fprintf(file, "sent,received,item,from,to\n");
    return message_list_each(list, print_message, &csv, limits, failure);
}
