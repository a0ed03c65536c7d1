/* SPDX-License-Identifier: MIT */
/* The least delay: both methods agree, both sides are certified, and the schedule is run message by
 * message. */
#include "solver/model/message_play.h"
#include "solver/model/sequence.h"
#include "solver/question/delay_scan.h"
#include "solver/question/outcome_messages.h"
#include "tests/solver/ask_test.h"
#include "tests/solver/certificate_test.h"

static const struct limits one_thread = {.threads = 1};

/* The least delay by its formulas. */
static int expected_depth(int latency, long n) {
    mpz_t f;
    int depth = 0;
    mpz_init(f);
    for (;; depth++) {
        int index = latency == 2 && depth > 0 ? depth + 1 : depth;
        assert_int_equal(sequence_term(f, latency, index, NULL, NULL), STATUS_OK);
        long most = mpz_get_si(f);
        if (latency == 2 && depth > 0)
            most = (most + depth - 1) / 2;
        if (n <= most)
            break;
    }
    mpz_clear(f);
    return depth;
}

/* The first items, message by message. */
static void assert_plays(const struct outcome *outcome, int latency, int depth, long n) {
    const int items = 3 * (latency + depth);
    struct items_schedule schedule;
    struct failure failure;
    assert_ok(outcome_messages(outcome, items, &schedule, &failure), failure);
    assert_int_equal(schedule.list.processors, n);
    assert_ok(message_verify(&schedule.list, NULL, NULL, &failure), failure);
    assert_int_equal(schedule.list.finish, latency + depth + items - 1);
    items_schedule_clear(&schedule);
}

static void check_delay(int latency, long n, const char *engine, bool with_checker) {
    int depth = expected_depth(latency, n);
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM], text[60], delay[20];
    struct failure failure;
    snprintf(text, sizeof text, "delay latency %d processors %ld", latency, n + 1);
    snprintf(delay, sizeof delay, "%d", latency + depth);
    struct outcome outcome = test_answer(text, engine, &one_thread);
    assert_string_equal(outcome.upper, delay);
    assert_string_equal(outcome.lower, delay);
    assert_int_equal(outcome.bound.kind != NULL, n > 1);
    assert_plays(&outcome, latency, depth, n);
    test_path(path, "delay.cert");
    if (with_checker) {
        assert_ok(evidence_write(outcome.schedule, path, true, NULL, &failure), failure);
        snprintf(claim, sizeof claim, "L=%d t=%d N=%ld: a ", latency, depth, n);
        assert_verified(path, claim);
    }
    if (with_checker && outcome.bound.kind) {
        assert_ok(evidence_write(outcome.bound, path, true, NULL, &failure), failure);
        snprintf(claim, sizeof claim,
                 "postal L=%d t=%d: no schedule, periodic or not, with delay L+t = %d reaches more "
                 "than ",
                 latency, depth - 1, latency + depth - 1);
        assert_verified(path, claim);
    }
    outcome_clear(&outcome);
}

static void construction_reaches_the_bound(void **state) {
    (void)state;
    for (int latency = 1; latency <= 8; latency++)
        for (long n = 1; n <= 40; n++)
            check_delay(latency, n, "construction", n % 7 == 3);
}

static void search_agrees(void **state) {
    (void)state;
    for (int latency = 1; latency <= 5; latency++)
        for (long n = 1; n <= 12; n++)
            check_delay(latency, n, "search", n % 5 == 0);
}

/* L even, N = L+3: a search that is cut short finds only the star, one level deeper. */
static void what_is_found_may_be_deeper(void **state) {
    const struct limits one_node = {.threads = 1, .nodes = 1};
    (void)state;
    struct outcome outcome = test_answer("delay latency 6 processors 10", "search", &one_node);
    assert_string_equal(outcome.lower, "18");
    assert_string_equal(outcome.upper, "19");
    outcome_clear(&outcome);
    outcome = test_answer("delay latency 6 processors 10", "construction", &one_node);
    assert_string_equal(outcome.upper, "18");
    outcome_clear(&outcome);
}

/* Beyond the largest depth of prices, for one number and for a range. */
static void deep_bounds_are_too_large(void **state) {
    struct question question = test_question("delay latency 3 processors 3");
    struct outcome outcome;
    struct failure failure = {0};
    int depths[3];
    (void)state;
    question_set(&question, KEY_LATENCY, 30000);
    assert_int_equal(test_ask(&question, "construction", NULL, &outcome, &failure), STATUS_LIMIT);
    assert_non_null(strstr(failure.message, "L = 30000: t = 30000 is beyond"));
    assert_int_equal(delay_scan(30000, 1, 3, NULL, NULL, depths, &failure), STATUS_LIMIT);
    assert_non_null(strstr(failure.message, "L = 30000: t = 30000 is beyond"));
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void what_is_refused(void **state) {
    struct limits stopped = {.threads = 1, .stop = stop_at_once};
    struct question question = test_question("delay latency 3 processors 31");
    struct outcome outcome;
    mpz_t processors;
    (void)state;
    assert_int_equal(test_ask(&question, "search", &stopped, &outcome, NULL), STATUS_LIMIT);
    mpz_init(processors);
    mpz_ui_pow_ui(processors, 10, 5000);
    assert_int_equal(question_set_big(&question, KEY_PROCESSORS, processors, NULL), STATUS_OK);
    mpz_clear(processors);
    for (int latency = 2; latency <= 3; latency++) {
        question_set(&question, KEY_LATENCY, latency);
        assert_int_equal(test_ask(&question, "construction", NULL, &outcome, NULL), STATUS_LIMIT);
    }
    question_clear(&question);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(construction_reaches_the_bound),
        cmocka_unit_test(search_agrees),
        cmocka_unit_test(what_is_found_may_be_deeper),
        cmocka_unit_test(deep_bounds_are_too_large),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
