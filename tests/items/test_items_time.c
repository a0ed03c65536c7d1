/* SPDX-License-Identifier: MIT */
/* The least time from both sides: what closes the interval, and why it stays open, which is said as
 * it is. */
#include "solver/question/details.h"
#include "tests/solver/ask_test.h"

#include <string.h>

static const struct limits no_limits;

static struct outcome ask(const struct items_question *question, const char *engine,
                          const struct limits *limits) {
    struct question asked = test_question("broadcast latency 1 processors 2 items 1");
    struct outcome outcome;
    struct failure failure;
    question_set(&asked, KEY_LATENCY, question->latency);
    question_set(&asked, KEY_PORTS, question->ports);
    question_set(&asked, KEY_SENDS, question->single);
    question_set(&asked, KEY_PROCESSORS, question->processors + 1);
    question_set(&asked, KEY_ITEMS, question->items);
    assert_ok(test_ask(&asked, engine, limits, &outcome, &failure), failure);
    return outcome;
}

/* Why each interval stays open: what the one who refused the question says. */
static void reasons_are_those_of_who_refused(void **state) {
    static const struct {
        struct items_question question;
        const char *engine;
        const char *reason;
    } cases[] = {
        {{1000000, 1, 99, 100, true, 0}, "construction", "more than P(1000000) processors"},
        {{3, 1, 33, 3, false, 0}, "backtrack", "32 processors"},
        {{3, 1, 149, 20, false, 0}, "sat", "literals"},
        {{10000, 1, 5, 3, false, 0}, "sat", "latency 10000 is more than 9999"},
        {{1, 4, 8, 3, false, 0}, "construction", "no construction ends at the bound"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct outcome outcome = ask(&cases[i].question, cases[i].engine, &no_limits);
        const struct items_time *time = outcome.detail;
        assert_true(time->lower < time->upper);
        assert_int_equal(time->lower, time->counted);
        assert_false(time->has_proof);
        if (!strstr(outcome.reason, cases[i].reason))
            fail_msg("case %zu: %s", i, outcome.reason);
        outcome_clear(&outcome);
    }
}

static bool stop(void *context) {
    (void)context;
    return true;
}

static void stopped_is_said(void **state) {
    static const struct items_question question = {3, 1, 40, 10, false, 0};
    const struct limits stopped = {.stop = stop};
    (void)state;
    struct outcome outcome = ask(&question, "construction", &stopped);
    assert_int_equal(outcome.verdict, VERDICT_INTERVAL);
    assert_string_equal(outcome.reason, LIMITS_STOPPED);
    outcome_clear(&outcome);
}

/* A bound above that by counting has its proof, whoever searched, and then there is no reason. */
static void settled(void **state) {
    static const struct items_question gap = {1, 4, 8, 3, false, 0}, none = {3, 1, 9, 8, false, 0};
    static const char *const engines[] = {"any", "sat", "backtrack"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct outcome outcome = ask(i < 3 ? &gap : &none, engines[i % 3], &no_limits);
        const struct items_time *time = outcome.detail;
        assert_int_equal(time->has_proof, i < 3);
        assert_int_equal(time->lower, time->counted + (i < 3));
        assert_int_equal(time->upper, time->lower);
        assert_string_equal(outcome.reason, "");
        outcome_clear(&outcome);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_those_of_who_refused),
        cmocka_unit_test(stopped_is_said),
        cmocka_unit_test(settled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
