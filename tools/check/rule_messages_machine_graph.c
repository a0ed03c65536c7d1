/* The model graph. Each message takes one step, so all that can be wrong with it is seen when it is
 * sent. Room: 12 bytes for each processor, 4 for each edge. */
#include "check_memory.h"
#include "read_digest.h"
#include "rule_messages_machine.h"

/* The edges that go from a processor to higher ones are those at `first` and behind, up to the
 * `first` of the next processor. A time is the one after the step, 0 before all. */
struct graph_processor {
    uint32_t first;
    uint32_t sent, received;
};

static bool graph_read(struct machine *machine, struct reader *reader) {
    machine->latency = 1;
    return read_key(reader, "duplex") &&
           read_either(reader, "full", "half", &machine->half_duplex) && read_line_end(reader);
}

/* --- the edges --- */

struct edge {
    uint32_t lower, higher;
};

static bool read_edge(const struct machine *machine, struct reader *reader, struct edge *edge) {
    struct edge last = *edge;
    if (!read_key(reader, "edge") ||
        !read_number(reader, "lower end", 0, machine->processors - 2, &edge->lower) ||
        !read_number(reader, "higher end", edge->lower + 1, machine->processors - 1, &edge->higher))
        return false;
    if (edge->lower < last.lower || (edge->lower == last.lower && edge->higher <= last.higher))
        return read_malformed(reader, "edges ascend, found %u %u behind %u %u", edge->lower,
                              edge->higher, last.lower, last.higher);
    return true;
}

/* The lines are a part of the claim, so their digest is one of its words. */
static bool read_edges(struct machine *machine, struct reader *reader) {
    struct graph_processor *processors = machine->state;
    struct edge edge = {0, 0};
    struct digest digest;
    uint32_t next = 1; /* the first processor whose `first` is still open */
    digest_init(&digest);
    for (uint32_t i = 0; i < machine->edges; i++) {
        digest_update(&digest, reader->line, reader->length);
        if (!read_edge(machine, reader, &edge) || !read_line_end(reader))
            return false;
        for (; next <= edge.lower; next++)
            processors[next].first = i;
        machine->higher[i] = edge.higher;
    }
    for (; next <= machine->processors; next++)
        processors[next].first = machine->edges;
    digest_hex(&digest, machine->edge_digest);
    return true;
}

static bool graph_open(struct machine *machine, struct reader *reader) {
    if (!read_number_line(reader, "edges", 1, MESSAGES_EDGES_LIMIT, &machine->edges))
        return false;
    machine->state = memory_new((size_t)machine->processors + 1, sizeof(struct graph_processor));
    machine->higher = memory_new(machine->edges, sizeof *machine->higher);
    return read_edges(machine, reader);
}

static bool is_edge(const struct machine *machine, uint32_t one, uint32_t other) {
    const struct graph_processor *processors = machine->state;
    uint32_t lower = one < other ? one : other, higher = one < other ? other : one;
    uint32_t from = processors[lower].first, to = processors[lower + 1].first;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (machine->higher[middle] < higher)
            from = middle + 1;
        else
            to = middle;
    }
    return from < processors[lower + 1].first && machine->higher[from] == higher;
}

/* --- the rules --- */

static bool refuted_both(struct reader *reader, const struct message *message, uint32_t processor) {
    return machine_refuted(reader, message, "processor %u both sends and receives in step %u",
                           processor, message->sent);
}

static bool graph_send(struct machine *machine, struct reader *reader,
                       const struct message *message) {
    struct graph_processor *processors = machine->state;
    struct graph_processor *from = &processors[message->from], *to = &processors[message->to];
    if (!is_edge(machine, message->from, message->to))
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

static void graph_claim(const struct machine *machine, struct verdict *verdict) {
    verdict_claim(verdict, "graph of %u edge%s whose line%s sha256 %s, duplex %s,", machine->edges,
                  machine->edges > 1 ? "s" : "", machine->edges > 1 ? "s have" : " has",
                  machine->edge_digest, machine->half_duplex ? "half" : "full");
}

const struct machine_rules machine_graph = {.name = "graph",
                                            .read = graph_read,
                                            .open = graph_open,
                                            .claim = graph_claim,
                                            .send = graph_send};
