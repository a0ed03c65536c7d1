#include "core/messages_machine.h"

#include "core/memory.h"

#include <stdlib.h>

static const struct machine_rules *const models[] = {
    &machine_postal, &machine_logp, &machine_buffered, &machine_ports, &machine_graph};

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

bool machine_read(struct machine *machine, struct reader *reader) {
    *machine = (struct machine){.rules = NULL};
    if (!read_key(reader, "model"))
        return false;
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (word_is(word, models[i]->name)) {
            machine->rules = models[i];
            return read_line_end(reader) && machine->rules->read(machine, reader);
        }
    return read_malformed(reader, "unknown model '%.*s'", WORD_IN_MESSAGE(word));
}

bool machine_open_state(struct machine *machine, size_t size) {
    machine->state = memory_zeroed(machine->processors, size);
    return true;
}

bool machine_open(struct machine *machine, struct reader *reader, uint32_t processors) {
    machine->processors = processors;
    return machine->rules->open(machine, reader);
}

void machine_clear(struct machine *machine) {
    free(machine->state);
    graph_clear(&machine->graph);
}

bool machine_read_buffer(struct machine *machine, struct reader *reader) {
    machine->buffer_line = reader->number;
    return !machine->rules->has_buffer ||
           read_number_line(reader, "buffer", 1, READ_NUMBER_LIMIT, &machine->buffer);
}

uint64_t machine_received(const struct machine *machine, uint32_t sent, uint32_t wait) {
    return (uint64_t)sent + machine->overhead + machine->latency + wait;
}

uint64_t machine_known(const struct machine *machine, uint64_t received) {
    return received + machine->overhead;
}

void machine_claim(const struct machine *machine, struct verdict *verdict) {
    machine->rules->claim(machine, verdict);
}
