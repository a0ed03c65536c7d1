/* SPDX-License-Identifier: MIT */
/* Counters in formulas, against all assignments of the literals that they count. */
#include "solver/proof/sat/formula.h"
#include "tests/sat/cnf_families.h"
#include "tests/sat/sat_test.h"

enum { MOST = 8 };

/* Literals 1..n, every third of them negated, with the values that `bits` gives them. */
static void fix(struct formula *formula, int *literals, int first, int n, unsigned bits) {
    for (int i = 0; i < n; i++) {
        int variable = first + i;
        literals[i] = i % 3 == 2 ? -variable : variable;
        formula_add(formula, bits >> i & 1 ? literals[i] : -literals[i]);
        formula_add(formula, 0);
    }
}

static bool has_model(struct formula *formula) {
    const struct limits limits = {0};
    struct failure failure;
    enum verdict end;
    bool *model = NULL;
    uint64_t decisions = 0;
    assert_ok(formula_fault(formula, &failure), failure);
    assert_ok(find_model(formula, &limits, &end, &model, &decisions, &failure), failure);
    assert_int_not_equal(end, VERDICT_UNKNOWN);
    assert_true((end == VERDICT_FEASIBLE) == (model != NULL));
    free(model);
    formula_clear(formula);
    return end == VERDICT_FEASIBLE;
}

static void bounds_hold(void **state) {
    (void)state;
    for (int n = 0; n <= 5; n++)
        for (unsigned bits = 0; bits < 1u << n; bits++)
            for (int bound = 0; bound <= n + 1; bound++) {
                struct formula formula;
                int literals[MOST], count = __builtin_popcount(bits);
                formula_init(&formula, n);
                fix(&formula, literals, 1, n, bits);
                count_at_least(&formula, literals, n, bound);
                assert_int_equal(has_model(&formula), count >= bound);
                formula_init(&formula, n);
                fix(&formula, literals, 1, n, bits);
                count_at_most(&formula, literals, n, bound);
                assert_int_equal(has_model(&formula), count <= bound);
            }
}

static void numbers_are_compared(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int i = 0; i < 1500; i++) {
        struct formula formula;
        int literals[MOST], others[MOST], n = random_below(&random, 6),
                                          m = random_below(&random, 6);
        int bound = random_below(&random, 6);
        unsigned left = (unsigned)random_below(&random, 1 << n),
                 right = (unsigned)random_below(&random, 1 << m);
        formula_init(&formula, n + m);
        fix(&formula, literals, 1, n, left);
        fix(&formula, others, n + 1, m, right);
        count_no_more(&formula, literals, n, others, m, bound);
        int count = __builtin_popcount(left);
        assert_int_equal(has_model(&formula), count <= __builtin_popcount(right) && count <= bound);
    }
}

/* Memory was refused in the middle of a clause: who builds goes on, and is told in the end. */
static void a_fault_stays(void **state) {
    const int literals[] = {1, 2, 3};
    struct formula formula;
    (void)state;
    formula_init(&formula, 3);
    formula_add(&formula, 1);
    formula.fault = STATUS_MEMORY;
    count_at_least(&formula, literals, 3, 2);
    count_at_most(&formula, literals, 3, 1);
    count_no_more(&formula, literals, 3, literals, 3, 2);
    assert_int_equal(formula.fault, STATUS_MEMORY);
    assert_int_equal(formula.length, 1);
    formula_clear(&formula);
}

static void limits_stop_it(void **state) {
    const struct limits few = {.nodes = 1}, enough = {0};
    struct formula formula;
    struct failure failure;
    enum verdict end;
    bool *model = NULL;
    uint64_t decisions = 0;
    (void)state;
    cnf_pigeonhole(&formula, 6);
    assert_ok(find_model(&formula, &few, &end, &model, &decisions, &failure), failure);
    assert_int_equal(end, VERDICT_UNKNOWN);
    assert_null(model);
    uint64_t before = decisions;
    assert_ok(find_model(&formula, &enough, &end, &model, &decisions, &failure), failure);
    assert_int_equal(end, VERDICT_INFEASIBLE);
    assert_null(model);
    assert_true(decisions > before + 1);
    formula_clear(&formula);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(numbers_are_compared),
        cmocka_unit_test(a_fault_stays),
        cmocka_unit_test(limits_stop_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
