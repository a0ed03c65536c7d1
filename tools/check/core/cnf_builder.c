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

void cnf_count_first(struct cnf_builder *builder, int64_t literal, int64_t now, int64_t most) {
    cnf_clause2(builder, -literal, now);
    cnf_clause2(builder, literal, -now);
    for (int64_t k = 1; k < most; k++)
        cnf_clause1(builder, -(now + k));
}

void cnf_count_next(struct cnf_builder *builder, int64_t literal, int64_t before, int64_t now,
                    int64_t most) {
    for (int64_t k = 0; k < most; k++) {
        cnf_clause2(builder, -(before + k), now + k);
        if (k == 0) {
            cnf_clause2(builder, -literal, now);
            cnf_clause3(builder, -now, before, literal);
        } else {
            cnf_clause3(builder, -literal, -(before + k - 1), now + k);
            cnf_clause3(builder, -(now + k), before + k, literal);
            cnf_clause3(builder, -(now + k), before + k, before + k - 1);
        }
    }
    cnf_clause2(builder, -literal, -(before + most - 1));
}

void cnf_free(struct cnf_builder *builder) {
    free(builder->clause);
    builder->clause = NULL;
}
