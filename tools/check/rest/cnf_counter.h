/* SPDX-License-Identifier: MIT */
/* Counters in formulas, how many of some literals are true: with `most` variables from `now` on,
 * the k-th says that at least k of the literals so far are. */
#pragma once

#include "core/formula.h"

/* Of the first literal. */
static inline void cnf_count_first(struct cnf_builder *builder, int64_t literal, int64_t now,
                                   int64_t most) {
    cnf_equal(builder, literal, now);
    for (int64_t k = 1; k < most; k++)
        cnf_clause1(builder, -(now + k));
}

/* Of the next one: goes on with the counter at `before`, and forbids more than `most` of them. */
static inline void cnf_count_next(struct cnf_builder *builder, int64_t literal, int64_t before,
                                  int64_t now, int64_t most) {
    for (int64_t k = 0; k < most; k++) {
        cnf_clause2(builder, -(before + k), now + k);
        if (k == 0) {
            cnf_clause2(builder, -literal, now);
            cnf_clause3(builder, -now, before, literal);
        } else {
            cnf_clause3(builder, -literal, -(before + k - 1), now + k);
            cnf_clause3(builder, -(now + k), before + k, literal);
            cnf_clause3(builder, -(now + k), before + k, before + k - 1);
        }
    }
    cnf_clause2(builder, -literal, -(before + most - 1));
}
