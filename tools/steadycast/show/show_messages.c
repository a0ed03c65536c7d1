/* SPDX-License-Identifier: MIT */
/* Lists of messages. */
#include "solver/certificate/lists/messages_read.h"
#include "tools/steadycast/show/list_picture.h"
#include "tools/steadycast/show/show.h"

enum { LISTED = 200 };

static void print_head(FILE *file, const struct message_list *list) {
    char machine[LIST_MACHINE_ROOM];
    list_machine(list, machine);
    fprintf(file, "machine: %s, %d processors\n", machine, list->processors + 1);
    fprintf(file, "claim: the messages bring %d item%s from %s to all others, ", list->items,
            list->items == 1 ? "" : "s", list->all ? "each processor" : "processor 0");
    if (list->period)
        fprintf(file, "item i there from time (i-1)*%d on", list->period);
    else
        fprintf(file, "all there at time 0");
    fprintf(file, "%s;\nthe largest delay of an item is %d, the last one is received at %d\n",
            list->single ? ", each sent once by it" : "", list->delay, list->finish);
    if (list->machine.model == MESSAGE_BUFFERED)
        fprintf(file, "no more than %d message%s are in one buffer at a time\n", list->buffer,
                list->buffer == 1 ? "" : "s");
    if (list->rotation)
        fprintf(file, "each message below stands for one from every processor, turned around\n");
}

static void print_message(FILE *file, const struct message *message) {
    fprintf(file, "  time %d: item %d from %d to %d", message->time, message->item, message->from,
            message->to);
    if (message->wait)
        fprintf(file, ", waits %d", message->wait);
    fputc('\n', file);
}

enum status show_messages(FILE *file, struct certificate_input *input, struct failure *failure) {
    struct messages_read read;
    enum status status = messages_read_head(&read, input, failure);
    if (status)
        return status;
    print_head(file, &read.list);
    struct message message;
    long count = 0;
    bool more = true;
    while (!status && more) {
        status = messages_read_next(&read, input, &message, &more, failure);
        if (!status && more && ++count <= LISTED)
            print_message(file, &message);
    }
    if (!status && count > LISTED)
        fprintf(file, "  ... and %ld more %s\n", count - LISTED,
                read.list.rotation ? "lines" : "messages");
    messages_read_clear(&read);
    return status;
}
