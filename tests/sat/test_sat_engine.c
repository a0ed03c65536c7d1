/* SPDX-License-Identifier: MIT */
#include "solver/decide/decide.h"
#include "tests/sat/sat_test.h"

static const struct limits no_limits;

static enum verdict solve(const char *engine, int latency, int depth, bool words,
                          struct answer *answer) {
    struct failure failure;
    const struct decide_options options = {.words = words};
    assert_non_null(decide_engine_by_name(engine));
    assert_ok(decide_engine_by_name(engine)->solve(latency, depth, &options, &no_limits, answer,
                                                   &failure),
              failure);
    return answer->verdict;
}

static void answers_are_verified(int latency, int depth, bool words) {
    struct failure failure;
    struct answer sat, arithmetic;
    const char *path = test_path("answer.cert");
    enum verdict verdict = solve("sat", latency, depth, words, &sat);
    assert_int_equal(verdict, solve("arithmetic", latency, depth, words, &arithmetic));
    assert_int_equal(sat.evidence, verdict == VERDICT_FEASIBLE ? EVIDENCE_SCHEDULE : EVIDENCE_CNF);
    assert_string_equal(sat.engine, "sat");
    assert_ok(answer_write(&sat, path, true, NULL, &failure), failure);
    assert_int_equal(test_check(path), 0);
    answer_clear(&sat);
    answer_clear(&arithmetic);
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
    struct answer answer;
    const struct decide_options options = {.words = true};
    const struct limits nodes = {.nodes = 100}, stopped = {.stop = stop};
    const struct decide_engine *sat = decide_engine_by_name("sat");
    (void)state;
    assert_ok(sat->solve(10, 20, &options, &nodes, &answer, &failure), failure);
    assert_int_equal(answer.verdict, VERDICT_UNKNOWN);
    assert_int_equal(answer.evidence, EVIDENCE_NONE);
    assert_non_null(answer.reason);
    assert_in_range(answer.nodes, 1, 101);
    answer_clear(&answer);
    assert_ok(sat->solve(4, 8, &options, &stopped, &answer, &failure), failure);
    assert_int_equal(answer.verdict, VERDICT_UNKNOWN);
    answer_clear(&answer);
}

static void ranges_are_refused(void **state) {
    struct failure failure = {0};
    struct answer answer;
    const struct decide_options options = {.words = false};
    const struct decide_engine *sat = decide_engine_by_name("sat");
    (void)state;
    assert_int_equal(sat->solve(0, 3, &options, &no_limits, &answer, &failure), STATUS_INPUT);
    assert_int_equal(sat->solve(3, -1, &options, &no_limits, &answer, &failure), STATUS_INPUT);
    assert_int_equal(sat->solve(3, 40, &options, &no_limits, &answer, &failure), STATUS_LIMIT);
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
