/* SPDX-License-Identifier: MIT */
#include "tests/solver/solver_test.h"

#include <stdlib.h>

#include "solver/model/sequence.h"

enum { MOST_LATENCY = 12, MOST_INDEX = 400 };

static mpz_t naive[MOST_INDEX + MOST_LATENCY + 1];

static void naive_fill(int latency) {
    for (int i = 0; i <= MOST_INDEX + MOST_LATENCY; i++)
        if (i < latency)
            mpz_set_ui(naive[i], 1);
        else
            mpz_add(naive[i], naive[i - 1], naive[i - latency]);
}

static void terms_match_the_naive_recurrence(void **state) {
    struct failure failure;
    mpz_t term;
    (void)state;
    mpz_init(term);
    for (int latency = 1; latency <= MOST_LATENCY; latency++) {
        naive_fill(latency);
        for (int index = 0; index <= MOST_INDEX; index++) {
            assert_ok(sequence_term(term, latency, index, NULL, &failure), failure);
            assert_int_equal(mpz_cmp(term, naive[index]), 0);
        }
    }
    mpz_clear(term);
}

static mpz_t *values_new(int count) {
    mpz_t *values = calloc((size_t)count, sizeof *values);
    assert_non_null(values);
    for (int i = 0; i < count; i++)
        mpz_init(values[i]);
    return values;
}

static void values_free(mpz_t *values, int count) {
    for (int i = 0; i < count; i++)
        mpz_clear(values[i]);
    free(values);
}

static void windows_match_the_naive_recurrence(void **state) {
    struct failure failure;
    (void)state;
    for (int latency = 1; latency <= MOST_LATENCY; latency++) {
        mpz_t *values = values_new(latency);
        naive_fill(latency);
        for (int first = 0; first <= MOST_INDEX; first++) {
            assert_ok(sequence_window(values, latency, first, NULL, &failure), failure);
            for (int i = 0; i < latency; i++)
                assert_int_equal(mpz_cmp(values[i], naive[first + i]), 0);
        }
        values_free(values, latency);
    }
}

/* The walk is the recurrence; the window takes powers where they are cheaper, so that one is held
 * against the other. */
static void compare_with_walk(int latency, long first) {
    struct failure failure;
    struct sequence walk;
    mpz_t *values = values_new(latency);
    assert_ok(sequence_window(values, latency, first, NULL, &failure), failure);
    assert_ok(sequence_init(&walk, latency, &failure), failure);
    while (walk.index < first)
        sequence_next(&walk);
    for (int i = 0; i < latency; i++, sequence_next(&walk))
        assert_int_equal(mpz_cmp(values[i], sequence_value(&walk)), 0);
    sequence_clear(&walk);
    values_free(values, latency);
}

static void windows_match_the_walk_at_large_indices(void **state) {
    static const long points[][2] = {{1, 30000}, {2, 65536},  {2, 65535},  {3, 40000},  {5, 32767},
                                     {10, 9999}, {17, 40961}, {40, 90000}, {5000, 6000}};
    uint64_t random = random_seed();
    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        compare_with_walk((int)points[i][0], points[i][1]);
    for (int round = 0; round < 100; round++)
        compare_with_walk(1 + random_below(&random, 20), random_below(&random, 20000));
}

/* L = 1: f_t = 2^t, where a shift is a third opinion; L = 2: GMP's own Fibonacci numbers. */
static void terms_of_a_hundred_thousand_digits(void **state) {
    const long index = 332193, index_of_two = 478497;
    struct failure failure;
    mpz_t term, want;
    (void)state;
    mpz_inits(term, want, NULL);
    mpz_ui_pow_ui(want, 2, (unsigned long)index);
    assert_ok(sequence_term(term, 1, index, NULL, &failure), failure);
    assert_int_equal(mpz_cmp(term, want), 0);
    assert_in_range(mpz_sizeinbase(term, 10), 100000, 100002);
    mpz_fib_ui(want, (unsigned long)index_of_two + 1);
    assert_ok(sequence_term(term, 2, index_of_two, NULL, &failure), failure);
    assert_int_equal(mpz_cmp(term, want), 0);
    assert_in_range(mpz_sizeinbase(term, 10), 99999, 100002);
    mpz_clears(term, want, NULL);
}

