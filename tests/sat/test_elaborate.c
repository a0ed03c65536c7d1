/* SPDX-License-Identifier: MIT */
/* Proofs of well-known formulas, elaborated, written and judged by the checker program; and that
 * every single hint in them is needed. */
#include "solver/proof/sat/elaborate.h"
#include "solver/proof/sat/picosat_run.h"
#include "solver/proof/sat/refutation.h"
#include "tests/sat/cnf_families.h"
#include "tests/sat/sat_test.h"

static const struct limits no_limits;

static int judge(const struct formula *formula, const struct lrat *lrat) {
    struct failure failure;
    const char *path = test_path("proof.cert");
    struct formula_proof proof = {.variables = formula->variables,
                                  .clauses = formula->clauses,
                                  .literals = formula->literals,
                                  .length = formula->length,
                                  .lrat = *lrat};
    assert_ok(evidence_write(evidence_of_formula(&proof), path, true, NULL, &failure), failure);
    return test_check(path);
}

static void solve(const struct formula *formula, struct picosat_answer *answer) {
    struct failure failure;
    assert_ok(formula_fault(formula, &failure), failure);
    assert_ok(picosat_run(formula, &no_limits, answer, &failure), failure);
}

/* False if the formula has a model. */
static bool refute(const struct formula *formula, struct lrat *lrat) {
    struct failure failure;
    struct picosat_answer answer;
    solve(formula, &answer);
    bool refuted = answer.verdict == PICOSAT_RUN_REFUTED;
    if (refuted)
        assert_ok(elaborate(formula, &answer.steps, &no_limits, lrat, &failure), failure);
    picosat_answer_clear(&answer);
    return refuted;
}

static void refutation_is_verified(struct formula *formula) {
    struct lrat lrat;
    assert_true(refute(formula, &lrat));
    assert_int_equal(judge(formula, &lrat), 0);
    free(lrat.numbers);
    formula_clear(formula);
}

static void pigeons(void **state) {
    struct formula formula;
    (void)state;
    for (int holes = 1; holes <= 7; holes++) {
        cnf_pigeonhole(&formula, holes);
        refutation_is_verified(&formula);
    }
}

static void ladders(void **state) {
    struct formula formula;
    (void)state;
    for (int rungs = 3; rungs <= 9; rungs++) {
        cnf_ladder(&formula, rungs);
        refutation_is_verified(&formula);
    }
}

static void chessboards(void **state) {
    struct formula formula;
    (void)state;
    for (int n = 2; n <= 6; n += 2) {
        cnf_chessboard(&formula, n);
        refutation_is_verified(&formula);
    }
}

static void random_formulas(void **state) {
    uint64_t random = random_seed();
    int refuted = 0;
    (void)state;
    for (int round = 0; round < 60; round++) {
        struct formula formula;
        struct lrat lrat;
        int variables = 10 + 3 * round;
        cnf_random(&formula, variables, 5 * variables, &random);
        if (refute(&formula, &lrat)) {
            refuted++;
            assert_int_equal(judge(&formula, &lrat), 0);
            free(lrat.numbers);
        }
        formula_clear(&formula);
    }
    assert_true(refuted > 20);
}

/* Small clauses, repeated and complementary literals, empty clauses: no search is needed, or hardly
 * any. */
static void odd_formulas(void **state) {
    uint64_t random = random_seed();
    int refuted = 0;
    (void)state;
    for (int round = 0; round < 400; round++) {
        struct formula formula;
        struct lrat lrat;
        int variables = 1 + random_below(&random, 6);
        formula_init(&formula, variables);
        for (int i = random_below(&random, 4 * variables); i > 0; i--) {
            for (int j = random_below(&random, 20) ? 1 + random_below(&random, 3) : 0; j > 0; j--)
                formula_add(&formula, (1 + random_below(&random, variables)) *
                                          (random_below(&random, 2) ? 1 : -1));
            formula_add(&formula, 0);
        }
        if (refute(&formula, &lrat)) {
            refuted++;
            assert_int_equal(judge(&formula, &lrat), 0);
            free(lrat.numbers);
        }
        formula_clear(&formula);
    }
    assert_in_range(refuted, 50, 350);
}

