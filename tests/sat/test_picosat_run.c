/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/picosat_run.h"
#include "tests/sat/cnf_families.h"
#include "tests/sat/sat_test.h"

static const struct limits no_limits;

static enum picosat_verdict verdict_of(const struct formula *formula) {
    struct failure failure;
    struct picosat_answer answer;
    assert_ok(picosat_run(formula, &no_limits, &answer, &failure), failure);
    enum picosat_verdict verdict = answer.verdict;
    if (verdict == PICOSAT_RUN_MODEL)
        assert_int_equal(formula_violated(formula, answer.model), 0);
    picosat_answer_clear(&answer);
    return verdict;
}

static bool has_model(const struct formula *formula) {
    bool model[32] = {false};
    for (uint32_t bits = 0; bits >> formula->variables == 0; bits++) {
        for (int v = 1; v <= formula->variables; v++)
            model[v] = bits >> (v - 1) & 1;
        if (formula_violated(formula, model) == 0)
            return true;
    }
    return false;
}

static void verdicts_are_those_of_enumeration(void **state) {
    uint64_t random = random_seed();
    int refuted = 0;
    (void)state;
    for (int round = 0; round < 300; round++) {
        struct formula formula;
        int variables = 3 + random_below(&random, 8);
        cnf_random(&formula, variables, variables * (2 + random_below(&random, 6)), &random);
        bool model = has_model(&formula);
        assert_int_equal(verdict_of(&formula), model ? PICOSAT_RUN_MODEL : PICOSAT_RUN_REFUTED);
        refuted += !model;
        formula_clear(&formula);
    }
    assert_in_range(refuted, 30, 270);
}

static void trivial_formulas(void **state) {
    struct formula formula;
    (void)state;
    formula_init(&formula, 0);
    assert_int_equal(verdict_of(&formula), PICOSAT_RUN_MODEL);
    formula_add(&formula, 0);
    assert_int_equal(verdict_of(&formula), PICOSAT_RUN_REFUTED);
    formula_clear(&formula);
    formula_init(&formula, 5);
    cnf_clause(&formula, (int[]){2, 2, -2}, 3);
    assert_int_equal(verdict_of(&formula), PICOSAT_RUN_MODEL);
    cnf_clause(&formula, (int[]){4}, 1);
    cnf_clause(&formula, (int[]){-4, -4}, 2);
    assert_int_equal(verdict_of(&formula), PICOSAT_RUN_REFUTED);
    formula_clear(&formula);
}

static bool stop_at_once(void *context) {
    ++*(int *)context;
    return true;
}

static bool stop_second(void *context) {
    return ++*(int *)context > 1;
}

static void limits_stop_it(void **state) {
    struct failure failure;
    struct formula formula;
    struct picosat_answer answer;
    int asked = 0;
    (void)state;
    cnf_pigeonhole(&formula, 11);
    struct limits few = {.nodes = 1000};
    assert_ok(picosat_run(&formula, &few, &answer, &failure), failure);
    assert_int_equal(answer.verdict, PICOSAT_RUN_UNKNOWN);
    assert_in_range(answer.decisions, 1, 1001);
    struct limits at_once = {.stop = stop_at_once, .context = &asked};
    assert_ok(picosat_run(&formula, &at_once, &answer, &failure), failure);
    assert_int_equal(answer.verdict, PICOSAT_RUN_UNKNOWN);
    assert_int_equal(asked, 1);
    asked = 0;
    struct limits second = {.stop = stop_second, .context = &asked};
    assert_ok(picosat_run(&formula, &second, &answer, &failure), failure);
    assert_int_equal(answer.verdict, PICOSAT_RUN_UNKNOWN);
    assert_int_equal(asked, 2);
    formula_clear(&formula);
}

static void equal_runs_give_equal_proofs(void **state) {
    struct failure failure;
    struct formula formula;
    struct picosat_answer first, second;
    (void)state;
    cnf_pigeonhole(&formula, 6);
    assert_ok(picosat_run(&formula, &no_limits, &first, &failure), failure);
    assert_ok(picosat_run(&formula, &no_limits, &second, &failure), failure);
    assert_true(first.steps.length > 100);
    assert_int_equal(first.steps.length, second.steps.length);
    assert_memory_equal(first.steps.literals, second.steps.literals,
                        first.steps.length * sizeof(int));
    assert_int_equal(first.decisions, second.decisions);
    picosat_answer_clear(&first);
    picosat_answer_clear(&second);
    formula_clear(&formula);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_those_of_enumeration),
        cmocka_unit_test(trivial_formulas),
        cmocka_unit_test(limits_stop_it),
        cmocka_unit_test(equal_runs_give_equal_proofs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
