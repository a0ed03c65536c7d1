/* SPDX-License-Identifier: MIT */
/* Kind impossible-periodic: no schedule of a period, for a number of processors and a delay. The
 * formula's models are these schedules, clause by clause in the order of the grammar (section
 * "Formula of a periodic schedule" of results/README.md).
 *
 * A schedule gives a model, if sends that nobody waits for are left out. A row *sends* what is
 * received L steps later: as many sends are made as receptions of values w <= t-L, N-1 a step, so
 * exactly one processor sends nothing (clauses 2 and 4). A word of length kT is k rows that follow
 * each other, begun with any of them, and words stand in any order. In return, the values that a
 * row of a model receives are a walk in the state graph of kind prices, closed after its word,
 * hence a legal word. With `blocks` the first row of a word sends what it receives, its head, and
 * each further one what is then left of it, so the head need not be the largest value. */
#pragma once

#include "core/formula.h"

enum { PERIODIC_CNF_LIMIT = 10000 };

/* What a processor does after a period: the same again; perhaps what another one did; or that, in
 * block-cyclic schedules on pruned trees, for period 1. */
enum periodic_roles { ROLES_KEEP, ROLES_PERMUTE, ROLES_BLOCKS };

/* Contract: latency >= 1; latency <= depth; all others at least 1; depth, processors and period at
 * most PERIODIC_CNF_LIMIT; period 1 for ROLES_BLOCKS. */
struct periodic_cnf {
    uint32_t latency, depth, processors, period;
    enum periodic_roles roles;
};

/* Of a struct formula. */
int64_t periodic_cnf_build(struct cnf_builder *builder, const void *question);

/* The variable that says that row p >= 1 begins a word, if processors may change roles. */
int64_t periodic_cnf_begins(const struct periodic_cnf *question, int64_t p);

/* An order of the words of periodic schedules: they begin with the row that receives most at step
 * 0, or blocks with their head, and stand in the order of what it is. THEOREMS.md, section 8.6: a
 * word may be begun with any of its rows, and words may stand in any order. */
extern const struct formula_order words_order;
