/* Puts a formula into a set of clauses, literal by literal, and counts its clauses. Beyond `most`
 * clauses, or out of room in the set, nothing is added any more. */
#ifndef STEADYCHECK_CNF_BUILDER_H
#define STEADYCHECK_CNF_BUILDER_H

#include "core/clauses.h"

struct cnf_builder {
    struct clause_set *clauses; /* get the numbers 1, 2, .. */
    uint32_t most;              /* below 2^31 */
    uint32_t made;
    bool full; /* nothing is added any more: a long loop may as well end */
    int32_t *clause;
    size_t length, capacity;
};

void cnf_put(struct cnf_builder *builder, int32_t literal);
void cnf_end_clause(struct cnf_builder *builder);
void cnf_clause1(struct cnf_builder *builder, int32_t a);
void cnf_clause2(struct cnf_builder *builder, int32_t a, int32_t b);
void cnf_clause3(struct cnf_builder *builder, int32_t a, int32_t b, int32_t c);

/* Counters: with `most` variables from `now` on, the k-th says that at least k of the literals so
 * far are true. `first` is for the first literal; `next` continues the counter at `before`, and
 * forbids more than `most` of them. */
void cnf_count_first(struct cnf_builder *builder, int32_t literal, int32_t now, int32_t most);
void cnf_count_next(struct cnf_builder *builder, int32_t literal, int32_t before, int32_t now,
                    int32_t most);

/* The number of clauses; above `most` if there are more, 0 if the set has no room. */
uint32_t cnf_finish(struct cnf_builder *builder);

#endif
