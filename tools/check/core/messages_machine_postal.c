/* SPDX-License-Identifier: MIT */
/* The model postal. That a processor sends once at a time is grammar: who sends ascends within a
 * step. */
#include "core/messages_machine.h"

static bool postal_open(struct machine *machine, struct reader *reader) {
    return machine_open_state(machine, reader, sizeof(uint32_t));
}

static bool postal_receive(struct machine *machine, struct reader *reader,
                           const struct message *message) {
    uint32_t *free = machine->state;
    return machine_receive_one(reader, message, &free[message->to]);
}

static void postal_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_claim(verdict, "postal L=%u", machine->latency);
    verdict_fields(verdict, "machine=postal L=%u", machine->latency);
}

const struct machine_rules machine_postal = {.name = "postal",
                                             .turns = true,
                                             .read = machine_read_latency,
                                             .open = postal_open,
                                             .receive = postal_receive,
                                             .claim = postal_claim};
