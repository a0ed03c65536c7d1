/* SPDX-License-Identifier: MIT */
#include "core/memory.h"
#include "rest/cnf_gossip.h"
#include "rest/graph.h"

#include <stdlib.h>

static void claim(struct verdict *verdict, const struct gossip_cnf *question,
                  const struct graph *graph) {
    graph_claim(graph, verdict);
    verdict_claim(verdict,
                  ", duplex %s, P=%u: the items of all processors cannot all be with everybody "
                  "within %u step%s",
                  question->half_duplex ? "half" : "full", question->processors, question->steps,
                  question->steps > 1 ? "s" : "");
    verdict_fields(verdict, "duplex=%s P=%u before=%u", question->half_duplex ? "half" : "full",
                   question->processors, question->steps + 1);
}

/* Both ends of every edge; the caller frees them. */
static uint32_t *list_ends(const struct graph *graph) {
    uint32_t *ends = memory_zeroed(2 * (size_t)graph->edges, sizeof *ends);
    for (uint32_t v = 0; v < graph->processors; v++)
        for (uint32_t e = graph->first[v]; e < graph->first[v + 1]; e++) {
            ends[2 * e] = v;
            ends[2 * e + 1] = graph->higher[e];
        }
    return ends;
}

static bool check_graph(struct reader *reader, struct gossip_cnf *question,
                        const struct graph *graph) {
    const struct formula formula = {.question = question, .build = gossip_cnf_build};
    question->edges = graph->edges;
    if (graph->edges > GOSSIP_CNF_LIMIT)
        return read_malformed(reader, "the graph has more than %d edges", GOSSIP_CNF_LIMIT);
    if (!read_number_line(reader, "time", 1, GOSSIP_CNF_LIMIT, &question->steps))
        return false;
    uint32_t *ends = list_ends(graph);
    question->ends = ends;
    claim(reader->verdict, question, graph);
    bool right = formula_refuted(reader, &formula);
    free(ends);
    return right;
}

bool rule_impossible_gossip(struct reader *reader) {
    struct gossip_cnf question;
    struct graph graph = {.edges = 0};
    bool right =
        graph_read_duplex(reader, &question.half_duplex) &&
        read_number_line(reader, "processors", 2, GOSSIP_CNF_PROCESSORS, &question.processors) &&
        graph_read(&graph, reader, question.processors) && check_graph(reader, &question, &graph);
    graph_clear(&graph);
    return right;
}