/* Enough steps for clauses of every age: more than are ever recent. */
static void long_proof(void **state) {
    struct formula formula;
    struct picosat_answer answer;
    struct failure failure;
    struct lrat lrat;
    (void)state;
    cnf_pigeonhole(&formula, 8);
    solve(&formula, &answer);
    assert_true(answer.steps.clauses > 5000);
    assert_ok(elaborate(&formula, &answer.steps, &no_limits, &lrat, &failure), failure);
    assert_int_equal(judge(&formula, &lrat), 0);
    free(lrat.numbers);
    picosat_answer_clear(&answer);
    formula_clear(&formula);
}

/* Where hints stand in the packed proof. */
static size_t list_hints(const struct lrat *lrat, size_t *places) {
    size_t count = 0;
    for (size_t i = 0; i < lrat->length; i++) {
        bool addition = lrat->numbers[i++] != 0;
        while (addition && lrat->numbers[i] != 0)
            i++;
        i += addition;
        for (; lrat->numbers[i] != 0; i++)
            if (addition)
                places[count++] = i;
    }
    return count;
}

/* Without any one of its hints a proof is refuted. */
static void hints_are_needed(struct formula *formula, uint64_t *random) {
    struct lrat lrat;
    assert_true(refute(formula, &lrat));
    size_t *places = calloc(lrat.length, sizeof *places), count = list_hints(&lrat, places);
    assert_true(count > 50);
    for (int round = 0; round < 60; round++) {
        size_t place = places[random_below(random, (int)count)];
        size_t rest = lrat.length - place - 1;
        struct lrat damaged = {calloc(lrat.length, sizeof *lrat.numbers), lrat.length - 1};
        memcpy(damaged.numbers, lrat.numbers, place * sizeof *lrat.numbers);
        memcpy(damaged.numbers + place, lrat.numbers + place + 1, rest * sizeof *lrat.numbers);
        assert_int_equal(judge(formula, &damaged), 1);
        free(damaged.numbers);
    }
    free(places);
    free(lrat.numbers);
    formula_clear(formula);
}

static void every_hint_is_needed(void **state) {
    struct formula formula;
    uint64_t random = random_seed();
    (void)state;
    cnf_ladder(&formula, 5);
    hints_are_needed(&formula, &random);
    cnf_random(&formula, 80, 640, &random);
    hints_are_needed(&formula, &random);
}

/* Every kept step is deleted once, behind its last use, but those that the last line uses. */
static void deletions_balance(void **state) {
    struct formula formula;
    struct lrat lrat;
    size_t added = 0, deleted = 0, at_end = 0;
    (void)state;
    cnf_pigeonhole(&formula, 5);
    assert_true(refute(&formula, &lrat));
    for (size_t i = 0; i < lrat.length; i++) {
        bool addition = lrat.numbers[i] != 0;
        added += addition;
        for (i++; lrat.numbers[i] != 0; i++)
            deleted += !addition;
        at_end = 0;
        for (i += addition; addition && lrat.numbers[i] != 0; i++)
            at_end += lrat.numbers[i] > (int64_t)formula.clauses;
    }
    assert_true(added > 20);
    assert_int_equal(deleted, added - 1 - at_end);
    assert_int_equal(judge(&formula, &lrat), 0);
    free(lrat.numbers);
    formula_clear(&formula);
}

/* Steps given by hand, for two pigeonholes. */
static enum status elaborate_steps(const int *steps, size_t length, struct lrat *lrat,
                                   struct failure *failure) {
    struct formula formula, list;
    cnf_pigeonhole(&formula, 2);
    formula_init(&list, formula.variables);
    for (size_t i = 0; i < length; i++)
        formula_add(&list, steps[i]);
    enum status status = elaborate(&formula, &list, &no_limits, lrat, failure);
    if (!status)
        assert_int_equal(judge(&formula, lrat), 0);
    formula_clear(&formula);
    formula_clear(&list);
    return status;
}

