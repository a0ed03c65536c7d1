/* SPDX-License-Identifier: MIT */
/* Puts a formula into a set of clauses, literal by literal. It is full, and nothing is added any
 * more, as soon as the formula has more variables or clauses than it should, or the set has no
 * room: a long loop may as well end. */
#ifndef STEADYCHECK_CNF_BUILDER_H
#define STEADYCHECK_CNF_BUILDER_H

#include "core/clauses.h"

enum cnf_full { CNF_NOT_FULL, CNF_VARIABLES, CNF_CLAUSES, CNF_ROOM };

struct cnf_builder {
    struct clause_set *clauses; /* get the numbers 1, 2, .. */
    uint32_t variables, most;   /* variables and clauses; below 2^31 */
    enum cnf_full full;
    int32_t *clause;
    size_t length, capacity;
};

/* Is the builder not full? It becomes so if there is no such variable. */
bool cnf_takes(struct cnf_builder *builder, int64_t literal);

void cnf_put(struct cnf_builder *builder, int64_t literal);
void cnf_end_clause(struct cnf_builder *builder);
void cnf_clause1(struct cnf_builder *builder, int64_t a);
void cnf_clause2(struct cnf_builder *builder, int64_t a, int64_t b);
void cnf_clause3(struct cnf_builder *builder, int64_t a, int64_t b, int64_t c);

/* What the builder has for itself. */
void cnf_free(struct cnf_builder *builder);

#endif
