/* SPDX-License-Identifier: MIT */
/* Counters in formulas: how many of some literals are true. */
#ifndef STEADYCHECK_CNF_COUNTER_H
#define STEADYCHECK_CNF_COUNTER_H

#include "core/cnf_builder.h"

/* With `most` variables from `now` on, the k-th says that at least k of the literals so far are
 * true. `first` is for the first literal; `next` continues the counter at `before`, and forbids
 * more than `most` of them. */
void cnf_count_first(struct cnf_builder *builder, int64_t literal, int64_t now, int64_t most);
void cnf_count_next(struct cnf_builder *builder, int64_t literal, int64_t before, int64_t now,
                    int64_t most);

#endif
