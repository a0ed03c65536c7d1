/* SPDX-License-Identifier: MIT */
#include "rest/cnf_network.h"

#include "core/memory.h"
#include "rest/rules.h"

/* The arcs into v, in internal time, are those at first[v] of `arcs` and behind, up to
 * first[v+1]. */
struct network_formula {
    struct cnf_builder *builder;
    const struct network_cnf *asked;
    const struct network *network;
    int64_t N, A, S, chunks; /* chunks of all commodities */
    int64_t last;            /* variable so far */
    size_t *first;
    uint32_t *arcs;
};

/* --- the variables, in their order --- */

static int64_t of_chunk(const struct network_formula *f) {
    return f->N * (f->S + 1) + f->A * f->S;
}

/* h: v has chunk k after internal step j. */
static int64_t has(const struct network_formula *f, int64_t k, int64_t v, int64_t j) {
    return k * of_chunk(f) + v * (f->S + 1) + j + 1;
}

/* x: chunk k is sent along arc a, from 0, in internal step j. */
static int64_t sent(const struct network_formula *f, int64_t k, int64_t a, int64_t j) {
    return k * of_chunk(f) + f->N * (f->S + 1) + a * f->S + j;
}

/* q: step s has j rounds or more. */
static int64_t rounds(const struct network_formula *f, int64_t s, int64_t j) {
    return f->chunks * of_chunk(f) + (s - 1) * f->asked->rounds + j;
}

/* --- possession --- */

/* What v has it had before, or it arrives, along one arc. */
static void possession(struct network_formula *f, int64_t k, int64_t v, int64_t j) {
    struct cnf_builder *builder = f->builder;
    f->builder->listed = 0;
    for (size_t i = f->first[v]; i < f->first[v + 1]; i++) {
        int64_t begins = j - f->network->arc[f->arcs[i]].latency + 1;
        if (begins >= 1)
            cnf_list(f->builder, sent(f, k, f->arcs[i], begins));
    }
    cnf_clause2(builder, -has(f, k, v, j - 1), has(f, k, v, j));
    cnf_put(builder, -has(f, k, v, j));
    cnf_put(builder, has(f, k, v, j - 1));
    cnf_end_with_list(builder);
    cnf_at_most_one(builder);
}

/* What is sent is there, arrives in time, and where it was not before. */
static void along_arc(const struct network_formula *f, int64_t k, uint32_t a, int64_t j) {
    struct cnf_builder *builder = f->builder;
    struct arc arc = network_arc(f->network, a);
    int64_t x = sent(f, k, a, j), there = j + arc.latency - 1;
    if (there > f->S) {
        cnf_clause1(builder, -x);
        return;
    }
    cnf_clause2(builder, -x, has(f, k, arc.tail, j - 1));
    cnf_clause2(builder, -x, has(f, k, arc.head, there));
    cnf_clause2(builder, -x, -has(f, k, arc.head, there - 1));
}

static void chunk(struct network_formula *f, int64_t k, uint32_t from, uint32_t to) {
    struct cnf_builder *builder = f->builder;
    for (uint32_t v = 0; v < f->N && !builder->full; v++) {
        cnf_clause1(builder, v == from ? has(f, k, v, 0) : -has(f, k, v, 0));
        for (int64_t j = 1; j <= f->S && !builder->full; j++)
            possession(f, k, v, j);
        if (v != from && network_wants(f->network, to, v))
            cnf_clause1(builder, has(f, k, v, f->S));
    }
    for (uint32_t a = 0; a < f->A; a++)
        for (int64_t j = 1; j <= f->S && !builder->full; j++)
            along_arc(f, k, a, j);
}

/* --- loads --- */

/* Counts the literals: c(i,m), at least m of the first i. */
static int64_t counted(const struct network_formula *f, int64_t i, int64_t most, int64_t m) {
    return f->last + (i - 1) * most + m;
}

