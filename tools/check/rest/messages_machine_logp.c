/* SPDX-License-Identifier: MIT */
/* The model logp. */
#include "rest/messages_machine_rest.h"

/* The times are the first at which something may happen again. */
struct logp_processor {
    uint32_t send, receive, idle;
    uint32_t from, to; /* messages between entering and reception; or entered, flights alone */
};

/* What counts as being under way: until its reception, or until it arrives; or there is no limit at
 * the receiver. From one processor no more than ceil(L/g) fly in any case. For flights the last
 * times at which messages entered stand behind the processors, ceil(L/g) for each receiver. */
enum { CAPACITY_FULL, CAPACITY_FLIGHT, CAPACITY_NONE, MOST_FLIGHTS = 1 << 28 };

/* ceil(L/g) */
static uint32_t capacity_of(const struct machine *machine) {
    uint32_t L = machine->latency, g = machine->parameter;
    return L / g + (L % g > 0);
}

static bool logp_read(struct machine *machine, struct reader *reader) {
    if (!machine_read_latency(machine, reader) ||
        !read_number_line(reader, "overhead", 0, READ_NUMBER_LIMIT, &machine->overhead) ||
        !read_number_line(reader, "gap", 1, READ_NUMBER_LIMIT, &machine->parameter))
        return false;
    bool none = false;
    if (read_take(reader, "capacity")) {
        if (!read_either(reader, "flight", "none", &none) || !read_line_end(reader))
            return false;
        machine->capacity = none ? CAPACITY_NONE : CAPACITY_FLIGHT;
    }
    machine->until_entering = machine->overhead;
    return true;
}

static bool logp_open(struct machine *machine, struct reader *reader) {
    size_t size = sizeof(struct logp_processor);
    if (machine->capacity == CAPACITY_FLIGHT) {
        if ((uint64_t)capacity_of(machine) * machine->processors > MOST_FLIGHTS)
            return read_malformed(reader, "ceil(L/g) P is above the limit %d", MOST_FLIGHTS);
        size += capacity_of(machine) * sizeof(uint32_t);
    }
    return machine_open_state(machine, reader, size);
}

static void logp_claim(const struct machine *machine, struct verdict *verdict) {
    static const char *const claims[] = {"", " capacity flight", " capacity none"};
    static const char *const fields[] = {"", " capacity=flight", " capacity=none"};
    verdict_claim(verdict, "LogP L=%u o=%u g=%u%s", machine->latency, machine->overhead,
                  machine->parameter, claims[machine->capacity]);
    verdict_fields(verdict, "machine=logp L=%u o=%u g=%u%s", machine->latency, machine->overhead,
                   machine->parameter, fields[machine->capacity]);
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
                            "processor %u begins to work at time %llu, but is busy until %u",
                            processor, (unsigned long long)time, it->idle);
    it->idle = (uint32_t)(time + cycles);
    return true;
}

static bool logp_send(struct machine *machine, struct reader *reader,
                      const struct message *message) {
    return occupy(machine, reader, message, "send", message->from, message->sent,
                  &processor_at(machine, message->from)->send);
}

/* Every flight takes L, so one that entered as many messages before is over if it entered L
 * before. */
static bool enter_flight(struct machine *machine, struct reader *reader,
                         const struct message *message) {
    uint32_t time = message->sent + machine->overhead, capacity = capacity_of(machine);
    uint32_t *times = (uint32_t *)((struct logp_processor *)machine->state + machine->processors);
    struct logp_processor *to = processor_at(machine, message->to);
    uint32_t *last = &times[(size_t)message->to * capacity + to->to % capacity];
    if (to->to >= capacity && time - *last < machine->latency)
        return machine_refuted(reader, message,
                               "more than %u messages fly to processor %u at time %u", capacity,
                               message->to, time);
    *last = time;
    to->to++;
    return true;
}

static bool logp_enter(struct machine *machine, struct reader *reader,
                       const struct message *message) {
    uint32_t time = message->sent + machine->overhead, capacity = capacity_of(machine);
    if (machine->capacity == CAPACITY_FLIGHT)
        return enter_flight(machine, reader, message);
    if (machine->capacity == CAPACITY_NONE)
        return true;
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
    if (machine->capacity == CAPACITY_FULL) {
        processor_at(machine, message->from)->from--;
        processor_at(machine, message->to)->to--;
    }
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
