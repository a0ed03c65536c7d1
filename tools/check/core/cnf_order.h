/* What may stand behind a plain formula, each clause of which is true of every schedule when the
 * variables are read by their definitions: variables and clauses that put processors, items or
 * words in an order. That is no loss, but it is an argument, which the verdict names. This program
 * part knows no order; kinds that use one are beyond it. */
#ifndef STEADYCHECK_CNF_ORDER_H
#define STEADYCHECK_CNF_ORDER_H

#include "core/cnf_builder.h"

/* `question` is that of the formula. */
struct cnf_order {
    const char *rests; /* on this section of results/THEOREMS.md */
    uint64_t (*variables)(const void *question);
    /* Adds the clauses; the variables are last + 1, last + 2, .. */
    void (*build)(struct cnf_builder *builder, const void *question, int32_t last);
};

#endif
