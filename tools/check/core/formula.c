/* SPDX-License-Identifier: MIT */
#include "core/formula.h"

#include "core/certificate.h"
#include "core/memory.h"

/* --- the builder --- */

bool cnf_takes(struct cnf_builder *builder, int64_t literal) {
    if (!builder->full && (literal > builder->variables || -literal > builder->variables))
        builder->full = CNF_VARIABLES;
    return !builder->full;
}

void cnf_put(struct cnf_builder *builder, int64_t literal) {
    if (literal == 0 || !cnf_takes(builder, literal))
        return;
    MEMORY_GROW(builder->clause, builder->capacity, builder->length + 1);
    builder->clause[builder->length++] = (int32_t)literal;
}

void cnf_end_clause(struct cnf_builder *builder) {
    if (!builder->full && builder->clauses->last == builder->most)
        builder->full = CNF_CLAUSES;
    if (!builder->full)
        clauses_add(builder->clauses, builder->clause, builder->length);
    builder->length = 0;
}

void cnf_clause1(struct cnf_builder *builder, int64_t a) {
    cnf_put(builder, a);
    cnf_end_clause(builder);
}

void cnf_clause2(struct cnf_builder *builder, int64_t a, int64_t b) {
    cnf_put(builder, a);
    cnf_clause1(builder, b);
}

void cnf_clause3(struct cnf_builder *builder, int64_t a, int64_t b, int64_t c) {
    cnf_put(builder, a);
    cnf_clause2(builder, b, c);
}

void cnf_list(struct cnf_builder *builder, int64_t literal) {
    if (!cnf_takes(builder, literal))
        return;
    MEMORY_GROW(builder->list, builder->list_room, builder->listed + 1);
    builder->list[builder->listed++] = (int32_t)literal;
}

void cnf_end_with_list(struct cnf_builder *builder) {
    for (size_t i = 0; i < builder->listed; i++)
        cnf_put(builder, builder->list[i]);
    cnf_end_clause(builder);
}

void cnf_at_most_one(struct cnf_builder *builder) {
    for (size_t i = 0; i < builder->listed && !builder->full; i++)
        for (size_t j = i + 1; j < builder->listed && !builder->full; j++)
            cnf_clause2(builder, -builder->list[i], -builder->list[j]);
}

void cnf_equal(struct cnf_builder *builder, int64_t a, int64_t b) {
    cnf_clause2(builder, -a, b);
    cnf_clause2(builder, a, -b);
}

/* --- the kinds --- */

/* Behind a long one stand as many short ones as it has literals, in all formulas. */
enum { WORK_OF_CLAUSE = 8 };

void formula_read_encoding(struct reader *reader, struct formula *formula) {
    read_key(reader, "encoding");
    bool ordered = read_either(reader, "plain", "ordered");
    if (ordered && !formula->order)
        read_malformed(reader, "the encoding is ordered%s", certificate_unknown);
    if (!ordered)
        formula->order = NULL;
    read_line_end(reader);
}

int64_t formula_build(const struct formula *formula, struct cnf_builder *builder) {
    int64_t last = formula->build(builder, formula->question);
    if (formula->order && !builder->full)
        last = formula->order->build(builder, formula->question, last);
    return last;
}

/* Does the formula have the size that is stated? The current line is that of the clauses. */
static void check_size(struct reader *reader, const struct cnf_builder *builder, int64_t last,
                       uint64_t line) {
    uint32_t made = builder->clauses->last;
    if (builder->full == CNF_VARIABLES)
        read_refuted_at(reader, line, "variables: the formula has more than %u",
                        builder->variables);
    if (builder->full == CNF_CLAUSES)
        read_refuted(reader, "clauses: the formula has more than %u", builder->most);
    if (last != builder->variables)
        read_refuted_at(reader, line, "variables: expected %lld, found %u", (long long)last,
                        builder->variables);
    if (made != builder->most)
        read_refuted(reader, "clauses: expected %u, found %u", made, builder->most);
}

void formula_refuted(struct reader *reader, const struct formula *formula) {
    struct clause_set clauses = {.last = 0};
    struct cnf_builder builder = {.clauses = &clauses};
    uint64_t line = reader->number;
    builder.variables = read_number_line(reader, "variables", 1, LRAT_VARIABLE_LIMIT);
    memory_expect(builder.variables, LRAT_ROOM_OF_VARIABLE);
    read_key(reader, "clauses");
    builder.most = read_number(reader, "clauses", 1, READ_NUMBER_LIMIT);
    read_charge(reader, WORK_OF_CLAUSE * (uint64_t)builder.most);
    check_size(reader, &builder, formula_build(formula, &builder), line);
    read_line_end(reader);
    if (!formula->part)
        verdict_claim(reader->verdict, ", by refuted formula with %u variables and %u clauses",
                      builder.variables, builder.most);
    if (formula->order) {
        verdict_claim(reader->verdict, ", rests on THEOREMS %s", formula->order->rests);
        verdict_fields(reader->verdict, "rests=%s", formula->order->rests);
    }
    lrat_refutes(reader, &clauses, builder.variables);
}
