/* SPDX-License-Identifier: MIT */
#include "rest/cnf_gossip.h"

#include "core/memory.h"
#include "rest/graph.h"
#include "rest/rules.h"

#include <stdlib.h>

/* Arcs that begin at v are those at first[v] of `arcs` and behind, up to first[v+1], in their
 * order; those that end at v are their ways back, in the same order. */
struct gossip_formula {
    struct cnf_builder *builder;
    bool half;
    int64_t P, E, T;
    const uint32_t *ends;
    int64_t *first, *arcs;
};

/* --- the variables, in their order --- */

/* r: v receives i in step s. */
static int64_t receives(const struct gossip_formula *f, int64_t v, int64_t i, int64_t s) {
    return (v * f->P + i) * f->T + s;
}

/* h: v has i after step s. */
static int64_t has(const struct gossip_formula *f, int64_t v, int64_t i, int64_t s) {
    return f->P * f->P * f->T + (v * f->P + i) * (f->T + 1) + s + 1;
}

/* x: v sends i in step s. */
static int64_t sends(const struct gossip_formula *f, int64_t v, int64_t i, int64_t s) {
    return f->P * f->P * (2 * f->T + 1) + receives(f, v, i, s);
}

/* y: a message goes along arc a in step s. */
static int64_t message(const struct gossip_formula *f, int64_t a, int64_t s) {
    return f->P * f->P * (3 * f->T + 1) + a * f->T + s;
}

/* b: v has received at least j items after step s. */
static int64_t counted(const struct gossip_formula *f, int64_t v, int64_t s, int64_t j) {
    int64_t before = f->P * f->P * (3 * f->T + 1) + 2 * f->E * f->T;
    return before + (v * (f->T + 1) + s) * (f->P - 1) + j;
}

/* --- the clauses --- */

/* Part 1: what a processor has, it had before or receives, once; in the end it has everything. */
static void possession(const struct gossip_formula *f, int64_t v, int64_t i) {
    struct cnf_builder *builder = f->builder;
    cnf_clause1(builder, i == v ? has(f, v, i, 0) : -has(f, v, i, 0));
    for (int64_t s = 1; s <= f->T && !builder->full; s++) {
        int64_t before = has(f, v, i, s - 1), after = has(f, v, i, s), r = receives(f, v, i, s);
        cnf_clause2(builder, -before, after);
        cnf_clause2(builder, -r, after);
        cnf_clause3(builder, -after, before, r);
        cnf_clause2(builder, -r, -before);
    }
    cnf_clause1(builder, has(f, v, i, f->T));
}

/* Part 2: one item is received, and one is sent, which is there. */
static void one_item(const struct gossip_formula *f, int64_t v, int64_t s) {
    struct cnf_builder *builder = f->builder;
    for (int64_t i = 0; i < f->P && !builder->full; i++)
        for (int64_t j = i + 1; j < f->P; j++)
            cnf_clause2(builder, -receives(f, v, i, s), -receives(f, v, j, s));
    for (int64_t i = 0; i < f->P && !builder->full; i++)
        for (int64_t j = i + 1; j < f->P; j++)
            cnf_clause2(builder, -sends(f, v, i, s), -sends(f, v, j, s));
    for (int64_t i = 0; i < f->P; i++)
        cnf_clause2(builder, -sends(f, v, i, s), has(f, v, i, s - 1));
}

/* At most one message along the arcs that begin at v (`back` 0), or end there (`back` 1). */
static void one_arc(const struct gossip_formula *f, int64_t v, int64_t s, int64_t back) {
    for (int64_t k = f->first[v]; k < f->first[v + 1] && !f->builder->full; k++)
        for (int64_t l = k + 1; l < f->first[v + 1]; l++)
            cnf_clause2(f->builder, -message(f, f->arcs[k] ^ back, s),
                        -message(f, f->arcs[l] ^ back, s));
}

/* Part 3. */
static void one_message(const struct gossip_formula *f, int64_t v, int64_t s) {
    one_arc(f, v, s, 0);
    one_arc(f, v, s, 1);
    for (int64_t k = f->first[v]; f->half && k < f->first[v + 1] && !f->builder->full; k++)
        for (int64_t l = f->first[v]; l < f->first[v + 1]; l++)
            cnf_clause2(f->builder, -message(f, f->arcs[k], s), -message(f, f->arcs[l] ^ 1, s));
}

/* Part 4: along an arc goes what is sent at its beginning, and this is received at its end. */
static void along_arc(const struct gossip_formula *f, int64_t a, int64_t s) {
    struct cnf_builder *builder = f->builder;
    int64_t u = f->ends[a], v = f->ends[a ^ 1], y = message(f, a, s);
    for (int64_t i = 0; i < f->P; i++) {
        cnf_clause3(builder, -y, -sends(f, u, i, s), receives(f, v, i, s));
        cnf_clause3(builder, -y, -receives(f, v, i, s), sends(f, u, i, s));
    }
    cnf_put(builder, -y);
    for (int64_t i = 0; i < f->P; i++)
        cnf_put(builder, sends(f, u, i, s));
    cnf_end_clause(builder);
}

