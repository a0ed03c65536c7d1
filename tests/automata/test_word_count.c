/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "automata/memory.h"
#include "automata/word.h"
#include "automata/word_count.h"
#include "tests/automata/arrangement_search.h"
#include "tests/automata/naive.h"

typedef enum status counter(int latency, size_t size, mpz_t number, struct failure *failure);

static void assert_number(counter *count, int latency, size_t size, const char *expected) {
    mpz_t number, wanted;
    mpz_init_set_si(number, -1);
    mpz_init_set_str(wanted, expected, 10);
    assert_int_equal(count(latency, size, number, NULL), STATUS_OK);
    assert_int_equal(mpz_cmp(number, wanted), 0);
    mpz_clear(number);
    mpz_clear(wanted);
}

static void assert_same(counter *left, counter *right, int latency, size_t size) {
    mpz_t number, other;
    mpz_init_set_si(number, -1);
    mpz_init_set_si(other, -2);
    assert_int_equal(left(latency, size, number, NULL), STATUS_OK);
    assert_int_equal(right(latency, size, other, NULL), STATUS_OK);
    assert_int_equal(mpz_cmp(number, other), 0);
    mpz_clear(number);
    mpz_clear(other);
}

static void assert_small(counter *count, int latency, size_t size, long expected) {
    mpz_t number;
    mpz_init_set_si(number, -1);
    assert_int_equal(count(latency, size, number, NULL), STATUS_OK);
    assert_int_equal(mpz_get_si(number), expected);
    mpz_clear(number);
}

/* L <= 7, r <= 9, as far as there are at most 6 * 10^6 words, which is all. */
static void words_against_enumeration(void **state) {
    (void)state;
    for (int latency = 1; latency <= 7; latency++) {
        double all = 1;
        for (size_t count = 0; count <= 8 && all <= 6e6; count++, all *= latency) {
            int letters[8] = {0};
            long legal = 0;
            do
                legal += naive_word_is_legal(latency - 1, letters, count);
            while (naive_next_word(letters, count, latency));
            assert_small(word_count_words, latency, count + 1, legal);
            assert_small(word_count_words_by_steps, latency, count + 1, legal);
            assert_small(word_count_words_by_powers, latency, count + 1, legal);
        }
    }
}

static void words_against_exhaustive_search(void **state) {
    mpz_t words, sum;
    (void)state;
    mpz_init(words);
    mpz_init(sum);
    for (int latency = 2; latency <= 5; latency++)
        for (size_t count = 0; count <= 9; count++) {
            int letters[9] = {0};
            mpz_set_ui(sum, 0);
            do {
                assert_int_equal(arrangement_count(latency - 1, letters, count, words, NULL),
                                 STATUS_OK);
                mpz_add(sum, sum, words);
            } while (naive_next_multiset(letters, count, latency));
            assert_int_equal(word_count_words(latency, count + 1, words, NULL), STATUS_OK);
            assert_int_equal(mpz_cmp(words, sum), 0);
        }
    mpz_clear(words);
    mpz_clear(sum);
}

static void both_methods_count_the_same_words(void **state) {
    (void)state;
    for (int latency = 1; latency <= 5; latency++)
        for (size_t size = 1; size <= 300; size = size * 3 / 2 + 1)
            assert_same(word_count_words_by_steps, word_count_words_by_powers, latency, size);
    assert_same(word_count_words, word_count_words_by_powers, 3, 2001);
    assert_same(word_count_words, word_count_words_by_steps, 7, 64);
}

/* L = 2: after a b, no a may follow, so only b^(r-1). L = 3: c^(r-1) and a(b|ca)*, which has a
 * Fibonacci number of words of each length. */
static void words_known_in_closed_form(void **state) {
    mpz_t expected, words;
    (void)state;
    mpz_init(expected);
    mpz_init(words);
    for (size_t size = 1; size <= 200; size++) {
        assert_small(word_count_words, 1, size, 1);
        assert_small(word_count_words, 2, size, 1);
        /* a(b|ca)* has F(r-1) words of length r-1 >= 1, F(1) = F(2) = 1 */
        mpz_fib_ui(expected, size - 1);
        mpz_add_ui(expected, expected, 1);
        assert_int_equal(word_count_words(3, size, words, NULL), STATUS_OK);
        assert_int_equal(mpz_cmp(words, expected), 0);
    }
    assert_small(word_count_words, 3, 5, 4); /* section 3.2 of the paper: four words for H_5 */
    mpz_clear(expected);
    mpz_clear(words);
}

/* A word of a block of size r >= L is a permutation p -> p + w_p mod r whose row 0 is fixed; with r
 * = L every letter is possible once per residue, so all (r-1)! permutations are words. */
static void block_as_large_as_the_latency(void **state) {
    (void)state;
    assert_number(word_count_words, 8, 8, "5040");
    assert_number(word_count_words, 10, 10, "362880");
}

/* polynomial *= 1 - q^step, modulo q^count. */
static void multiply(mpz_t *polynomial, size_t count, size_t step) {
    for (size_t index = count; index-- > step;)
        mpz_sub(polynomial[index], polynomial[index], polynomial[index - step]);
}

