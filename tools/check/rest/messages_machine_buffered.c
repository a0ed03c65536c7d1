/* SPDX-License-Identifier: MIT */
/* The model buffered: postal, but messages wait in a buffer of their receiver. */
#include "core/memory.h"
#include "core/stated.h"
#include "rest/messages_machine_rest.h"

#include <stdlib.h>

struct buffered_processor {
    uint32_t free;
    uint32_t held; /* messages in its buffer */
};

struct buffered {
    uint32_t most; /* messages in one buffer */
    struct stated stated;
    struct buffered_processor *processors;
};

static bool buffered_open(struct machine *machine, struct reader *reader) {
    struct buffered *buffered = machine->state = memory_zeroed(1, sizeof *buffered);
    machine->until_entering = machine->latency;
    if (!read_charge(reader, machine->processors))
        return false;
    buffered->processors = memory_zeroed(machine->processors, sizeof *buffered->processors);
    return true;
}

static void buffered_clear(void *state) {
    struct buffered *buffered = state;
    free(buffered->processors);
}

static bool buffered_read_last(struct machine *machine, struct reader *reader) {
    struct buffered *buffered = machine->state;
    return stated_read(&buffered->stated, reader, "buffer", 1);
}

static bool buffered_check_last(struct machine *machine, struct reader *reader) {
    const struct buffered *buffered = machine->state;
    return stated_check(&buffered->stated, reader, "buffer", buffered->most);
}

/* Those that are received at this time are still there, so what is held now is right once the last
 * message of this time has arrived, and no more than that before. */
static bool buffered_enter(struct machine *machine, struct reader *reader,
                           const struct message *message) {
    struct buffered *buffered = machine->state;
    uint32_t held = ++buffered->processors[message->to].held;
    (void)reader;
    if (held > buffered->most)
        buffered->most = held;
    return true;
}

static bool buffered_receive(struct machine *machine, struct reader *reader,
                             const struct message *message) {
    struct buffered *buffered = machine->state;
    buffered->processors[message->to].held--;
    return machine_receive_one(reader, message, &buffered->processors[message->to].free);
}

static void buffered_claim(const struct machine *machine, struct verdict *verdict) {
    const struct buffered *buffered = machine->state;
    verdict_claim(verdict, "buffered L=%u B=%u", machine->latency, buffered->stated.number);
    verdict_fields(verdict, "machine=buffered L=%u buffer=%u", machine->latency,
                   buffered->stated.number);
}

const struct machine_rules machine_buffered = {.name = "buffered",
                                               .may_wait = true,
                                               .enters_first = true,
                                               .turns = true,
                                               .read = machine_read_latency,
                                               .open = buffered_open,
                                               .read_last = buffered_read_last,
                                               .enter = buffered_enter,
                                               .receive = buffered_receive,
                                               .check_last = buffered_check_last,
                                               .claim = buffered_claim,
                                               .clear = buffered_clear};
