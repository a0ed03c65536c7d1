/* The model graph. Each message takes one step, so all that can be wrong with it is seen when it is
 * sent. Room: 8 bytes for each processor, and the graph. */
#include "core/messages_machine.h"

/* A time is the one after the step, 0 before all. */
struct graph_processor {
    uint32_t sent, received;
};

static bool machine_graph_read(struct machine *machine, struct reader *reader) {
    bool half;
    if (!graph_read_duplex(reader, &half))
        return false;
    machine_begin_graph(machine, half);
    return true;
}

static bool machine_graph_open(struct machine *machine, struct reader *reader) {
    return graph_read(&machine->graph, reader, machine->processors) &&
           machine_open_state(machine, sizeof(struct graph_processor));
}

/* --- the rules --- */

static bool refuted_both(struct reader *reader, const struct message *message, uint32_t processor) {
    return machine_refuted(reader, message, "processor %u both sends and receives in step %u",
                           processor, message->sent);
}

static bool machine_graph_send(struct machine *machine, struct reader *reader,
                               const struct message *message) {
    struct graph_processor *processors = machine->state;
    struct graph_processor *from = &processors[message->from], *to = &processors[message->to];
    if (!graph_has_edge(&machine->graph, message->from, message->to))
        return machine_refuted(reader, message, "there is no edge between %u and %u", message->from,
                               message->to);
    if (to->received == message->received)
        return machine_refuted(reader, message, "processor %u receives a second message in step %u",
                               message->to, message->sent);
    from->sent = to->received = message->received;
    if (machine->half_duplex && from->received == message->received)
        return refuted_both(reader, message, message->from);
    if (machine->half_duplex && to->sent == message->received)
        return refuted_both(reader, message, message->to);
    return true;
}

static void machine_graph_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_field(verdict, "machine", "graph");
    graph_claim(&machine->graph, verdict);
    verdict_field(verdict, "duplex", "%s", machine->half_duplex ? "half" : "full");
    verdict_claim(verdict, ", duplex %s,", machine->half_duplex ? "half" : "full");
}

const struct machine_rules machine_graph = {.name = "graph",
                                            .read = machine_graph_read,
                                            .open = machine_graph_open,
                                            .claim = machine_graph_claim,
                                            .has_edges = true,
                                            .send = machine_graph_send};

void machine_begin_graph(struct machine *machine, bool half_duplex) {
    *machine = (struct machine){.rules = &machine_graph, .latency = 1, .half_duplex = half_duplex};
}
