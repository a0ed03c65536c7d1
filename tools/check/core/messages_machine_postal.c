/* The model postal, and the two that are the same but for their receptions: buffered and ports.
 * That a processor of the first two sends once at a time is grammar: who sends ascends within a
 * step. */
#include "core/messages_machine.h"

static bool postal_read(struct machine *machine, struct reader *reader) {
    return read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT, &machine->latency);
}

static bool postal_open(struct machine *machine, struct reader *reader) {
    (void)reader;
    return machine_open_state(machine, sizeof(uint32_t));
}

static void postal_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_claim(verdict, "postal L=%u", machine->latency);
    verdict_field(verdict, "machine", "postal");
    verdict_field(verdict, "L", "%u", machine->latency);
}

/* `free` is the first time at which this processor may receive again. */
static bool receive_one(struct reader *reader, const struct message *message, uint32_t *free) {
    if (message->received < *free)
        return machine_refuted(reader, message, "processor %u receives a second message at time %u",
                               message->to, message->received);
    *free = message->received + 1;
    return true;
}

static bool postal_receive(struct machine *machine, struct reader *reader,
                           const struct message *message) {
    uint32_t *free = machine->state;
    return receive_one(reader, message, &free[message->to]);
}

const struct machine_rules machine_postal = {.name = "postal",
                                             .read = postal_read,
                                             .open = postal_open,
                                             .claim = postal_claim,
                                             .receive = postal_receive};

/* --- buffered --- */

struct buffered_processor {
    uint32_t free;
    uint32_t held; /* messages in its buffer */
};

static bool buffered_read(struct machine *machine, struct reader *reader) {
    if (!postal_read(machine, reader))
        return false;
    machine->until_entering = machine->latency;
    return true;
}

static bool buffered_open(struct machine *machine, struct reader *reader) {
    (void)reader;
    return machine_open_state(machine, sizeof(struct buffered_processor));
}

static void buffered_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_claim(verdict, "buffered L=%u B=%u", machine->latency, machine->buffer);
    verdict_field(verdict, "machine", "buffered");
    verdict_field(verdict, "L", "%u", machine->latency);
    verdict_field(verdict, "buffer", "%u", machine->buffer);
}

/* Those that are received at this time are still there, so what is held now is right once the last
 * message of this time has arrived, and no more than that before. */
static bool buffered_enter(struct machine *machine, struct reader *reader,
                           const struct message *message) {
    struct buffered_processor *processors = machine->state;
    uint32_t held = ++processors[message->to].held;
    (void)reader;
    if (held > machine->held)
        machine->held = held;
    return true;
}

static bool buffered_receive(struct machine *machine, struct reader *reader,
                             const struct message *message) {
    struct buffered_processor *processors = machine->state;
    processors[message->to].held--;
    return receive_one(reader, message, &processors[message->to].free);
}

const struct machine_rules machine_buffered = {.name = "buffered",
                                               .read = buffered_read,
                                               .open = buffered_open,
                                               .claim = buffered_claim,
                                               .may_wait = true,
                                               .has_buffer = true,
                                               .enters_first = true,
                                               .enter = buffered_enter,
                                               .receive = buffered_receive};

/* --- ports --- */

struct ports_processor {
    uint32_t time; /* of its last reception */
    uint32_t received_many;
};

static bool ports_read(struct machine *machine, struct reader *reader) {
    return postal_read(machine, reader) &&
           read_number_line(reader, "ports", 1, READ_NUMBER_LIMIT, &machine->ports);
}

static bool ports_open(struct machine *machine, struct reader *reader) {
    (void)reader;
    return machine_open_state(machine, sizeof(struct ports_processor));
}

static void ports_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_claim(verdict, "ports L=%u p=%u", machine->latency, machine->ports);
    verdict_field(verdict, "machine", "ports");
    verdict_field(verdict, "L", "%u", machine->latency);
    verdict_field(verdict, "ports", "%u", machine->ports);
}

/* What a processor sends at one time stands together, so one count does for all. */
static bool ports_send(struct machine *machine, struct reader *reader,
                       const struct message *message) {
    bool again = message->from == machine->sender && message->sent == machine->sent;
    machine->sender = message->from;
    machine->sent = message->sent;
    machine->sent_many = again ? machine->sent_many + 1 : 1;
    if (machine->sent_many > machine->ports)
        return machine_refuted(reader, message,
                               "processor %u sends more than %u messages at time %u", message->from,
                               machine->ports, message->sent);
    return true;
}

static bool ports_receive(struct machine *machine, struct reader *reader,
                          const struct message *message) {
    struct ports_processor *processors = machine->state, *it = &processors[message->to];
    it->received_many = it->time == message->received ? it->received_many + 1 : 1;
    it->time = message->received;
    if (it->received_many > machine->ports)
        return machine_refuted(reader, message,
                               "processor %u receives more than %u messages at time %u",
                               message->to, machine->ports, message->received);
    return true;
}

const struct machine_rules machine_ports = {.name = "ports",
                                            .read = ports_read,
                                            .open = ports_open,
                                            .claim = ports_claim,
                                            .sends_many = true,
                                            .send = ports_send,
                                            .receive = ports_receive};
