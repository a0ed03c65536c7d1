#include "rest/graph.h"

#include "core/digest.h"
#include "core/memory.h"

#include <stdlib.h>

struct edge {
    uint32_t lower, higher;
};

bool graph_read_duplex(struct reader *reader, bool *half) {
    return read_key(reader, "duplex") && read_either(reader, "full", "half", half) &&
           read_line_end(reader);
}

static bool read_edge(const struct graph *graph, struct reader *reader, struct edge *edge) {
    struct edge last = *edge;
    if (!read_key(reader, "edge") ||
        !read_number(reader, "lower end", 0, graph->processors - 2, &edge->lower) ||
        !read_number(reader, "higher end", edge->lower + 1, graph->processors - 1, &edge->higher))
        return false;
    if (edge->lower < last.lower || (edge->lower == last.lower && edge->higher <= last.higher))
        return read_malformed(reader, "edges ascend, found %u %u behind %u %u", edge->lower,
                              edge->higher, last.lower, last.higher);
    return true;
}

/* The lines are a part of the claim, so their digest is one of its words. */
static bool read_edges(struct graph *graph, struct reader *reader) {
    struct edge edge = {0, 0};
    struct digest digest;
    uint32_t next = 1; /* the first processor whose `first` is still open */
    digest_init(&digest);
    for (uint32_t i = 0; i < graph->edges; i++) {
        digest_update(&digest, reader->line, reader->length);
        if (!read_edge(graph, reader, &edge) || !read_line_end(reader))
            return false;
        for (; next <= edge.lower; next++)
            graph->first[next] = i;
        graph->higher[i] = edge.higher;
    }
    for (; next <= graph->processors; next++)
        graph->first[next] = graph->edges;
    digest_hex(&digest, graph->digest);
    return true;
}

bool graph_read(struct graph *graph, struct reader *reader, uint32_t processors) {
    *graph = (struct graph){.processors = processors};
    if (!read_number_line(reader, "edges", 1, GRAPH_EDGES_LIMIT, &graph->edges))
        return false;
    graph->first = memory_zeroed((size_t)processors + 1, sizeof *graph->first);
    graph->higher = memory_zeroed(graph->edges, sizeof *graph->higher);
    return read_edges(graph, reader);
}

void graph_clear(struct graph *graph) {
    free(graph->first);
    free(graph->higher);
}

/* Who stands for all that v is joined with; the ways there become shorter. */
static uint32_t root_of(uint32_t *above, uint32_t v) {
    for (; above[v] != v; v = above[v])
        above[v] = above[above[v]];
    return v;
}

bool graph_is_connected(const struct graph *graph) {
    uint32_t parts = graph->processors;
    uint32_t *above = memory_zeroed(graph->processors, sizeof *above);
    for (uint32_t v = 0; v < graph->processors; v++)
        above[v] = v;
    for (uint32_t v = 0; v < graph->processors; v++)
        for (uint32_t e = graph->first[v]; e < graph->first[v + 1]; e++) {
            uint32_t one = root_of(above, v), other = root_of(above, graph->higher[e]);
            parts -= one != other;
            above[one] = other;
        }
    free(above);
    return parts == 1;
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
    verdict_field(verdict, "edges", "%u", graph->edges);
    verdict_field(verdict, "graph", "%s", graph->digest);
}
