/* SPDX-License-Identifier: MIT */
/* The model ports: postal, with several sendings and receptions at a time. */
#include "rest/messages_machine_rest.h"

/* A time is the one after it, 0 before all. */
struct ports_processor {
    uint32_t sent, sent_many;
    uint32_t received, received_many;
};

static bool ports_read(struct machine *machine, struct reader *reader) {
    return machine_read_latency(machine, reader) &&
           read_number_line(reader, "ports", 1, READ_NUMBER_LIMIT, &machine->parameter);
}

static bool ports_open(struct machine *machine, struct reader *reader) {
    return machine_open_state(machine, reader, sizeof(struct ports_processor));
}

/* One more at this time; are there too many? */
static bool is_beyond(const struct machine *machine, uint32_t time, uint32_t *last,
                      uint32_t *many) {
    *many = *last == time + 1 ? *many + 1 : 1;
    *last = time + 1;
    return *many > machine->parameter;
}

static bool refuted_beyond(const struct machine *machine, struct reader *reader,
                           const struct message *message, const char *what, uint32_t processor,
                           uint32_t time) {
    return machine_refuted(reader, message, "processor %u %s more than %u messages at time %u",
                           processor, what, machine->parameter, time);
}

static bool ports_send(struct machine *machine, struct reader *reader,
                       const struct message *message) {
    struct ports_processor *processors = machine->state, *it = &processors[message->from];
    return !is_beyond(machine, message->sent, &it->sent, &it->sent_many) ||
           refuted_beyond(machine, reader, message, "sends", message->from, message->sent);
}

static bool ports_receive(struct machine *machine, struct reader *reader,
                          const struct message *message) {
    struct ports_processor *processors = machine->state, *it = &processors[message->to];
    return !is_beyond(machine, message->received, &it->received, &it->received_many) ||
           refuted_beyond(machine, reader, message, "receives", message->to, message->received);
}

static void ports_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_claim(verdict, "ports L=%u p=%u", machine->latency, machine->parameter);
    verdict_fields(verdict, "machine=ports L=%u ports=%u", machine->latency, machine->parameter);
}

const struct machine_rules machine_ports = {.name = "ports",
                                            .sends_many = true,
                                            .turns = true,
                                            .read = ports_read,
                                            .open = ports_open,
                                            .send = ports_send,
                                            .receive = ports_receive,
                                            .claim = ports_claim};
