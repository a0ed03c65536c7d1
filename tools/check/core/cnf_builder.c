/* SPDX-License-Identifier: MIT */
#include "core/cnf_builder.h"

#include "core/memory.h"

#include <stdlib.h>

bool cnf_takes(struct cnf_builder *builder, int64_t literal) {
    if (!builder->full && (literal > builder->variables || -literal > builder->variables))
        builder->full = CNF_VARIABLES;
    return !builder->full;
}

void cnf_put(struct cnf_builder *builder, int64_t literal) {
    if (!cnf_takes(builder, literal))
        return;
    builder->clause =
        memory_grow(builder->clause, &builder->capacity, builder->length + 1, sizeof(int32_t));
    builder->clause[builder->length++] = (int32_t)literal;
}

void cnf_end_clause(struct cnf_builder *builder) {
    if (!builder->full && builder->clauses->last == builder->most)
        builder->full = CNF_CLAUSES;
    if (!builder->full && !clauses_add(builder->clauses, builder->clause, builder->length))
        builder->full = CNF_ROOM;
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

void cnf_free(struct cnf_builder *builder) {
    free(builder->clause);
    builder->clause = NULL;
}
