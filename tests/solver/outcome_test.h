/* SPDX-License-Identifier: MIT */
#pragma once

/* What an engine found, for tests: it may be changed there, and is written without asking twice. */

#include "solver/question/decide/outcome.h"
#include "tests/solver/solver_test.h"

/* Words or blocks that were found; NULL if it was something else. Owned by the outcome. */
static inline struct schedule *found_schedule(const struct outcome *outcome) {
    return (struct schedule *)outcome_schedule(outcome);
}

/* Is there evidence on one side, and not on the other? */
static inline bool has_proof(const struct outcome *outcome) {
    assert_true(!outcome->schedule.kind || !outcome->bound.kind);
    return outcome_proof(outcome)->kind != NULL;
}

static inline void assert_proof(const struct outcome *outcome, const char *kind) {
    assert_true(has_proof(outcome));
    assert_string_equal(outcome_proof(outcome)->kind, kind);
}

static inline void write_proof(const struct outcome *outcome, const char *path) {
    struct failure failure;
    assert_ok(evidence_write(*outcome_proof(outcome), path, true, NULL, &failure), failure);
}
