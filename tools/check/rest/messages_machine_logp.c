/* SPDX-License-Identifier: MIT */
/* The model logp. */
#include "rest/messages_machine_rest.h"

/* The times are the first at which something may happen again. */
struct logp_processor {
    uint32_t send, receive, idle;
    uint32_t from, to; /* messages between entering and reception */
};

static bool logp_read(struct machine *machine, struct reader *reader) {
    if (!machine_read_latency(machine, reader) ||
        !read_number_line(reader, "overhead", 0, READ_NUMBER_LIMIT, &machine->overhead) ||
        !read_number_line(reader, "gap", 1, READ_NUMBER_LIMIT, &machine->parameter))
        return false;
    machine->until_entering = machine->overhead;
    return true;
}

static bool logp_open(struct machine *machine, struct reader *reader) {
    (void)reader;
    return machine_open_state(machine, sizeof(struct logp_processor));
}

static void logp_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_claim(verdict, "LogP L=%u o=%u g=%u", machine->latency, machine->overhead,
                  machine->parameter);
    verdict_fields(verdict, "machine=logp L=%u o=%u g=%u", machine->latency, machine->overhead,
                   machine->parameter);
}

static struct logp_processor *processor_at(const struct machine *machine, uint32_t processor) {
    struct logp_processor *processors = machine->state;
    return &processors[processor];
}

/* What a processor begins to do: nothing else may go on, and it lasts for the overhead. `free` is
 * when it may do the like again, a gap after the last time. */
static bool occupy(const struct machine *machine, struct reader *reader,
                   const struct message *message, const char *what, uint32_t processor,
                   uint32_t time, uint32_t *free) {
    struct logp_processor *it = processor_at(machine, processor);
    if (time < it->idle)
        return machine_refuted(reader, message,
                               "processor %u begins to %s at time %u, but is busy until %u",
                               processor, what, time, it->idle);
    if (time < *free)
        return machine_refuted(reader, message,
                               "processor %u begins to %s at time %u, before the gap after the "
                               "last time ends at %u",
                               processor, what, time, *free);
    it->idle = time + machine->overhead;
    *free = time + machine->parameter;
    return true;
}

static bool logp_work(struct machine *machine, struct reader *reader, uint32_t processor,
                      uint64_t time, uint64_t cycles) {
    struct logp_processor *it = processor_at(machine, processor);
    if (time < it->idle)
        return read_refuted(reader,
                            "processor %u begins to work at time %llu, but is busy until "
                            "%u",
                            processor, (unsigned long long)time, it->idle);
    it->idle = (uint32_t)(time + cycles);
    return true;
}

static bool logp_send(struct machine *machine, struct reader *reader,
                      const struct message *message) {
    return occupy(machine, reader, message, "send", message->from, message->sent,
                  &processor_at(machine, message->from)->send);
}

/* ceil(L/g), of messages from one processor, and to one. */
static uint32_t capacity_of(const struct machine *machine) {
    uint32_t L = machine->latency, g = machine->parameter;
    return L / g + (L % g > 0);
}

static bool logp_enter(struct machine *machine, struct reader *reader,
                       const struct message *message) {
    uint32_t time = message->sent + machine->overhead, capacity = capacity_of(machine);
    if (++processor_at(machine, message->from)->from > capacity)
        return machine_refuted(reader, message,
                               "more than %u messages from processor %u are under way at time %u",
                               capacity, message->from, time);
    if (++processor_at(machine, message->to)->to > capacity)
        return machine_refuted(reader, message,
                               "more than %u messages to processor %u are under way at time %u",
                               capacity, message->to, time);
    return true;
}

static bool logp_receive(struct machine *machine, struct reader *reader,
                         const struct message *message) {
    processor_at(machine, message->from)->from--;
    processor_at(machine, message->to)->to--;
    return occupy(machine, reader, message, "receive", message->to, message->received,
                  &processor_at(machine, message->to)->receive);
}

const struct machine_rules machine_logp = {.name = "logp",
                                           .may_wait = true,
                                           .turns = true,
                                           .read = logp_read,
                                           .open = logp_open,
                                           .send = logp_send,
                                           .enter = logp_enter,
                                           .receive = logp_receive,
                                           .work = logp_work,
                                           .claim = logp_claim};
