/* SPDX-License-Identifier: MIT */
#include "core/messages_machine.h"

#include "core/certificate.h"
#include "core/memory.h"

/* A message that is reported was read within the last 2^32 lines. */
void machine_refuted(const struct machine *machine, const struct message *message,
                     const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    uint64_t here = machine->reader->number;
    uint32_t back = (uint32_t)here - message->line;
    read_refuted_at(machine->reader, here - back, "%s", text);
}

void machine_read(struct machine *machine, struct reader *reader) {
    *machine = (struct machine){.reader = reader};
    read_key(reader, "model");
    struct word word = read_word(reader);
    for (const struct machine_rules *const *model = machine_models; *model; model++)
        if (word_is(word, (*model)->name)) {
            machine->rules = *model;
            read_line_end(reader);
            machine->rules->read(machine);
            return;
        }
    read_malformed(reader, "unknown model '%.*s'%s", WORD_IN_MESSAGE(word), certificate_unknown);
}

void machine_open(struct machine *machine, uint32_t processors) {
    machine->processors = processors;
    if (machine->rules->open)
        machine->rules->open(machine);
    else
        machine_open_state(machine, machine->rules->room);
}

void machine_read_latency(struct machine *machine) {
    machine->latency = read_number_line(machine->reader, "latency", 1, READ_NUMBER_LIMIT);
}

void machine_open_state(struct machine *machine, size_t size) {
    read_charge(machine->reader, (uint64_t)machine->processors * size / sizeof(uint64_t));
    machine->state = memory_zeroed(machine->processors, size);
}

void machine_receive_one(const struct machine *machine, const struct message *message,
                         uint32_t *free) {
    if (message->received < *free)
        machine_refuted(machine, message, "processor %u receives a second message at time %u",
                        message->to, message->received);
    *free = message->received + 1;
}

/* --- the model postal --- */

/* That a processor sends once at a time is grammar: who sends ascends within a step. */
static void postal_receive(struct machine *machine, const struct message *message) {
    uint32_t *free = machine->state;
    machine_receive_one(machine, message, &free[message->to]);
}

static void postal_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_claim(verdict, "postal L=%u", machine->latency);
    verdict_fields(verdict, "machine=postal L=%u", machine->latency);
}

const struct machine_rules machine_postal = {.name = "postal",
                                             .read = machine_read_latency,
                                             .room = sizeof(uint32_t),
                                             .receive = postal_receive,
                                             .claim = postal_claim};
