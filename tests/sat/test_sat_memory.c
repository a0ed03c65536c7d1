/* SPDX-License-Identifier: MIT */
/* Refuses the memory at every place where the engine asks for it, PicoSAT included, one place per
 * run: each run must end with STATUS_MEMORY and (under a leak checker) without leaks. The linker
 * directs malloc, calloc and realloc of our own code here (--wrap). */
#include <limits.h>

#include "solver/proof/sat/cadical_run.h"
#include "solver/proof/sat/elaborate.h"
#include "solver/proof/sat/picosat_run.h"
#include "solver/question/decide/sat.h"
#include "solver/stream/stationary/periodic_sat.h"
#include "tests/refuse_memory.h"
#include "tests/sat/cnf_families.h"
#include "tests/sat/sat_test.h"

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size) {
    return refuses() ? NULL : __real_malloc(size);
}

typedef enum status operation(struct failure *failure);

/* Runs the operation with 0, 1, 2, .. allocations granted until it succeeds. */
static void refuse_everywhere(operation *run, long at_least) {
    long granted = 0;
    for (;;) {
        struct failure failure = {STATUS_OK, ""};
        allocations_granted = granted++;
        enum status status = run(&failure);
        allocations_granted = -1;
        if (status == STATUS_OK)
            break;
        assert_int_equal(status, STATUS_MEMORY);
        assert_int_equal(failure.status, status);
        assert_string_not_equal(failure.message, "");
    }
    assert_true(granted > at_least);
}

static const struct limits no_limits;

static enum status solve(int latency, int depth, struct failure *failure) {
    struct outcome outcome;
    enum status status = sat_solve(latency, depth, false, &no_limits, &outcome, failure);
    if (!status)
        outcome_clear(&outcome);
    return status;
}

static enum status solve_feasible(struct failure *failure) {
    return solve(3, 7, failure);
}

static enum status solve_infeasible(struct failure *failure) {
    return solve(6, 12, failure);
}

static enum status solve_single(struct failure *failure) {
    return solve(6, 5, failure);
}

static enum status solve_periodic(int period, struct failure *failure) {
    struct periodic_answer answer;
    enum status status = periodic_sat_solve(2, 4, 5, period, true, &no_limits, &answer, failure);
    if (!status)
        periodic_answer_clear(&answer);
    return status;
}

static enum status solve_periodic_feasible(struct failure *failure) {
    return solve_periodic(2, failure);
}

static enum status solve_periodic_infeasible(struct failure *failure) {
    return solve_periodic(1, failure);
}

static enum status refute_pigeons(struct failure *failure) {
    struct formula formula;
    struct picosat_answer answer;
    struct lrat lrat;
    cnf_pigeonhole(&formula, 5);
    enum status status = formula_fault(&formula, failure);
    if (!status)
        status = picosat_run(&formula, &no_limits, &answer, failure);
    if (!status) {
        status = elaborate(&formula, &answer.steps, &no_limits, &lrat, failure);
        picosat_answer_clear(&answer);
    }
    formula_clear(&formula);
    if (!status)
        free(lrat.numbers);
    return status;
}

static enum status ask_cadical(int holes, int clauses, struct failure *failure) {
    char program[4096];
    struct formula formula;
    struct cadical_answer answer;
    cnf_pigeonhole(&formula, holes);
    if (clauses < (int)formula.clauses) /* without the last ones there is room for all */
        for (formula.clauses = 0, formula.length = 0; (int)formula.clauses < clauses;)
            formula.clauses += formula.literals[formula.length++] == 0;
    enum status status = formula_fault(&formula, failure);
    if (!status && cadical_find(program, sizeof program)) {
        status = cadical_run(program, &formula, CADICAL_PROOF, &no_limits, &answer, failure);
        if (!status)
            cadical_answer_clear(&answer);
    }
    formula_clear(&formula);
    return status;
}

static enum status cadical_refutes(struct failure *failure) {
    return ask_cadical(5, INT_MAX, failure);
}

static enum status cadical_finds(struct failure *failure) {
    return ask_cadical(5, 20, failure);
}

static void feasible(void **state) {
    (void)state;
    refuse_everywhere(solve_feasible, 100);
}

static void infeasible(void **state) {
    (void)state;
    refuse_everywhere(solve_infeasible, 100);
}

static void single(void **state) {
    (void)state;
    refuse_everywhere(solve_single, 0);
}

static void periodic(void **state) {
    (void)state;
    refuse_everywhere(solve_periodic_feasible, 100);
    refuse_everywhere(solve_periodic_infeasible, 100);
}

static void cadical(void **state) {
    (void)state;
    refuse_everywhere(cadical_refutes, 1);
    refuse_everywhere(cadical_finds, 1);
}

static void pigeons(void **state) {
    (void)state;
    refuse_everywhere(refute_pigeons, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feasible), cmocka_unit_test(infeasible), cmocka_unit_test(single),
        cmocka_unit_test(periodic), cmocka_unit_test(pigeons),    cmocka_unit_test(cadical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
