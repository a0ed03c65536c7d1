/* The formula whose models are the block-cyclic schedules of an instance, built from the instance
 * alone, clause by clause in the order of the grammar (section "Formula" of results/README.md). */
#ifndef STEADYCHECK_CNF_BLOCKS_H
#define STEADYCHECK_CNF_BLOCKS_H

#include "core/clauses.h"
#include "core/slots.h"

enum cnf_encoding { CNF_WORDS, CNF_SUMS };

/* The number of variables; may be beyond every limit, but does not overflow. */
uint64_t cnf_variables(const struct slots *slots, enum cnf_encoding encoding);

/* Adds the clauses under the numbers 1, 2, ... and returns how many there are; stops beyond
 * `most`, which is below 2^31, with a number above it, and beyond the room of the set with 0.
 * Contract: cnf_variables() < 2^31. */
uint32_t cnf_build(const struct slots *slots, enum cnf_encoding encoding, uint32_t most,
                   struct clause_set *clauses);

#endif
