/* SPDX-License-Identifier: MIT */
/* Schedules for every number of processors, L = 1 and L >= 3: run message by message, and verified
 * by steadycheck. */
#include "solver/model/certificates.h"
#include "solver/model/sequence.h"
#include "solver/stream/construction/best_schedule.h"
#include "solver/stream/construction/pruned_union.h"
#include "solver/stream/construction/schedule_read.h"
#include "tests/simulate.h"
#include "tests/solver/certificate_test.h"

/* From its words comes the same schedule. */
static void assert_words_are_blocks(const struct schedule *periodic,
                                    const struct schedule *pruned) {
    struct schedule again;
    struct failure failure;
    bool blocks = false;
    assert_ok(schedule_blocks(periodic, &blocks, &again, &failure), failure);
    assert_true(blocks);
    assert_int_equal(again.receive_only, pruned->receive_only);
    assert_int_equal(again.block_count, pruned->block_count);
    for (size_t i = 0; i < again.block_count; i++) {
        assert_int_equal(again.blocks[i].head, pruned->blocks[i].head);
        assert_int_equal(again.blocks[i].size, pruned->blocks[i].size);
        assert_int_equal(mpz_cmp(again.blocks[i].count, pruned->blocks[i].count), 0);
    }
    schedule_clear(&again);
}

static void assert_serves(struct pruned_union *unions, int latency, mpz_srcptr processors,
                          bool simulated) {
    struct schedule periodic;
    struct schedule pruned;
    struct failure failure;
    mpz_t found, tree;
    mpz_inits(found, tree, NULL);
    if (pruned_union_is_exception(latency, processors)) {
        assert_int_equal(pruned_union_schedule(unions, processors, NULL, &pruned, NULL),
                         STATUS_INPUT);
        assert_ok(exception_schedule(&periodic, latency, &failure), failure);
    } else {
        assert_ok(pruned_union_schedule(unions, processors, NULL, &pruned, &failure), failure);
        assert_ok(schedule_words(&pruned, &periodic, &failure), failure);
        assert_words_are_blocks(&periodic, &pruned);
        schedule_clear(&pruned);
    }
    schedule_processors(&periodic, found);
    assert_int_equal(mpz_cmp(found, processors), 0);
    /* the least depth: P(t-1) < N <= P(t) */
    assert_ok(sequence_term(tree, latency, periodic.depth, NULL, &failure), failure);
    assert_true(mpz_cmp(tree, processors) >= 0);
    if (periodic.depth > 0) {
        assert_ok(sequence_term(tree, latency, periodic.depth - 1, NULL, &failure), failure);
        assert_true(mpz_cmp(tree, processors) < 0 || mpz_cmp_ui(tree, 1) == 0);
    }
    if (simulated) {
        const char *fault = simulate_periodic(&periodic, 4 * (latency + periodic.depth));
        if (fault)
            fail_msg("L=%d N=%ld: %s", latency, mpz_get_si(processors), fault);
    }
    mpz_clears(found, tree, NULL);
    schedule_clear(&periodic);
}

static struct pruned_union *all_of(int latency) {
    struct pruned_union *unions;
    struct failure failure;
    assert_ok(pruned_union_new(&unions, latency, &failure), failure);
    return unions;
}

static void every_small_number(void **state) {
    mpz_t processors;
    (void)state;
    mpz_init(processors);
    for (int latency = 1; latency <= 10; latency += latency == 1 ? 2 : 1) {
        struct pruned_union *unions = all_of(latency);
        for (int n = 1; n <= 60; n++) {
            mpz_set_si(processors, n);
            assert_serves(unions, latency, processors, true);
        }
        pruned_union_free(unions);
    }
    mpz_clear(processors);
}

