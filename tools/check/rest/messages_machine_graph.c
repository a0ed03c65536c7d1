/* SPDX-License-Identifier: MIT */
/* The model graph. Each message takes one step, so all that can be wrong with it is seen when it is
 * sent. Room: 8 bytes for each processor, and the graph. */
#include "core/memory.h"
#include "rest/messages_machine_rest.h"

#include <stdlib.h>

/* A time is the one after the step, 0 before all. */
struct graph_processor {
    uint32_t sent, received;
};

struct graph_state {
    struct graph graph;
    struct graph_processor *processors;
};

static bool graph_model_read(struct machine *machine, struct reader *reader) {
    bool half;
    if (!graph_read_duplex(reader, &half))
        return false;
    machine_begin_graph(machine, half);
    return true;
}

static bool graph_model_open(struct machine *machine, struct reader *reader) {
    struct graph_state *state = machine->state = memory_zeroed(1, sizeof *state);
    if (!graph_read(&state->graph, reader, machine->processors))
        return false;
    state->processors = memory_zeroed(machine->processors, sizeof *state->processors);
    return true;
}

static void graph_model_clear(void *state) {
    struct graph_state *it = state;
    graph_clear(&it->graph);
    free(it->processors);
}

const struct graph *machine_graph_of(const struct machine *machine) {
    const struct graph_state *state = machine->state;
    return &state->graph;
}

/* --- the rules --- */

static bool refuted_both(struct reader *reader, const struct message *message, uint32_t processor) {
    return machine_refuted(reader, message, "processor %u both sends and receives in step %u",
                           processor, message->sent);
}

static bool graph_model_send(struct machine *machine, struct reader *reader,
                             const struct message *message) {
    struct graph_state *state = machine->state;
    struct graph_processor *from = &state->processors[message->from];
    struct graph_processor *to = &state->processors[message->to];
    if (!graph_has_edge(&state->graph, message->from, message->to))
        return machine_refuted(reader, message, "there is no edge between %u and %u", message->from,
                               message->to);
    if (to->received == message->received)
        return machine_refuted(reader, message, "processor %u receives a second message in step %u",
                               message->to, message->sent);
    from->sent = to->received = message->received;
    if (machine->parameter && from->received == message->received)
        return refuted_both(reader, message, message->from);
    if (machine->parameter && to->sent == message->received)
        return refuted_both(reader, message, message->to);
    return true;
}

static void graph_model_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_fields(verdict, "machine=graph");
    graph_claim(machine_graph_of(machine), verdict);
    verdict_fields(verdict, "duplex=%s", machine->parameter ? "half" : "full");
    verdict_claim(verdict, ", duplex %s,", machine->parameter ? "half" : "full");
}

const struct machine_rules machine_graph = {.name = "graph",
                                            .read = graph_model_read,
                                            .open = graph_model_open,
                                            .send = graph_model_send,
                                            .claim = graph_model_claim,
                                            .clear = graph_model_clear};

void machine_begin_graph(struct machine *machine, bool half_duplex) {
    *machine = (struct machine){.rules = &machine_graph, .latency = 1, .parameter = half_duplex};
}
