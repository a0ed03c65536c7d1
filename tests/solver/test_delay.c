/* The least delay: both methods agree, both sides are certified, and the schedule is run message by
 * message. */
#include "solver/certificate/write.h"
#include "solver/model/sequence.h"
#include "solver/question/delay.h"
#include "solver/question/delay_scan.h"
#include "tests/simulate.h"
#include "tests/solver/certificate_test.h"

static const struct limits one_thread = {.threads = 1};

/* The least delay by its formulas. */
static int expected_depth(int latency, long n) {
    mpz_t f;
    int depth = 0;
    mpz_init(f);
    for (;; depth++) {
        int index = latency == 2 && depth > 0 ? depth + 1 : depth;
        assert_int_equal(sequence_term(f, latency, index, NULL), STATUS_OK);
        long most = mpz_get_si(f);
        if (latency == 2 && depth > 0)
            most = (most + depth - 1) / 2;
        if (n <= most)
            break;
    }
    mpz_clear(f);
    return depth;
}

static void assert_plays(const struct periodic *words, long n) {
    int latency = words->latency;
    const char *fault = simulate_periodic(words, 4 * (latency + words->depth) + 2 * words->period);
    if (fault)
        fail_msg("L=%d N=%ld: %s", latency, n, fault);
}

static void check_delay(int latency, long n, enum delay_method method, bool with_checker) {
    struct delay delay;
    struct failure failure;
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(delay_find(latency, processors, method, &one_thread, &delay, &failure), failure);
    assert_int_equal(delay.depth, expected_depth(latency, n));
    assert_int_equal(delay.lower, delay.depth);
    assert_int_equal(delay.has_prices, n > 1);
    if (delay.schedule.evidence == EVIDENCE_WORDS)
        assert_plays(&delay.schedule.words, n);
    if (delay.schedule.evidence == EVIDENCE_PRUNED) {
        struct periodic words;
        assert_ok(pruned_words(&delay.schedule.pruned, &words, &failure), failure);
        assert_plays(&words, n);
        periodic_clear(&words);
    }
    if (with_checker) {
        assert_ok(answer_write(&delay.schedule, test_path(path, "s.cert"), true, &failure),
                  failure);
        snprintf(claim, sizeof claim, "L=%d t=%d N=%ld: a ", latency, delay.depth, n);
        assert_verified(path, claim);
    }
    if (with_checker && delay.has_prices) {
        assert_ok(evidence_write(evidence_of_prices(&delay.prices), test_path(path, "b.cert"), true,
                                 NULL, &failure),
                  failure);
        snprintf(claim, sizeof claim,
                 "L=%d t=%d: no schedule with delay L+t = %d reaches more than ", latency,
                 delay.lower - 1, latency + delay.lower - 1);
        assert_verified(path, claim);
    }
    delay_clear(&delay);
    mpz_clear(processors);
}

static void construction_reaches_the_bound(void **state) {
    (void)state;
    for (int latency = 1; latency <= 8; latency++)
        for (long n = 1; n <= 40; n++)
            check_delay(latency, n, DELAY_CONSTRUCTION, n % 7 == 3);
}

static void search_agrees(void **state) {
    (void)state;
    for (int latency = 1; latency <= 5; latency++)
        for (long n = 1; n <= 12; n++)
            check_delay(latency, n, DELAY_SEARCH, n % 5 == 0);
}

/* L even, N = L+3: a search that is cut short finds only the star, one level deeper. */
static void what_is_found_may_be_deeper(void **state) {
    const struct limits one_node = {.threads = 1, .nodes = 1};
    struct delay delay;
    struct failure failure;
    mpz_t processors;
    (void)state;
    mpz_init_set_ui(processors, 9);
    assert_ok(delay_find(6, processors, DELAY_SEARCH, &one_node, &delay, &failure), failure);
    assert_int_equal(delay.lower, 12);
    assert_int_equal(delay.depth, 13);
    delay_clear(&delay);
    assert_ok(delay_find(6, processors, DELAY_CONSTRUCTION, &one_node, &delay, &failure), failure);
    assert_int_equal(delay.depth, 12);
    delay_clear(&delay);
    mpz_clear(processors);
}

/* Beyond the largest depth of prices, for one number and for a range. */
static void deep_bounds_are_too_large(void **state) {
    struct delay delay;
    struct failure failure = {0};
    int depths[3];
    mpz_t processors;
    (void)state;
    mpz_init_set_ui(processors, 2);
    assert_int_equal(delay_find(30000, processors, DELAY_CONSTRUCTION, NULL, &delay, &failure),
                     STATUS_LIMIT);
    assert_non_null(strstr(failure.message, "L = 30000: t = 30000 is beyond"));
    assert_int_equal(delay_scan(30000, 1, 3, NULL, NULL, depths, &failure), STATUS_LIMIT);
    assert_non_null(strstr(failure.message, "L = 30000: t = 30000 is beyond"));
    mpz_clear(processors);
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void what_is_refused(void **state) {
    struct limits stopped = {.threads = 1, .stop = stop_at_once};
    struct delay delay;
    mpz_t processors;
    (void)state;
    mpz_init_set_ui(processors, 0);
    assert_int_equal(delay_find(3, processors, DELAY_CONSTRUCTION, NULL, &delay, NULL),
                     STATUS_INPUT);
    mpz_ui_pow_ui(processors, 10, 5000);
    assert_int_equal(delay_find(3, processors, DELAY_CONSTRUCTION, NULL, &delay, NULL),
                     STATUS_LIMIT);
    assert_int_equal(delay_find(2, processors, DELAY_CONSTRUCTION, NULL, &delay, NULL),
                     STATUS_LIMIT);
    mpz_set_ui(processors, 30);
    assert_int_equal(delay_find(3, processors, DELAY_SEARCH, &stopped, &delay, NULL), STATUS_LIMIT);
    mpz_clear(processors);
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
