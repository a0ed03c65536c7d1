/* Schedules for every number of processors, L = 1 and L >= 3: run message by message, and verified
 * by steadycheck. */
#include "solver/build/every.h"
#include "solver/certificate/write.h"
#include "solver/model/sequence.h"
#include "tests/simulate.h"
#include "tests/solver/certificate_test.h"

static void assert_serves(int latency, mpz_srcptr processors, bool simulated) {
    struct periodic periodic;
    struct failure failure;
    mpz_t found, tree;
    mpz_inits(found, tree, NULL);
    assert_ok(every_schedule(&periodic, latency, processors, NULL, &failure), failure);
    assert_ok(periodic_check(&periodic, &failure), failure);
    periodic_processors(&periodic, found);
    assert_int_equal(mpz_cmp(found, processors), 0);
    /* the least depth: P(t-1) < N <= P(t) */
    assert_ok(sequence_term(tree, latency, periodic.depth, &failure), failure);
    assert_true(mpz_cmp(tree, processors) >= 0);
    if (periodic.depth > 0) {
        assert_ok(sequence_term(tree, latency, periodic.depth - 1, &failure), failure);
        assert_true(mpz_cmp(tree, processors) < 0 || mpz_cmp_ui(tree, 1) == 0);
    }
    if (simulated) {
        const char *fault = simulate_periodic(&periodic, 4 * (latency + periodic.depth));
        if (fault)
            fail_msg("L=%d N=%ld: %s", latency, mpz_get_si(processors), fault);
    }
    mpz_clears(found, tree, NULL);
    periodic_clear(&periodic);
}

static void every_small_number(void **state) {
    mpz_t processors;
    (void)state;
    mpz_init(processors);
    for (int latency = 1; latency <= 10; latency += latency == 1 ? 2 : 1)
        for (int n = 1; n <= 60; n++) {
            mpz_set_si(processors, n);
            assert_serves(latency, processors, true);
        }
    mpz_clear(processors);
}

/* Around P(t) and inside, with the gaps below the families' windows. */
static void larger_numbers(void **state) {
    uint64_t random = random_seed();
    mpz_t processors;
    (void)state;
    mpz_init(processors);
    for (int latency = 3; latency <= 10; latency++)
        for (int i = 0; i < 25; i++) {
            mpz_set_si(processors, 80 + random_below(&random, 2500));
            assert_serves(latency, processors, i < 2);
        }
    for (int latency = 11; latency <= 50; latency += 3)
        for (int i = 0; i < 5; i++) {
            mpz_set_si(processors, 1 + random_below(&random, 100000));
            assert_serves(latency, processors, false);
        }
    mpz_ui_pow_ui(processors, 7, 40);
    assert_serves(3, processors, false);
    assert_serves(17, processors, false);
    assert_serves(1, processors, false);
    mpz_clear(processors);
}

static void certificates_are_verified(void **state) {
    static const int questions[][2] = {{3, 10},  {4, 7},  {4, 9}, {5, 27},
                                       {3, 100}, {9, 77}, {8, 65}};
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct periodic periodic;
        struct failure failure;
        mpz_t processors;
        mpz_init_set_si(processors, questions[i][1]);
        assert_ok(every_schedule(&periodic, questions[i][0], processors, NULL, &failure), failure);
        assert_ok(
            certificate_write_periodic(test_path(path, "every.cert"), true, &periodic, &failure),
            failure);
        snprintf(claim, sizeof claim, "L=%d t=%d N=%d: a stationary schedule", questions[i][0],
                 periodic.depth, questions[i][1]);
        assert_verified(path, claim);
        periodic_clear(&periodic);
        mpz_clear(processors);
    }
}

static void what_is_refused(void **state) {
    struct periodic periodic;
    mpz_t processors;
    (void)state;
    mpz_init_set_ui(processors, 5);
    assert_int_equal(every_schedule(&periodic, 2, processors, NULL, NULL), STATUS_INPUT);
    mpz_set_ui(processors, 0);
    assert_int_equal(every_schedule(&periodic, 3, processors, NULL, NULL), STATUS_INPUT);
    mpz_ui_pow_ui(processors, 10, 3000);
    assert_int_equal(every_schedule(&periodic, 3, processors, NULL, NULL), STATUS_LIMIT);
    mpz_clear(processors);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_number),
        cmocka_unit_test(larger_numbers),
        cmocka_unit_test(certificates_are_verified),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
