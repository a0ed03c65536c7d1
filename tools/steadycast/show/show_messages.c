/* SPDX-License-Identifier: MIT */
/* Lists of messages, and the bound for one item on a LogP machine. */
#include <string.h>

#include "solver/certificate/lists/messages_read.h"
#include "tools/steadycast/show/show_proof.h"

enum { LISTED = 200, MOST = 2147483647 };

static void print_machine(FILE *file, const struct message_list *list) {
    const struct message_machine *machine = &list->machine;
    if (machine->model == MESSAGE_GRAPH)
        fprintf(file, "machine: a graph with %d edge%s, %s duplex", list->graph->count,
                list->graph->count == 1 ? "" : "s", list->graph->half ? "half" : "full");
    else if (machine->model == MESSAGE_LOGP)
        fprintf(file, "machine: LogP, latency %d, overhead %d, gap %d", machine->latency,
                machine->overhead, machine->gap);
    else
        fprintf(file, "machine: postal, latency %d", machine->latency);
    if (machine->model == MESSAGE_PORTS)
        fprintf(file, ", %d port%s", machine->ports, machine->ports == 1 ? "" : "s");
    if (machine->model == MESSAGE_BUFFERED)
        fprintf(file, ", with buffers");
    fprintf(file, ", %d processors\n", list->processors + 1);
}

static void print_head(FILE *file, const struct message_list *list) {
    print_machine(file, list);
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

enum status show_reach(FILE *file, struct certificate_input *input, struct failure *failure) {
    long latency, overhead, gap, time;
    enum status status = certificate_field(input, "latency", 1, MOST, &latency, failure);
    if (!status)
        status = certificate_field(input, "overhead", 0, MOST, &overhead, failure);
    if (!status)
        status = certificate_field(input, "gap", 1, MOST, &gap, failure);
    if (!status)
        status = certificate_field(input, "time", 0, MOST, &time, failure);
    if (status)
        return status;
    if (!certificate_next(input) || input->word_count != 2 ||
        strcmp(input->words[0], "processors") != 0)
        return certificate_expected(input, "'processors R'", failure);
    long step = overhead > gap ? overhead : gap, first = latency + 2 * overhead;
    fprintf(file,
            "machine: LogP, latency %ld, overhead %ld, gap %ld\n"
            "claim: an item that one processor has at time 0 is known to no more than %s at time "
            "%ld\n"
            "proof: A(s) = 1 for s < %ld, A(s) = A(s-%ld) + A(s-%ld): who receives a message has "
            "its item\n%ld cycles after the sending began, and sends are %ld apart\n",
            latency, overhead, gap, input->words[1], time, first, step, first, first, step);
    return STATUS_OK;
}
