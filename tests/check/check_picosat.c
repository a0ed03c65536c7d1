/* SPDX-License-Identifier: MIT */
#include "check_picosat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <picosat/picosat.h>
#include <stdlib.h>

enum { MOST_DECISIONS = 20000000, MOST_VARIABLES = 1 << 14 };

void picosat_build(struct picosat_formula *built, const struct formula *formula) {
    built->clauses = (struct clause_set){.last = 0};
    struct cnf_builder builder = {
        .clauses = &built->clauses, .variables = INT32_MAX, .most = 1 << 24};
    built->variables = (uint32_t)formula_build(formula, &builder);
    built->count = built->clauses.last;
    assert_int_equal(builder.full, CNF_NOT_FULL);
    assert_true(built->count > 0);
}

static PicoSAT *solver_of(const struct picosat_formula *formula) {
    PicoSAT *solver = picosat_init();
    assert_non_null(solver);
    picosat_adjust(solver, (int)formula->variables);
    for (uint32_t id = 1; id <= formula->count; id++) {
        const int32_t *clause = clauses_find(&formula->clauses, id);
        for (; *clause; clause++) {
            assert_in_range(abs(*clause), 1, formula->variables);
            picosat_add(solver, *clause);
        }
        picosat_add(solver, 0);
    }
    return solver;
}

/* Another model differs somewhere from this one. */
static void exclude(PicoSAT *solver, int variables) {
    int other[MOST_VARIABLES];
    assert_in_range(variables, 1, MOST_VARIABLES);
    for (int i = 0; i < variables; i++)
        other[i] = picosat_deref(solver, i + 1) > 0 ? -(i + 1) : i + 1;
    for (int i = 0; i < variables; i++)
        picosat_add(solver, other[i]);
    picosat_add(solver, 0);
}

unsigned long picosat_models(const struct picosat_formula *formula, unsigned long most) {
    PicoSAT *solver = solver_of(formula);
    unsigned long models = 0;
    for (int answer = PICOSAT_SATISFIABLE; answer == PICOSAT_SATISFIABLE && models < most;) {
        if (models)
            exclude(solver, (int)formula->variables);
        answer = picosat_sat(solver, MOST_DECISIONS);
        assert_int_not_equal(answer, PICOSAT_UNKNOWN);
        models += answer == PICOSAT_SATISFIABLE;
    }
    picosat_reset(solver);
    return models;
}

bool picosat_has_model(const struct picosat_formula *formula) {
    return picosat_models(formula, 1) == 1;
}