/* The variables behind f->last; at most `most` of the literals are true. */
static void ladder(const struct network_formula *f, int64_t most) {
    struct cnf_builder *builder = f->builder;
    for (int64_t i = 1; i <= (int64_t)f->builder->listed && !builder->full; i++) {
        int64_t literal = f->builder->list[i - 1];
        for (int64_t m = 1; m <= i && m <= most && !builder->full; m++) {
            if (m < i)
                cnf_clause2(builder, -counted(f, i - 1, most, m), counted(f, i, most, m));
            cnf_clause3(builder, -literal, m > 1 ? -counted(f, i - 1, most, m - 1) : 0,
                        counted(f, i, most, m));
        }
        if (i > most)
            cnf_clause2(builder, -literal, -counted(f, i - 1, most, most));
    }
}

/* All rounds together. */
static void all_rounds(struct network_formula *f) {
    int64_t R = f->asked->rounds;
    f->last += f->S * R;
    if (!cnf_takes(f->builder, f->last + f->S * R * R))
        return;
    for (int64_t s = 1; s <= f->S; s++)
        for (int64_t j = 2; j <= R && !f->builder->full; j++)
            cnf_clause2(f->builder, -rounds(f, s, j), rounds(f, s, j - 1));
    f->builder->listed = 0;
    for (int64_t i = 1; i <= f->S * R; i++)
        cnf_list(f->builder, rounds(f, 1, i));
    ladder(f, R);
    f->last += f->S * R * R;
}

static int64_t birth(const struct network_formula *f, int64_t k) {
    const struct network_cnf *asked = f->asked;
    return f->network->stream
               ? (int64_t)(network_birth((uint64_t)asked->first + (uint64_t)k, &asked->rate) -
                           network_birth(asked->first, &asked->rate))
               : 0;
}

/* What goes along the arcs of group g in step s. */
static void load(struct network_formula *f, int64_t s, uint32_t g) {
    const struct network *network = f->network;
    f->builder->listed = 0;
    for (int64_t k = 0; k < f->chunks; k++) {
        int64_t later = s - birth(f, k);
        for (size_t i = network->first[g]; i < network->first[g + 1]; i++) {
            uint32_t a = network->members[i];
            /* the internal step; network_step is its own inverse in reductions */
            int64_t j = later - (int64_t)network_late(network, g, a);
            if (network->reduces)
                j = f->S + 2 - j - network->arc[a].latency;
            if (j >= 1 && j <= f->S)
                cnf_list(f->builder, sent(f, k, a, j));
        }
    }
    int64_t B = network->capacity[g], R = f->asked->rounds, n = (int64_t)f->builder->listed;
    int64_t most = R == 0 ? B : n < B * R ? n : B * R;
    if (n == 0 || (R == 0 && n <= B) || !cnf_takes(f->builder, f->last + n * most))
        return;
    ladder(f, most);
    for (int64_t j = 1; j <= R && B * (j - 1) + 1 <= most && !f->builder->full; j++)
        cnf_clause2(f->builder, -counted(f, n, most, B * (j - 1) + 1), rounds(f, s, j));
    f->last += n * most;
}

/* --- the whole --- */

static void build(struct network_formula *f) {
    uint64_t commodities = network_commodities(f->network);
    uint32_t from, to;
    for (uint64_t c = 0; c < commodities && !f->builder->full; c++)
        for (uint32_t i = 0; network_commodity(f->network, c, &from, &to) && i < f->asked->chunks &&
                             cnf_takes(f->builder, f->last + of_chunk(f));
             i++) {
            chunk(f, f->chunks++, from, to);
            f->last += of_chunk(f);
        }
    if (f->builder->full)
        return;
    if (f->asked->rounds > 0)
        all_rounds(f);
    int64_t steps = f->S + birth(f, f->chunks - 1);
    for (int64_t s = 1; s <= steps && !f->builder->full; s++)
        for (uint32_t g = 0; g < f->network->groups && !f->builder->full; g++)
            load(f, s, g);
}