/* Around P(t) and inside, with the gaps below the families' windows. */
static void larger_numbers(void **state) {
    uint64_t random = random_seed();
    mpz_t processors;
    (void)state;
    mpz_init(processors);
    for (int latency = 3; latency <= 50; latency += latency < 11 ? 1 : 3) {
        struct pruned_union *unions = all_of(latency);
        for (int i = 0; i < 25; i++) {
            mpz_set_si(processors, 80 + random_below(&random, latency < 11 ? 2500
                                                              : i < 5      ? 100000
                                                                           : 300));
            assert_serves(unions, latency, processors, latency < 11 && i == 0);
        }
        pruned_union_free(unions);
    }
    mpz_clear(processors);
}

static void assert_checked(struct pruned_union *unions, mpz_srcptr processors) {
    struct schedule pruned;
    struct failure failure;
    int depth;
    assert_ok(pruned_union_schedule(unions, processors, NULL, &pruned, &failure), failure);
    assert_ok(pruned_union_depth(pruned.latency, processors, &depth, &failure), failure);
    assert_int_equal(pruned.depth, depth);
    schedule_clear(&pruned);
}

/* Left parts that follow each other at the same raise, chains, big multiplicities. */
static void large_numbers(void **state) {
    static const int latencies[] = {1, 3, 4, 17};
    uint64_t random = random_seed();
    mpz_t processors;
    (void)state;
    mpz_init(processors);
    for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++) {
        struct pruned_union *unions = all_of(latencies[i]);
        mpz_ui_pow_ui(processors, 7, 40);
        for (int k = 0; k < 8; k++) {
            assert_checked(unions, processors);
            mpz_mul_ui(processors, processors, 3);
            mpz_add_ui(processors, processors, (unsigned long)random_below(&random, 1 << 30));
        }
        pruned_union_free(unions);
    }
    mpz_clear(processors);
}

static void assert_read_again(const char *path, const struct schedule *pruned) {
    struct schedule again;
    struct failure failure;
    assert_ok(schedule_read_file(&again, path, SCHEDULE_READ_ANY_DEPTH, &failure), failure);
    assert_int_equal(again.block_count, pruned->block_count);
    assert_int_equal(again.receive_only, pruned->receive_only);
    assert_int_equal(again.depth, pruned->depth);
    schedule_clear(&again);
}

static void certificates_are_verified(void **state) {
    static const int questions[][2] = {{3, 10}, {4, 9},  {5, 27}, {3, 100},
                                       {9, 77}, {8, 65}, {1, 1},  {3, 2}};
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct schedule pruned;
        struct failure failure;
        struct pruned_union *unions = all_of(questions[i][0]);
        mpz_t processors;
        mpz_init_set_si(processors, questions[i][1]);
        assert_ok(pruned_union_schedule(unions, processors, NULL, &pruned, &failure), failure);
        test_path(path, "every.cert");
        assert_ok(evidence_write(evidence_of_schedule(&pruned), path, true, NULL, &failure),
                  failure);
        assert_read_again(path, &pruned);
        snprintf(claim, sizeof claim, "L=%d t=%d N=%d: a block-cyclic schedule", questions[i][0],
                 pruned.depth, questions[i][1]);
        assert_verified(path, claim);
        schedule_clear(&pruned);
        pruned_union_free(unions);
        mpz_clear(processors);
    }
}

static void what_is_refused(void **state) {
    struct pruned_union *unions = NULL;
    struct schedule pruned;
    mpz_t processors;
    (void)state;
    mpz_init_set_ui(processors, 5);
    assert_int_equal(pruned_union_new(&unions, 2, NULL), STATUS_INPUT);
    assert_int_equal(pruned_union_new(&unions, 0, NULL), STATUS_INPUT);
    assert_null(unions);
    unions = all_of(3);
    mpz_set_ui(processors, 0);
    assert_int_equal(pruned_union_schedule(unions, processors, NULL, &pruned, NULL), STATUS_INPUT);
    mpz_ui_pow_ui(processors, 10, 30000);
    assert_int_equal(pruned_union_schedule(unions, processors, NULL, &pruned, NULL), STATUS_LIMIT);
    mpz_clear(processors);
    pruned_union_free(unions);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_number), cmocka_unit_test(larger_numbers),
        cmocka_unit_test(large_numbers),      cmocka_unit_test(certificates_are_verified),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
