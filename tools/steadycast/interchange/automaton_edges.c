/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/automaton_edges.h"

#include "automata/juggling_graph.h"

enum { MOST_LATENCY = 24 };

/* One part of the graph. *first: no edge was written yet. */
static void write_part(FILE *file, const struct juggling_graph *graph, bool csv, bool *first) {
    int bits = graph->maximal_throw;
    for (size_t state = 0; state < graph->state_count; state++)
        for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++) {
            char from[40] = "", to[40] = "";
            for (int b = 0; b < bits; b++) {
                from[b] = (char)('0' + (int)(graph->states[state] >> b & 1));
                to[b] = (char)('0' + (int)(graph->states[graph->successor[e]] >> b & 1));
            }
            if (csv)
                fprintf(file, "%d,%s,%d,%s\n", graph->balls, from, graph->letters[e], to);
            else
                fprintf(file,
                        "%s\n    {\"balls\": %d, \"from\": \"%s\", \"letter\": %d, \"to\": \"%s\"}",
                        *first ? "" : ",", graph->balls, from, graph->letters[e], to);
            *first = false;
        }
}

enum status automaton_edges_graph(FILE *file, int latency, bool csv, struct failure *failure) {
    bool first = true;
    if (latency > MOST_LATENCY)
        return failure_set(failure, STATUS_LIMIT, "the state graph is built for L <= %d",
                           MOST_LATENCY);
    if (csv)
        fputs("balls,from,letter,to\n", file);
    else
        fprintf(
            file,
            "{\n  \"format\": \"steadycast state-graph 1\",\n  \"latency\": %d,\n  \"edges\": [",
            latency);
    for (int balls = 0; balls < latency && !ferror(file); balls++) {
        struct juggling_graph graph;
        enum status status = juggling_graph_init(&graph, latency - 1, balls, failure);
        if (status)
            return status;
        write_part(file, &graph, csv, &first);
        juggling_graph_clear(&graph);
    }
    if (!csv)
        fputs("\n  ]\n}\n", file);
    return STATUS_OK;
}

static void write_language_csv(FILE *file, const struct language *language) {
    fputs("from,letter,to,accepts\n", file);
    for (size_t state = 0; state < language->state_count; state++)
        for (int letter = 0; letter < language->letters; letter++) {
            uint32_t to = language->successors[state * (size_t)language->letters + (size_t)letter];
            fprintf(file, "%zu,%d,%lu,%d\n", state, letter, (unsigned long)to,
                    language->accepts[to]);
        }
}

enum status automaton_edges_language(FILE *file, int latency, const struct language *language,
                                     bool csv, struct failure *failure) {
    (void)failure;
    if (csv) {
        write_language_csv(file, language);
        return STATUS_OK;
    }
    fprintf(file,
            "{\n  \"format\": \"steadycast automaton 1\",\n  \"latency\": %d,\n  \"start\": 0,\n"
            "  \"states\": [",
            latency);
    for (size_t state = 0; state < language->state_count; state++) {
        fprintf(file, "%s\n    {\"accepts\": %s, \"next\": [", state ? "," : "",
                language->accepts[state] ? "true" : "false");
        for (int letter = 0; letter < language->letters; letter++)
            fprintf(file, "%s%lu", letter ? ", " : "",
                    (unsigned long)
                        language->successors[state * (size_t)language->letters + (size_t)letter]);
        fputs("]}", file);
    }
    fputs("\n  ]\n}\n", file);
    return STATUS_OK;
}