/* Part 5: what is received comes along an arc. */
static void comes_along(const struct gossip_formula *f, int64_t v, int64_t i, int64_t s) {
    cnf_put(f->builder, -receives(f, v, i, s));
    for (int64_t k = f->first[v]; k < f->first[v + 1]; k++)
        cnf_put(f->builder, message(f, f->arcs[k] ^ 1, s));
    cnf_end_clause(f->builder);
}

/* Of part 6: at least j items after step s, from those after the step before. */
static void count_step(const struct gossip_formula *f, int64_t v, int64_t s, int64_t j) {
    struct cnf_builder *builder = f->builder;
    int64_t before = counted(f, v, s - 1, j), after = counted(f, v, s, j);
    cnf_clause2(builder, -before, after);
    if (j > 1)
        cnf_clause2(builder, -after, counted(f, v, s - 1, j - 1));
    for (int64_t i = 0; i < f->P; i++) {
        cnf_put(builder, -receives(f, v, i, s));
        if (j > 1)
            cnf_put(builder, -counted(f, v, s - 1, j - 1));
        cnf_clause1(builder, after);
    }
    cnf_put(builder, before);
    cnf_put(builder, -after);
    for (int64_t i = 0; i < f->P; i++)
        cnf_put(builder, receives(f, v, i, s));
    cnf_end_clause(builder);
}

/* Part 6: how many items v has received, which in the end are those of all others. */
static void count_items(const struct gossip_formula *f, int64_t v) {
    struct cnf_builder *builder = f->builder;
    for (int64_t j = 1; j < f->P; j++)
        cnf_clause1(builder, -counted(f, v, 0, j));
    for (int64_t s = 1; s <= f->T; s++)
        for (int64_t j = 1; j < f->P && !builder->full; j++)
            count_step(f, v, s, j);
    cnf_clause1(builder, counted(f, v, f->T, f->P - 1));
}

static void build(const struct gossip_formula *f) {
    const struct cnf_builder *builder = f->builder;
    for (int64_t v = 0; v < f->P; v++)
        for (int64_t i = 0; i < f->P && !builder->full; i++)
            possession(f, v, i);
    for (int64_t v = 0; v < f->P; v++)
        for (int64_t s = 1; s <= f->T && !builder->full; s++)
            one_item(f, v, s);
    for (int64_t v = 0; v < f->P; v++)
        for (int64_t s = 1; s <= f->T && !builder->full; s++)
            one_message(f, v, s);
    for (int64_t a = 0; a < 2 * f->E; a++)
        for (int64_t s = 1; s <= f->T && !builder->full; s++)
            along_arc(f, a, s);
    for (int64_t v = 0; v < f->P; v++)
        for (int64_t i = 0; i < f->P; i++)
            for (int64_t s = 1; s <= f->T && !builder->full; s++)
                comes_along(f, v, i, s);
    for (int64_t v = 0; v < f->P && !builder->full; v++)
        count_items(f, v);
}

/* --- the arcs of each processor --- */

static void list_arcs(struct gossip_formula *f) {
    int64_t count = 0;
    f->first = memory_zeroed((size_t)f->P + 2, sizeof *f->first);
    f->arcs = memory_zeroed(2 * (size_t)f->E, sizeof *f->arcs);
    for (int64_t a = 0; a < 2 * f->E; a++)
        f->first[f->ends[a] + 2]++;
    for (int64_t v = 0; v < f->P; v++) {
        count += f->first[v + 2];
        f->first[v + 2] = count;
    }
    for (int64_t a = 0; a < 2 * f->E; a++) /* this moves first[v+1] from the start to the end */
        f->arcs[f->first[f->ends[a] + 1]++] = a;
}

int64_t gossip_cnf_build(struct cnf_builder *builder, const void *asked) {
    const struct gossip_cnf *question = asked;
    struct gossip_formula f = {.builder = builder,
                               .half = question->half_duplex,
                               .P = question->processors,
                               .E = question->edges,
                               .T = question->steps,
                               .ends = question->ends};
    list_arcs(&f);
    build(&f);
    free(f.first);
    free(f.arcs);
    return counted(&f, f.P, 0, 0);
}

/* --- the kind --- */

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
        read_either_line(reader, "duplex", "full", "half", &question.half_duplex) &&
        read_number_line(reader, "processors", 2, GOSSIP_CNF_PROCESSORS, &question.processors) &&
        graph_read(&graph, reader, question.processors) && check_graph(reader, &question, &graph);
    graph_clear(&graph);
    return right;
}
