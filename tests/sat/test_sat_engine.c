/* SPDX-License-Identifier: MIT */
#include "solver/question/decide/arithmetic.h"
#include "solver/question/decide/sat.h"
#include "tests/sat/sat_test.h"
#include "tests/solver/outcome_test.h"

static const struct limits no_limits;

static void answers_are_verified(int latency, int depth, bool words) {
    struct failure failure;
    struct outcome sat, arithmetic;
    const char *path = test_path("answer.cert");
    assert_ok(sat_solve(latency, depth, words, &no_limits, &sat, &failure), failure);
    assert_ok(arithmetic_solve(latency, depth, &no_limits, &arithmetic, &failure), failure);
    assert_int_equal(sat.verdict, arithmetic.verdict);
    assert_int_equal(outcome_schedule(&sat) != NULL, sat.verdict == VERDICT_FEASIBLE);
    if (sat.verdict == VERDICT_INFEASIBLE)
        assert_proof(&sat, "impossible-cnf");
    assert_string_equal(sat.by, "sat");
    write_proof(&sat, path);
    assert_int_equal(test_check(path), 0);
    outcome_clear(&sat);
    outcome_clear(&arithmetic);
}

/* t < L, single blocks, twins, and all the exceptions t = 2L for even L. */
static void verdicts_are_those_of_arithmetic(void **state) {
    (void)state;
    for (int words = 0; words < 2; words++)
        for (int latency = 1; latency <= 6; latency++)
            for (int depth = 0; depth <= 3 * latency + 1 && depth <= 13; depth++)
                answers_are_verified(latency, depth, words);
}

static void latency_2_and_the_largest_exceptions(void **state) {
    (void)state;
    for (int depth = 8; depth <= 10; depth++) {
        answers_are_verified(2, depth, false);
        answers_are_verified(2, depth, true);
    }
    for (int latency = 8; latency <= 20; latency += 2)
        answers_are_verified(latency, 2 * latency, false);
    answers_are_verified(8, 16, true);
}

static bool stop(void *context) {
    (void)context;
    return true;
}

static void stopped_is_unknown(void **state) {
    struct failure failure;
    struct outcome outcome;
    const struct limits nodes = {.nodes = 100}, stopped = {.stop = stop};
    (void)state;
    assert_ok(sat_solve(10, 20, true, &nodes, &outcome, &failure), failure);
    assert_int_equal(outcome.verdict, VERDICT_UNKNOWN);
    assert_false(has_proof(&outcome));
    assert_true(*outcome.reason);
    assert_in_range(outcome.nodes, 1, 101);
    outcome_clear(&outcome);
    assert_ok(sat_solve(4, 8, true, &stopped, &outcome, &failure), failure);
    assert_int_equal(outcome.verdict, VERDICT_UNKNOWN);
    outcome_clear(&outcome);
}

static void ranges_are_refused(void **state) {
    struct failure failure = {0};
    struct outcome outcome;
    (void)state;
    assert_int_equal(sat_solve(0, 3, false, &no_limits, &outcome, &failure), STATUS_INPUT);
    assert_int_equal(sat_solve(3, -1, false, &no_limits, &outcome, &failure), STATUS_INPUT);
    assert_int_equal(sat_solve(3, 40, false, &no_limits, &outcome, &failure), STATUS_LIMIT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_those_of_arithmetic),
        cmocka_unit_test(latency_2_and_the_largest_exceptions),
        cmocka_unit_test(stopped_is_unknown),
        cmocka_unit_test(ranges_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, test_remove_folder);
}