/* Fact 1 of the paper: 1 + f_0 + .. + f_t = f_{t+L}, walked step by step. */
static void sums_of_the_walk(void **state) {
    struct failure failure;
    mpz_t sum, term;
    (void)state;
    mpz_inits(sum, term, NULL);
    for (int latency = 1; latency <= MOST_LATENCY; latency++) {
        struct sequence walk;
        assert_ok(sequence_init(&walk, latency, &failure), failure);
        mpz_set_ui(sum, 1);
        for (int index = 0; index <= 100; index++, sequence_next(&walk)) {
            assert_int_equal(walk.index, index);
            mpz_add(sum, sum, sequence_value(&walk));
            assert_ok(sequence_term(term, latency, index + latency, NULL, &failure), failure);
            assert_int_equal(mpz_cmp(sum, term), 0);
        }
        sequence_clear(&walk);
    }
    mpz_clears(sum, term, NULL);
}

static void ranges_are_refused(void **state) {
    struct failure failure = {STATUS_OK, ""};
    struct sequence walk;
    mpz_t term;
    (void)state;
    mpz_init_set_ui(term, 7);
    assert_int_equal(sequence_term(term, 0, 5, NULL, &failure), STATUS_INPUT);
    assert_string_equal(failure.message, "latency 0 is not in 1..1000000");
    assert_int_equal(sequence_term(term, -3, 5, NULL, NULL), STATUS_INPUT);
    assert_int_equal(sequence_term(term, SEQUENCE_MAX_LATENCY + 1, 5, NULL, NULL), STATUS_INPUT);
    assert_int_equal(sequence_term(term, 3, -1, NULL, &failure), STATUS_INPUT);
    assert_string_equal(failure.message, "index -1 is not in 0..100000000");
    assert_int_equal(sequence_term(term, 3, SEQUENCE_MAX_INDEX + 1L, NULL, NULL), STATUS_INPUT);
    assert_int_equal(mpz_cmp_ui(term, 7), 0); /* untouched */
    assert_int_equal(sequence_init(&walk, 0, NULL), STATUS_INPUT);
    assert_int_equal(sequence_init(&walk, SEQUENCE_MAX_LATENCY + 1, NULL), STATUS_INPUT);
    assert_ok(sequence_term(term, SEQUENCE_MAX_LATENCY, SEQUENCE_MAX_LATENCY, NULL, &failure),
              failure);
    assert_int_equal(mpz_cmp_ui(term, 2), 0);
    mpz_clear(term);
}

static void depths_match_the_naive_recurrence(void **state) {
    struct failure failure;
    int depth;
    (void)state;
    for (int latency = 1; latency <= MOST_LATENCY; latency++) {
        naive_fill(latency);
        for (int t = 0, i = 0; t <= 300; t = i) {
            unsigned long size = mpz_get_ui(naive[t]);
            for (i = t; mpz_cmp(naive[i], naive[t]) == 0; i++)
                continue; /* the first that is larger */
            if (!mpz_fits_sint_p(naive[i]))
                break;
            assert_ok(sequence_depth(latency, (long)size, &depth, &failure), failure);
            assert_int_equal(depth, t);
            assert_ok(sequence_depth(latency, (long)size + 1, &depth, &failure), failure);
            assert_int_equal(depth, i);
        }
    }
    assert_ok(sequence_depth(1, 1L << 31, &depth, &failure), failure);
    assert_int_equal(depth, 31);
    assert_ok(sequence_depth(SEQUENCE_MAX_LATENCY, 1L << 31, &depth, &failure), failure);
    assert_in_range(depth, 2000000, 2000000 + (1 << 16));
    assert_int_equal(sequence_depth(0, 1, &depth, NULL), STATUS_INPUT);
    assert_int_equal(sequence_depth(SEQUENCE_MAX_LATENCY + 1, 1, &depth, NULL), STATUS_INPUT);
    assert_int_equal(sequence_depth(3, 0, &depth, NULL), STATUS_INPUT);
    assert_int_equal(sequence_depth(3, (1L << 31) + 1, &depth, NULL), STATUS_INPUT);
}

static int make_room(void **state) {
    (void)state;
    for (int i = 0; i <= MOST_INDEX + MOST_LATENCY; i++)
        mpz_init(naive[i]);
    return 0;
}

static int give_back(void **state) {
    (void)state;
    for (int i = 0; i <= MOST_INDEX + MOST_LATENCY; i++)
        mpz_clear(naive[i]);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_match_the_naive_recurrence),
        cmocka_unit_test(windows_match_the_naive_recurrence),
        cmocka_unit_test(windows_match_the_walk_at_large_indices),
        cmocka_unit_test(terms_of_a_hundred_thousand_digits),
        cmocka_unit_test(sums_of_the_walk),
        cmocka_unit_test(depths_match_the_naive_recurrence),
        cmocka_unit_test(ranges_are_refused),
    };
    return cmocka_run_group_tests(tests, make_room, give_back);
}