static void wrong_steps_are_noticed(void **state) {
    struct failure failure = {0};
    struct lrat lrat;
    const int good[] = {1, 3, 0, 1, 0}, unneeded[] = {-1, -4, 0, 2, 5, 0, 1, 3, 0, 1, 0};
    const int wrong[] = {1, 3, 0, 1, 0, -1, 0}, early[] = {1, 0, -1, 0}, open[] = {1, 3, 0};
    const int empty[] = {0}, always[] = {1, -1, 0, 1, 3, 0, 1, 1, 0};
    (void)state;
    assert_ok(elaborate_steps(good, 5, &lrat, &failure), failure);
    free(lrat.numbers);
    assert_ok(elaborate_steps(wrong, 7, &lrat, &failure), failure); /* contradictory before */
    free(lrat.numbers);
    assert_ok(elaborate_steps(unneeded, 11, &lrat, &failure), failure);
    free(lrat.numbers);
    assert_ok(elaborate_steps(always, 9, &lrat, &failure), failure);
    free(lrat.numbers);
    assert_int_equal(elaborate_steps(early, 4, &lrat, &failure), STATUS_OK);
    free(lrat.numbers);
    assert_int_equal(elaborate_steps(open, 3, &lrat, &failure), STATUS_INTERNAL);
    assert_non_null(strstr(failure.message, "contradiction"));
    assert_int_equal(elaborate_steps(empty, 1, &lrat, &failure), STATUS_INTERNAL);
    assert_non_null(strstr(failure.message, "step 1 "));
}

static void a_step_that_does_not_follow_is_named(void **state) {
    struct failure failure = {0};
    struct formula formula, steps;
    struct lrat lrat;
    (void)state;
    cnf_pigeonhole(&formula, 4);
    formula_init(&steps, formula.variables);
    const int list[] = {-1, -5, 0, 1, 0, 6, 0, 11, 0, 16, 0};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        formula_add(&steps, list[i]);
    assert_int_equal(elaborate(&formula, &steps, &no_limits, &lrat, &failure), STATUS_INTERNAL);
    assert_non_null(strstr(failure.message, "does not follow"));
    assert_null(strstr(failure.message, "step 1 ")); /* it does */
    formula_clear(&formula);
    formula_clear(&steps);
}

/* Of a literal that is false anyway, the proof does not say why: it is assumed false. */
static void assumptions_need_no_hint(void **state) {
    struct failure failure;
    struct formula formula, steps;
    struct lrat lrat;
    const int clauses[] = {1, 0, -1, 2, 3, 0, 2, -3, 0, -2, 3, 0, -2, -3, 0};
    (void)state;
    formula_init(&formula, 3);
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
        formula_add(&formula, clauses[i]);
    formula_init(&steps, 3);
    cnf_pair(&steps, -1, 2);
    assert_ok(elaborate(&formula, &steps, &no_limits, &lrat, &failure), failure);
    assert_int_equal(judge(&formula, &lrat), 0);
    assert_int_equal(lrat.numbers[0], 6);
    assert_int_equal(lrat.numbers[4] + lrat.numbers[5], 2 + 3); /* clause 1 is no hint */
    assert_int_equal(lrat.numbers[6], 0);
    free(lrat.numbers);
    formula_clear(&formula);
    formula_clear(&steps);
}

static bool stop(void *context) {
    (void)context;
    return true;
}

static void limits_stop_it(void **state) {
    struct failure failure = {0};
    struct formula formula;
    struct picosat_answer answer;
    struct lrat lrat;
    const struct limits limits = {.stop = stop};
    (void)state;
    cnf_pigeonhole(&formula, 5);
    solve(&formula, &answer);
    assert_int_equal(elaborate(&formula, &answer.steps, &limits, &lrat, &failure), STATUS_LIMIT);
    picosat_answer_clear(&answer);
    formula_clear(&formula);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pigeons),
        cmocka_unit_test(ladders),
        cmocka_unit_test(chessboards),
        cmocka_unit_test(random_formulas),
        cmocka_unit_test(odd_formulas),
        cmocka_unit_test(long_proof),
        cmocka_unit_test(every_hint_is_needed),
        cmocka_unit_test(deletions_balance),
        cmocka_unit_test(wrong_steps_are_noticed),
        cmocka_unit_test(a_step_that_does_not_follow_is_named),
        cmocka_unit_test(assumptions_need_no_hint),
        cmocka_unit_test(limits_stop_it),
    };
    return cmocka_run_group_tests(tests, NULL, test_remove_folder);
}