static void list_arcs(struct network_formula *f) {
    f->first = memory_zeroed((size_t)f->N + 2, sizeof *f->first);
    f->arcs = memory_zeroed((size_t)f->A, sizeof *f->arcs);
    for (uint32_t a = 0; a < f->A; a++)
        f->first[network_arc(f->network, a).head + 2]++;
    for (int64_t v = 2; v < f->N + 2; v++)
        f->first[v] += f->first[v - 1];
    for (uint32_t a = 0; a < f->A; a++) /* this moves first[v+1] from the start to the end */
        f->arcs[f->first[network_arc(f->network, a).head + 1]++] = a;
}

int64_t network_cnf_build(struct cnf_builder *builder, const void *question) {
    const struct network_cnf *asked = question;
    struct network_formula f = {.builder = builder,
                                .asked = asked,
                                .network = asked->network,
                                .N = asked->network->nodes,
                                .A = asked->network->arcs,
                                .S = asked->steps};
    list_arcs(&f);
    build(&f);
    return f.last;
}

/* --- the kind --- */

static void read_collective(struct network_cnf *asked, struct reader *reader) {
    struct verdict *verdict = reader->verdict;
    bool one;
    asked->chunks = read_number_line(reader, "chunks", 1, NETWORK_LIMIT);
    asked->steps = read_number_line(reader, "steps", 1, NETWORK_LIMIT);
    read_key(reader, "rounds");
    one = read_behind(read_front(reader), "one");
    if (one)
        read_key(reader, "one");
    else
        asked->rounds = read_number(reader, "one, or rounds", 1, NETWORK_LIMIT);
    verdict_claim(verdict, ", C=%u: impossible in %u step%s with ", asked->chunks, asked->steps,
                  asked->steps > 1 ? "s" : "");
    verdict_fields(verdict, "chunks=%u steps=%u", asked->chunks, asked->steps);
    if (one) {
        verdict_claim(verdict, "one round each");
        verdict_fields(verdict, "rounds=one");
    } else {
        verdict_claim(verdict, "%u round%s", asked->rounds, asked->rounds > 1 ? "s" : "");
        verdict_fields(verdict, "rounds=%u", asked->rounds);
    }
    read_line_end(reader);
}

static void read_stream(struct network_cnf *asked, struct reader *reader) {
    network_read_ratio(reader, "rate", &asked->rate);
    asked->steps = read_number_line(reader, "delay", 1, NETWORK_LIMIT);
    read_key(reader, "window");
    asked->first = read_number(reader, "the first item", 1, READ_NUMBER_LIMIT);
    asked->chunks = read_number(reader, "items", 1, NETWORK_LIMIT);
    verdict_claim(reader->verdict, ", rate %u/%u: no delay of %u or less, by the items %u to %u",
                  asked->rate.P, asked->rate.Q, asked->steps, asked->first,
                  asked->first + asked->chunks - 1);
    verdict_fields(reader->verdict, "rate=%u/%u before=%u window=%u", asked->rate.P, asked->rate.Q,
                   asked->steps + 1, asked->chunks);
    read_line_end(reader);
}

/* The loops over the literals of each group, which need not become clauses, are paid. */
void rule_impossible_network(struct reader *reader) {
    struct network network;
    struct network_cnf asked = {.network = &network};
    const struct formula formula = {.question = &asked, .build = network_cnf_build};
    network_read(&network, reader, false);
    if (network.stream)
        read_stream(&asked, reader);
    else
        read_collective(&asked, reader);
    double chunks = (double)network_commodities(&network) * asked.chunks, steps = asked.steps;
    if (network.stream)
        steps += (double)asked.chunks * asked.rate.Q / asked.rate.P + 1;
    network_charge(reader, chunks, steps, (double)network.count + network.groups);
    network_charge(reader, network.nodes, 2, 1);
    formula_refuted(reader, &formula);
}
