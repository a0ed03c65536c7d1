/* The plain formula whose models are the periodic schedules for one question, built from the
 * question alone, clause by clause in the order of the grammar (section "Formula of a periodic
 * schedule" of results/README.md). */
#ifndef STEADYCHECK_CNF_PERIODIC_H
#define STEADYCHECK_CNF_PERIODIC_H

#include "core/cnf_order.h"

enum { PERIODIC_CNF_LIMIT = 10000 };

/* What a processor does after a period: the same again; perhaps what another one did; or that, in
 * block-cyclic schedules on pruned trees, for period 1. */
enum periodic_roles { ROLES_KEEP, ROLES_PERMUTE, ROLES_BLOCKS };

/* Contract: latency >= 1; latency <= depth; all others at least 1; depth, processors and period at
 * most PERIODIC_CNF_LIMIT; period 1 for ROLES_BLOCKS. */
struct periodic_cnf {
    uint32_t latency, depth, processors, period;
    enum periodic_roles roles;
    const struct cnf_order *order; /* of words, or NULL */
};

/* The number of variables; may be beyond every limit, but does not overflow. */
uint64_t periodic_cnf_variables(const struct periodic_cnf *question);

/* Adds the clauses under the numbers 1, 2, ... and returns how many there are; stops beyond
 * `most`, which is below 2^31, with a number above it, and beyond the room of the set with 0.
 * Contract: periodic_cnf_variables() < 2^31. */
uint32_t periodic_cnf_build(const struct periodic_cnf *question, uint32_t most,
                            struct clause_set *clauses);

/* Variables that an order needs: row p receives value v at step 0; row p >= 1 begins a word, if
 * processors may change roles. */
int32_t periodic_cnf_receives(const struct periodic_cnf *question, int32_t p, int32_t v);
int32_t periodic_cnf_begins(const struct periodic_cnf *question, int32_t p);

#endif
