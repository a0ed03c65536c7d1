#include "rule_messages_machine.h"

#include "check_memory.h"

#include <stdlib.h>

bool machine_refuted(struct reader *reader, const struct message *message, const char *format,
                     ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    uint64_t here = reader->number;
    reader->number = message->line;
    read_refuted(reader, "%s", text);
    reader->number = here; /* reading goes on to the digest */
    return false;
}

static bool read_postal(struct machine *machine, struct reader *reader) {
    machine->overhead = 0;
    machine->gap = 1;
    return read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT, &machine->latency);
}

/* That a processor sends once at a time is grammar: who sends ascends within a step. */
static bool postal_send(struct machine *machine, struct reader *reader,
                        const struct message *message) {
    (void)machine, (void)reader, (void)message;
    return true;
}

static bool postal_receive(struct machine *machine, struct reader *reader,
                           const struct message *message) {
    uint32_t *receive = &machine->receive[message->to];
    if (message->received < *receive)
        return machine_refuted(reader, message, "processor %u receives a second message at time %u",
                               message->to, message->received);
    *receive = message->received + 1;
    return true;
}

static bool read_logp(struct machine *machine, struct reader *reader) {
    uint32_t *L = &machine->latency, *g = &machine->gap;
    if (!read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT, L) ||
        !read_number_line(reader, "overhead", 0, READ_NUMBER_LIMIT, &machine->overhead) ||
        !read_number_line(reader, "gap", 1, READ_NUMBER_LIMIT, g))
        return false;
    machine->capacity = *L / *g + (*L % *g > 0);
    return true;
}

/* What a processor begins to do: nothing else may go on, and it lasts for the overhead. `free` is
 * when it may do the like again, a gap after the last time. */
static bool occupy(const struct machine *machine, struct reader *reader,
                   const struct message *message, const char *what, uint32_t processor,
                   uint32_t time, uint32_t *free) {
    struct machine_processor *it = &machine->processors[processor];
    if (time < it->idle)
        return machine_refuted(reader, message,
                               "processor %u begins to %s item %u at time %u, but is busy with "
                               "another message until %u",
                               processor, what, message->item, time, it->idle);
    if (time < *free)
        return machine_refuted(reader, message,
                               "processor %u begins to %s item %u at time %u, before the gap after "
                               "the last time ends at %u",
                               processor, what, message->item, time, *free);
    it->idle = time + machine->overhead;
    *free = time + machine->gap;
    return true;
}

static bool logp_send(struct machine *machine, struct reader *reader,
                      const struct message *message) {
    return occupy(machine, reader, message, "send", message->from, message->sent,
                  &machine->processors[message->from].send);
}

static bool logp_enter(struct machine *machine, struct reader *reader,
                       const struct message *message) {
    uint32_t time = message->sent + machine->overhead;
    if (++machine->processors[message->from].from > machine->capacity)
        return machine_refuted(reader, message,
                               "more than %u messages from processor %u are under way at time %u",
                               machine->capacity, message->from, time);
    if (++machine->processors[message->to].to > machine->capacity)
        return machine_refuted(reader, message,
                               "more than %u messages to processor %u are under way at time %u",
                               machine->capacity, message->to, time);
    return true;
}

static bool logp_receive(struct machine *machine, struct reader *reader,
                         const struct message *message) {
    machine->processors[message->from].from--;
    machine->processors[message->to].to--;
    return occupy(machine, reader, message, "receive", message->to, message->received,
                  &machine->processors[message->to].receive);
}

static const struct machine_rules postal = {"postal",    read_postal, false,
                                            postal_send, NULL,        postal_receive};
static const struct machine_rules logp = {"logp",    read_logp,  true,
                                          logp_send, logp_enter, logp_receive};

bool machine_read(struct machine *machine, struct reader *reader) {
    bool is_logp;
    *machine = (struct machine){.rules = NULL};
    if (!read_key(reader, "model") || !read_either(reader, postal.name, logp.name, &is_logp) ||
        !read_line_end(reader))
        return false;
    machine->rules = is_logp ? &logp : &postal;
    return machine->rules->read(machine, reader);
}

void machine_open(struct machine *machine, uint32_t processors) {
    if (machine->rules == &postal)
        machine->receive = memory_new(processors, sizeof *machine->receive);
    else
        machine->processors = memory_new(processors, sizeof *machine->processors);
}

void machine_clear(struct machine *machine) {
    free(machine->receive);
    free(machine->processors);
}

uint64_t machine_received(const struct machine *machine, uint32_t sent, uint32_t wait) {
    return (uint64_t)sent + machine->overhead + machine->latency + wait;
}

uint64_t machine_known(const struct machine *machine, uint64_t received) {
    return received + machine->overhead;
}

void machine_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_claim(verdict, "%s L=%u", machine->rules == &logp ? "LogP" : "postal",
                  machine->latency);
    if (machine->rules == &logp)
        verdict_claim(verdict, " o=%u g=%u", machine->overhead, machine->gap);
}
