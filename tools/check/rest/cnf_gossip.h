/* SPDX-License-Identifier: MIT */
/* Kind impossible-gossip: the items of all processors of a graph cannot be with all of them within
 * a number of steps. The formula's models are the schedules that bring them, clause by clause in
 * the order of the grammar (section "Formula of multinode broadcasting" of results/README.md).
 *
 * A schedule gives a model: receptions of what a processor has already, and messages of them, are
 * left out, so each message is received. A model gives a schedule: what is received in a step is
 * what one neighbour sends (clauses 5 and 4), and each processor sends one item, along one arc (2
 * and 3). */
#ifndef STEADYCHECK_CNF_GOSSIP_H
#define STEADYCHECK_CNF_GOSSIP_H

#include "core/formula.h"

enum {
    GOSSIP_CNF_PROCESSORS = 1000,
    GOSSIP_CNF_LIMIT = 10000, /* edges, and steps */
};

/* Contract: processors within 2..GOSSIP_CNF_PROCESSORS, edges and steps within 1..GOSSIP_CNF_LIMIT.
 * Edge e joins ends[2e] < ends[2e+1]; so arc a begins at ends[a], and arc a^1 is the way back. */
struct gossip_cnf {
    uint32_t processors, edges, steps;
    bool half_duplex;
    const uint32_t *ends; /* borrowed */
};

/* Of a struct formula. */
int64_t gossip_cnf_build(struct cnf_builder *builder, const void *question);

#endif
