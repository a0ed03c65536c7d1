/* The formula whose models are the schedules that bring an item of each processor of a graph to all
 * others within a number of steps; built from the question alone, clause by clause in the order of
 * the grammar (section "Formula of multinode broadcasting" of results/README.md). */
#ifndef STEADYCHECK_CNF_GOSSIP_H
#define STEADYCHECK_CNF_GOSSIP_H

#include "core/clauses.h"

enum {
    GOSSIP_CNF_PROCESSORS = 1000,
    GOSSIP_CNF_LIMIT = 10000, /* edges, and steps */
    GOSSIP_CNF_VARIABLES = 1 << 28
};

/* Contract: processors within 2..GOSSIP_CNF_PROCESSORS, edges and steps within 1..GOSSIP_CNF_LIMIT.
 * Edge e joins ends[2e] < ends[2e+1]; so arc a begins at ends[a], and arc a^1 is the way back. */
struct gossip_cnf {
    uint32_t processors, edges, steps;
    bool half_duplex;
    const uint32_t *ends; /* borrowed */
};

uint64_t gossip_cnf_variables(const struct gossip_cnf *question);

/* Adds the clauses under the numbers 1, 2, ... and returns how many there are; stops beyond
 * `most`, which is below 2^31, with a number above it, and beyond the room of the set with 0.
 * Contract: gossip_cnf_variables() <= GOSSIP_CNF_VARIABLES. */
uint32_t gossip_cnf_build(const struct gossip_cnf *question, uint32_t most,
                          struct clause_set *clauses);

#endif