/* polynomial /= 1 - q^step, modulo q^count. */
static void divide(mpz_t *polynomial, size_t count, size_t step) {
    for (size_t index = step; index < count; index++)
        mpz_add(polynomial[index], polynomial[index], polynomial[index - step]);
}

/* The reference: multiplies the Gaussian binomial out and adds the coefficients of the residue
 * class. */
static enum status multisets_by_polynomial(int latency, size_t size, mpz_t multisets,
                                           struct failure *failure) {
    /* [long + short choose short] as a product of `short` quotients; its degree is long * short */
    const size_t other = (size_t)latency - 1;
    const size_t shorter = other < size - 1 ? other : size - 1;
    const size_t longer = other < size - 1 ? size - 1 : other;
    const size_t count = longer * shorter + 1;
    mpz_t *const polynomial = memory_new(count, sizeof *polynomial);
    (void)failure;
    assert_non_null(polynomial);
    for (size_t index = 0; index < count; index++)
        mpz_init_set_ui(polynomial[index], index == 0);
    for (size_t factor = 1; factor <= shorter; factor++) {
        multiply(polynomial, count, longer + factor);
        divide(polynomial, count, factor);
    }
    mpz_set_ui(multisets, 0);
    for (size_t index = (size - other % size) % size; index < count; index += size)
        mpz_add(multisets, multisets, polynomial[index]);
    for (size_t index = 0; index < count; index++)
        mpz_clear(polynomial[index]);
    free(polynomial);
    return STATUS_OK;
}

static void multisets_against_enumeration(void **state) {
    (void)state;
    for (int latency = 1; latency <= 7; latency++)
        for (size_t count = 0; count <= 9; count++) {
            int letters[9] = {0};
            long found = 0;
            do
                found += word_sum_is_divisible(latency - 1, letters, count);
            while (naive_next_multiset(letters, count, latency));
            assert_small(word_count_multisets, latency, count + 1, found);
            assert_small(multisets_by_polynomial, latency, count + 1, found);
        }
}

static void multisets_in_both_ways(void **state) {
    (void)state;
    for (int latency = 1; latency <= 40; latency += 3)
        for (size_t size = 1; size <= 60; size++)
            assert_same(word_count_multisets, multisets_by_polynomial, latency, size);
    assert_same(word_count_multisets, multisets_by_polynomial, 5, 4000);
    assert_same(word_count_multisets, multisets_by_polynomial, 3001, 4);
    assert_same(word_count_multisets, multisets_by_polynomial, 101, 100);
}

/* Binary necklaces with 4 and 4 beads: 10; with 6 and 6: 80 (OEIS A003239). */
static void multisets_are_necklaces(void **state) {
    (void)state;
    assert_small(word_count_multisets, 5, 4, 10);
    assert_small(word_count_multisets, 7, 6, 80);
    assert_small(word_count_multisets, 3, 1000001, 500001);
    for (int latency = 1; latency <= 12; latency++)
        for (size_t size = 1; size <= 12; size++) { /* colours exchanged */
            mpz_t number;
            mpz_init(number);
            assert_int_equal(word_count_multisets((int)size + 1, (size_t)latency, number, NULL),
                             STATUS_OK);
            assert_small(word_count_multisets, latency + 1, size, mpz_get_si(number));
            mpz_clear(number);
        }
}

static void arguments_are_checked(void **state) {
    counter *const counters[] = {word_count_words, word_count_words_by_steps,
                                 word_count_words_by_powers, word_count_multisets};
    struct failure failure;
    mpz_t number;
    (void)state;
    mpz_init_set_si(number, -1);
    for (size_t index = 0; index < sizeof counters / sizeof counters[0]; index++) {
        assert_int_equal(counters[index](0, 5, number, &failure), STATUS_INPUT);
        assert_int_equal(counters[index](3, 0, number, &failure), STATUS_INPUT);
    }
    assert_int_equal(word_count_words(21, 5, number, &failure), STATUS_LIMIT);
    assert_int_equal(word_count_words_by_steps(65, 1, number, &failure), STATUS_LIMIT);
    assert_int_equal(word_count_words_by_powers(65, 1, number, &failure), STATUS_LIMIT);
    assert_int_equal(word_count_words(16, 5000, number, &failure), STATUS_LIMIT);
    assert_int_equal(word_count_multisets(INT_MAX, INT_MAX, number, &failure), STATUS_LIMIT);
    assert_int_equal(mpz_get_si(number), -1);
    mpz_clear(number);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_against_enumeration),
        cmocka_unit_test(words_against_exhaustive_search),
        cmocka_unit_test(both_methods_count_the_same_words),
        cmocka_unit_test(words_known_in_closed_form),
        cmocka_unit_test(block_as_large_as_the_latency),
        cmocka_unit_test(multisets_against_enumeration),
        cmocka_unit_test(multisets_in_both_ways),
        cmocka_unit_test(multisets_are_necklaces),
        cmocka_unit_test(arguments_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
