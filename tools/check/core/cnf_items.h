/* The plain formula whose models are the schedules that bring K items to all processors by a time,
 * in the postal model with p ports; built from the question alone, clause by clause in the order of
 * the grammar (section "Formula of K items" of results/README.md). Its variables say who has,
 * receives and sends which item when, not to whom: of an item that is sent to a others, a or fewer
 * receive it. */
#ifndef STEADYCHECK_CNF_ITEMS_H
#define STEADYCHECK_CNF_ITEMS_H

#include "core/cnf_order.h"

enum { ITEMS_CNF_LIMIT = 10000, ITEMS_CNF_VARIABLES = 1 << 28 };

/* Contract: all numbers are within 1..ITEMS_CNF_LIMIT, and latency <= time. */
struct items_cnf {
    uint32_t latency, ports;
    uint32_t rows; /* N, the processors beside the source */
    uint32_t items, time;
    bool single;                   /* the source sends each item once */
    const struct cnf_order *order; /* of rows and items, or NULL */
};

/* The number of variables; if there are more than ITEMS_CNF_VARIABLES, some number above that. */
uint64_t items_cnf_variables(const struct items_cnf *question);

/* Adds the clauses under the numbers 1, 2, ... and returns how many there are; stops beyond
 * `most`, which is below 2^31, with a number above it, and beyond the room of the set with 0.
 * Contract: items_cnf_variables() <= ITEMS_CNF_VARIABLES. */
uint32_t items_cnf_build(const struct items_cnf *question, uint32_t most,
                         struct clause_set *clauses);

/* Variables that an order needs: h, row q >= 1 has item c at time u; x, the source sends item c at
 * time s to at least one. */
int32_t items_cnf_has(const struct items_cnf *question, int32_t q, int32_t c, int32_t u);
int32_t items_cnf_emits(const struct items_cnf *question, int32_t c, int32_t s);

#endif
