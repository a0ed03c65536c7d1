#include "tools/steadycast/verbs/message_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* A message with its receiver left out: that is where it stands. */
struct reception_line {
    int sent;
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
        (struct reception_line){message->time, message->from, message->item};
    return STATUS_OK;
}

static void print_head(FILE *file, const struct messages *messages) {
    const struct message_machine *machine = &messages->machine;
    fprintf(file, "latency %d, ", machine->latency);
    if (machine->logp)
        fprintf(file, "overhead %d, gap %d, ", machine->overhead, machine->gap);
    fprintf(file, "%d processors (0 is the source), %d item%s", messages->processors + 1,
            messages->items, messages->items == 1 ? "" : "s");
    if (messages->items > 1 && messages->at_once)
        fprintf(file, ", all there at time 0");
    else if (messages->items > 1 && machine->step > 1)
        fprintf(file, ", one every %d cycles", machine->step);
    else if (messages->items > 1)
        fprintf(file, ", one a step");
    fprintf(file, "\ndelay %d, finish %d, %ld messages\n", messages->delay, messages->finish,
            messages->count);
}

static int width(long number, int name) {
    int digits = snprintf(NULL, 0, "%ld", number);
    return digits > name ? digits : name;
}

static void print_table(FILE *file, const struct messages *messages, const struct table *table) {
    long flight = message_machine_flight(&messages->machine);
    int item = width(messages->items, 4), time = width(messages->finish, 8);
    int from = width(messages->processors, 4), to = width(messages->processors, 9);
    print_head(file, messages);
    fprintf(file, "\n%*s  %*s  %*s  %*s  %*s\n", to, "processor", time, "received", item, "item",
            from, "from", time, "sent");
    for (int p = 0; p < messages->processors; p++)
        for (int k = 0; k < table->items; k++) {
            const struct reception_line *line =
                &table->lines[(size_t)p * (size_t)table->items + (size_t)k];
            fprintf(file, "%*d  %*ld  %*d  %*d  %*d\n", to, p + 1, time, line->sent + flight, item,
                    line->item, from, line->from, time, line->sent);
        }
}

enum status message_text_table(FILE *file, const struct messages *messages,
                               const struct limits *limits, struct failure *failure) {
    if (messages->count > MESSAGE_TEXT_MOST_ROWS)
        return failure_set(
            failure, STATUS_LIMIT,
            "a table of %ld rows is too large: at most %d (the other formats have no "
            "limit)",
            messages->count, MESSAGE_TEXT_MOST_ROWS);
    struct table table = {memory_new((size_t)messages->count, sizeof *table.lines),
                          memory_new((size_t)messages->processors, sizeof *table.filled),
                          messages->items};
    enum status status = STATUS_OK;
    if (!table.lines || !table.filled)
        status = failure_memory(failure, "a table of messages");
    if (!status)
        status = messages_each(messages, note_message, &table, limits, failure);
    if (!status)
        print_table(file, messages, &table);
    free(table.lines);
    free(table.filled);
    return status;
}

struct list {
    FILE *file;
    long flight;
};

static enum status print_message(void *context, const struct message *message,
                                 struct failure *failure) {
    const struct list *list = context;
    if (fprintf(list->file, "%d,%ld,%d,%d,%d\n", message->time, message->time + list->flight,
                message->item, message->from, message->to) < 0)
        return failure_set(failure, STATUS_SYSTEM, "the messages could not be written: %s",
                           strerror(errno));
    return STATUS_OK;
}

enum status message_text_csv(FILE *file, const struct messages *messages,
                             const struct limits *limits, struct failure *failure) {
    struct list list = {file, message_machine_flight(&messages->machine)};
    fprintf(file, "sent,received,item,from,to\n");
    return messages_each(messages, print_message, &list, limits, failure);
}
