#include "core/cnf_builder.h"

#include "core/memory.h"

#include <stdlib.h>

void cnf_put(struct cnf_builder *builder, int32_t literal) {
    builder->clause =
        memory_grow(builder->clause, &builder->capacity, builder->length + 1, sizeof literal);
    builder->clause[builder->length++] = literal;
}

void cnf_end_clause(struct cnf_builder *builder) {
    if (!builder->full) {
        builder->made++;
        builder->full = builder->made > builder->most;
    }
    if (!builder->full && !clauses_add(builder->clauses, builder->clause, builder->length)) {
        builder->full = true;
        builder->made = 0;
    }
    builder->length = 0;
}

void cnf_clause1(struct cnf_builder *builder, int32_t a) {
    cnf_put(builder, a);
    cnf_end_clause(builder);
}

void cnf_clause2(struct cnf_builder *builder, int32_t a, int32_t b) {
    cnf_put(builder, a);
    cnf_clause1(builder, b);
}

void cnf_clause3(struct cnf_builder *builder, int32_t a, int32_t b, int32_t c) {
    cnf_put(builder, a);
    cnf_clause2(builder, b, c);
}

void cnf_count_first(struct cnf_builder *builder, int32_t literal, int32_t now, int32_t most) {
    cnf_clause2(builder, -literal, now);
    cnf_clause2(builder, literal, -now);
    for (int32_t k = 1; k < most; k++)
        cnf_clause1(builder, -(now + k));
}

void cnf_count_next(struct cnf_builder *builder, int32_t literal, int32_t before, int32_t now,
                    int32_t most) {
    for (int32_t k = 0; k < most; k++) {
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

uint32_t cnf_finish(struct cnf_builder *builder) {
    free(builder->clause);
    builder->clause = NULL;
    return builder->made;
}
