/* SPDX-License-Identifier: MIT */
/* Kind impossible-cnf: no block-cyclic schedule for (L,t). The formula's models are these
 * schedules, clause by clause in the order of the grammar (section "Formula" of
 * results/README.md). */
#ifndef STEADYCHECK_CNF_BLOCKS_H
#define STEADYCHECK_CNF_BLOCKS_H

#include "core/formula.h"
#include "rest/slots.h"

/* Counters, how many of some literals are true, for other formulas too. With `most` variables from
 * `now` on, the k-th says that at least k of the literals so far are true. `first` is for the first
 * literal; `next` continues the counter at `before`, and forbids more than `most` of them. */
void cnf_count_first(struct cnf_builder *builder, int64_t literal, int64_t now, int64_t most);
void cnf_count_next(struct cnf_builder *builder, int64_t literal, int64_t before, int64_t now,
                    int64_t most);

struct blocks_question {
    struct slots slots;
    bool sums; /* encoding: a block is given by its letters; else it is a word */
};

/* Of a struct formula (formula.h). */
int64_t cnf_blocks_build(struct cnf_builder *builder, const void *question);

#endif
