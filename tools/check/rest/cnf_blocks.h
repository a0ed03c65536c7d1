/* SPDX-License-Identifier: MIT */
/* Kind impossible-cnf: no block-cyclic schedule for (L,t). The formula's models are these
 * schedules, clause by clause in the order of the grammar (section "Formula" of
 * results/README.md). */
#pragma once

#include "core/formula.h"
#include "rest/slots.h"

struct blocks_question {
    struct slots slots;
    bool sums; /* encoding: a block is given by its letters; else it is a word */
};

/* Of a struct formula (formula.h). */
int64_t cnf_blocks_build(struct cnf_builder *builder, const void *question);
