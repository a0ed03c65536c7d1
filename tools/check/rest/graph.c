/* SPDX-License-Identifier: MIT */
#include "rest/graph.h"

#include "core/memory.h"
#include "core/read.h"

struct edge {
    uint32_t lower, higher;
};

static void read_edge(const struct graph *graph, struct reader *reader, struct edge *edge) {
    struct edge last = *edge;
    read_key(reader, "edge");
    edge->lower = read_number(reader, "lower end", 0, graph->processors - 2);
    edge->higher = read_number(reader, "higher end", edge->lower + 1, graph->processors - 1);
    if (edge->lower < last.lower || (edge->lower == last.lower && edge->higher <= last.higher))
        read_malformed(reader, "edges ascend, found %u %u behind %u %u", edge->lower, edge->higher,
                       last.lower, last.higher);
}

/* --- connected --- */

static _Noreturn void refuted_apart(struct reader *reader, uint64_t line) {
    read_refuted_at(reader, line, "the graph is not connected");
}

static uint32_t name_of(uint32_t *parent, uint32_t processor) {
    for (; parent[processor] != processor; processor = parent[processor])
        parent[processor] = parent[parent[processor]];
    return processor;
}

static bool is_connected(const struct graph *graph) {
    uint32_t *parent = memory_zeroed(graph->processors, sizeof *parent);
    uint32_t components = graph->processors;
    for (uint32_t p = 0; p < graph->processors; p++)
        parent[p] = p;
    for (uint32_t p = 0; p < graph->processors; p++)
        for (uint32_t i = graph->first[p]; i < graph->first[p + 1]; i++) {
            uint32_t one = name_of(parent, p), other = name_of(parent, graph->higher[i]);
            components -= one != other;
            parent[one] = other;
        }
    return components == 1;
}

/* --- reading --- */

/* The lines are a part of the claim, so their digest is one of its words. */
void graph_read(struct graph *graph, struct reader *reader, uint32_t processors) {
    uint64_t line = reader->number;
    *graph = (struct graph){.processors = processors};
    graph->edges = read_number_line(reader, "edges", 1, GRAPH_EDGES_LIMIT);
    if (graph->edges < processors - 1)
        refuted_apart(reader, line);
    read_charge(reader, (uint64_t)graph->edges + processors);
    graph->first = memory_zeroed((size_t)processors + 1, sizeof *graph->first);
    graph->higher = memory_zeroed(graph->edges, sizeof *graph->higher);
    struct edge edge = {0, 0};
    struct digest digest;
    uint32_t next = 1; /* the first processor whose `first` is still open */
    digest_init(&digest);
    for (uint32_t i = 0; i < graph->edges; i++) {
        digest_update(&digest, reader->line, (size_t)(reader->next - reader->line));
        read_edge(graph, reader, &edge);
        read_line_end(reader);
        if (edge.lower > i)
            refuted_apart(reader, line);
        for (; next <= edge.lower; next++)
            graph->first[next] = i;
        graph->higher[i] = edge.higher;
    }
    for (; next <= graph->processors; next++)
        graph->first[next] = graph->edges;
    digest_hex(&digest, graph->digest);
    if (!is_connected(graph))
        refuted_apart(reader, line);
}

bool graph_has_edge(const struct graph *graph, uint32_t one, uint32_t other) {
    uint32_t lower = one < other ? one : other, higher = one < other ? other : one;
    uint32_t from = graph->first[lower], end = graph->first[lower + 1], to = end;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (graph->higher[middle] < higher)
            from = middle + 1;
        else
            to = middle;
    }
    return from < end && graph->higher[from] == higher;
}

void graph_claim(const struct graph *graph, struct verdict *verdict) {
    verdict_claim(verdict, "graph of %u edge%s whose line%s sha256 %s", graph->edges,
                  graph->edges > 1 ? "s" : "", graph->edges > 1 ? "s have" : " has", graph->digest);
    verdict_fields(verdict, "edges=%u graph=%s", graph->edges, graph->digest);
}
