/* SPDX-License-Identifier: MIT */
#include "solver/model/certificates.h"

#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/schedule_lines.h"

/* --- schedules --- */

static enum status put_schedule(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    const struct schedule *schedule = body;
    BIG(processors);
    (void)limits;
    schedule_processors(schedule, processors);
    certificate_print(output, "latency %d\n", schedule->latency);
    if (schedule->ports > 1)
        certificate_print(output, "ports %d\n", schedule->ports);
    certificate_print(output, "depth %d\nprocessors ", schedule->depth);
    certificate_print_big(output, processors);
    certificate_print(output, "\nperiod %d\n", schedule->period);
    return schedule_lines_print(output, schedule, failure);
}

struct evidence evidence_of_schedule(const struct schedule *schedule) {
    return evidence_borrowed("schedule", put_schedule, schedule);
}

/* --- lists of messages --- */

/* Lines are collected: formatted output of each would take longer than all else. */
enum { TEXT_ROOM = 1 << 16, LONGEST_LINES = 200 };

struct writer {
    struct certificate_output *output;
    int time; /* of the step that was begun, -1 before the first */
    size_t used;
    char text[TEXT_ROOM];
    const struct limits *limits;
};

static void add_text(struct writer *writer, const char *text) {
    size_t length = strlen(text);
    memcpy(writer->text + writer->used, text, length);
    writer->used += length;
}

static void add_number(struct writer *writer, int number) {
    char digits[12];
    size_t place = sizeof digits;
    do
        digits[--place] = (char)('0' + number % 10);
    while (number /= 10);
    memcpy(writer->text + writer->used, digits + place, sizeof digits - place);
    writer->used += sizeof digits - place;
}

/* Why a byte was lost, is said when the file is closed. */
static bool flush(struct writer *writer) {
    size_t used = writer->used;
    writer->used = 0;
    return certificate_write(writer->output, writer->text, used);
}

static enum status write_message(void *context, const struct message *message,
                                 struct failure *failure) {
    struct writer *writer = context;
    if (message->time != writer->time) {
        add_text(writer, "step ");
        add_number(writer, message->time);
        add_text(writer, "\n");
        writer->time = message->time;
    }
    add_text(writer, "send ");
    add_number(writer, message->from);
    add_text(writer, " ");
    add_number(writer, message->to);
    add_text(writer, " ");
    add_number(writer, message->item);
    if (message->wait) {
        add_text(writer, " wait ");
        add_number(writer, message->wait);
    }
    add_text(writer, "\n");
    if (writer->used <= TEXT_ROOM - LONGEST_LINES)
        return STATUS_OK;
    if (!flush(writer))
        return failure_system(failure, "the messages could not be written");
    return limits_check(writer->limits, failure);
}

static void print_head(struct certificate_output *output, const struct message_list *list) {
    static const char *const names[] = {
        [MESSAGE_POSTAL] = "postal",
        [MESSAGE_LOGP] = "logp",
        [MESSAGE_BUFFERED] = "buffered",
        [MESSAGE_PORTS] = "ports",
    };
    const struct message_machine *machine = &list->machine;
    certificate_print(output, "model %s\n", names[machine->model]);
    certificate_print(output, "latency %d\n", machine->latency);
    if (machine->model == MESSAGE_LOGP)
        certificate_print(output, "overhead %d\ngap %d\n", machine->overhead, machine->gap);
    if (machine->capacity != CAPACITY_FULL)
        certificate_print(output, "capacity %s\n", logp_capacity_names[machine->capacity]);
    if (machine->model == MESSAGE_PORTS)
        certificate_print(output, "ports %d\n", machine->ports);
    certificate_print(output, "processors %d\n", list->processors + 1);
    certificate_print(output, "items %d\n%s%s", list->items, list->all ? "origins all\n" : "",
                      list->rotation ? "rotation\n" : "");
    certificate_print(output, "period %d\nsends %s\n", list->period,
                      list->single ? "single" : "any");
    certificate_print(output, "delay %d\nfinish %d\n", list->delay, list->finish);
    if (machine->model == MESSAGE_BUFFERED)
        certificate_print(output, "buffer %d\n", list->buffer);
}

static enum status put_sends(struct certificate_output *output, const struct message_list *list,
                             const struct limits *limits, struct failure *failure) {
    FREED struct writer *writer = memory_new(1, sizeof *writer);
    TRY(memory_check(writer, failure, "a list of messages"));
    writer->output = output;
    writer->time = -1;
    writer->limits = limits;
    enum status status = message_list_each(list, write_message, writer, limits, failure);
    flush(writer);
    return status;
}

static enum status put_messages(const void *list, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    print_head(output, list);
    return put_sends(output, list, limits, failure);
}

struct evidence evidence_of_messages(const struct message_list *list) {
    return evidence_borrowed("messages", put_messages, list);
}
