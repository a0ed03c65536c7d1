/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "automata/arrangement.h"
#include "automata/memory.h"
#include "automata/word.h"
#include "tests/automata/arrangement_search.h"
#include "tests/automata/naive.h"
#include "tests/automata/random.h"

static int compare_letters(const void *left, const void *right) {
    const int a = *(const int *)left;
    const int b = *(const int *)right;
    return (a > b) - (a < b);
}

/* Orders the letters if Hall's condition holds and checks the promise either way. */
static void check_order(int head, const int *letters, size_t count) {
    int *ordered = memory_new(count, sizeof *ordered);
    int *sorted = memory_new(count, sizeof *sorted);
    bool legal = false;
    assert_non_null(ordered);
    assert_non_null(sorted);
    if (count > 0) {
        memcpy(ordered, letters, count * sizeof *letters);
        memcpy(sorted, letters, count * sizeof *letters);
    }
    if (word_sum_is_divisible(head, letters, count)) {
        assert_int_equal(arrangement_order(head, ordered, count, NULL), STATUS_OK);
        assert_int_equal(word_check(head, ordered, count, &legal, NULL), STATUS_OK);
        assert_true(legal);
        qsort(ordered, count, sizeof *ordered, compare_letters);
        qsort(sorted, count, sizeof *sorted, compare_letters);
    } else {
        assert_int_equal(arrangement_order(head, ordered, count, NULL), STATUS_INPUT);
    }
    if (count > 0)
        assert_memory_equal(ordered, sorted, count * sizeof *ordered);
    free(ordered);
    free(sorted);
}

static void all_difference_vectors(void **state) {
    (void)state;
    for (int size = 1; size <= 6; size++)
        for (int head = 0; head < size; head++) {
            int letters[5] = {0};
            do
                check_order(head, letters, (size_t)size - 1);
            while (naive_next_word(letters, (size_t)size - 1, size));
        }
}

static void random_multisets(void **state) {
    const int sizes[] = {7, 8, 30, 97, 1000, 4096, 19997, 20000};
    uint64_t random = random_seed();
    (void)state;
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index++)
        for (int alphabet = 2; alphabet < 4 * sizes[index]; alphabet *= 5) {
            const size_t count = (size_t)sizes[index] - 1;
            int *letters = memory_new(count, sizeof *letters);
            size_t sum = 0;
            assert_non_null(letters);
            for (size_t k = 0; k < count; k++) {
                letters[k] = random_below(&random, alphabet);
                sum = (sum + (size_t)letters[k]) % (count + 1);
            }
            check_order(-(int)sum, letters, count);
            check_order(-(int)sum + INT_MAX / 2 / sizes[index] * sizes[index], letters, count);
            check_order(1 - (int)sum, letters, count); /* no order exists */
            free(letters);
        }
}

/* The large words that the theory needs: a few different letters and then one repeated. */
static void large_repetitive_word(void **state) {
    const size_t count = 99999;
    int *letters = memory_new(count, sizeof *letters);
    size_t sum = 0;
    (void)state;
    assert_non_null(letters);
    for (size_t index = 0; index < count; index++) {
        letters[index] = index < 64 ? (int)index : 9;
        sum = (sum + (size_t)letters[index]) % (count + 1);
    }
    check_order(-(int)sum, letters, count);
    free(letters);
}

struct reference {
    int head;
    int last[8]; /* the word before, to see the order */
    size_t words;
};

static bool visit_reference(const int *word, size_t count, void *context) {
    struct reference *reference = context;
    assert_true(naive_word_is_legal(reference->head, word, count));
    for (size_t index = 0; reference->words > 0 && index < count; index++) {
        if (word[index] != reference->last[index]) {
            assert_true(word[index] > reference->last[index]);
            break;
        }
        assert_true(index + 1 < count); /* no word twice */
    }
    if (count > 0)
        memcpy(reference->last, word, count * sizeof *word);
    reference->words++;
    return true;
}

/* For every multiset the search finds words iff Hall's condition holds, and over all multisets it
 * finds every legal word. */
static void search_agrees_with_hall_and_with_all_words(void **state) {
    (void)state;
    for (size_t count = 0; count <= 6; count++)
        for (int head = 0; head <= 3; head++) {
            int letters[6] = {0};
            size_t found = 0;
            size_t expected = 0;
            do {
                struct reference reference = {.head = head};
                assert_int_equal(
                    arrangement_enumerate(head, letters, count, visit_reference, &reference, NULL),
                    STATUS_OK);
                assert_int_equal(reference.words > 0, word_sum_is_divisible(head, letters, count));
                found += reference.words;
            } while (naive_next_multiset(letters, count, 5));
            memset(letters, 0, sizeof letters);
            do
                expected += naive_word_is_legal(head, letters, count);
            while (naive_next_word(letters, count, 5));
            assert_int_equal(found, expected);
        }
}

static bool stop_at_once(const int *word, size_t count, void *context) {
    int *calls = context;
    (void)word;
    (void)count;
    ++*calls;
    return false;
}

static void search_stops_and_counts(void **state) {
    const int letters[4] = {2, 0, 1, 0}; /* acab and abca, section 3.2 of the paper */
    int calls = 0;
    mpz_t words;
    (void)state;
    mpz_init_set_si(words, -1);
    assert_int_equal(arrangement_enumerate(2, letters, 4, stop_at_once, &calls, NULL), STATUS_OK);
    assert_int_equal(calls, 1);
    assert_int_equal(arrangement_count(2, letters, 4, words, NULL), STATUS_OK);
    assert_int_equal(mpz_get_si(words), 2);
    assert_int_equal(arrangement_count(3, letters, 4, words, NULL), STATUS_OK);
    assert_int_equal(mpz_get_si(words), 0);
    mpz_clear(words);
}

static void bad_input_is_refused(void **state) {
    int letters[2] = {-1, 1};
    struct failure failure = {STATUS_OK, ""};
    mpz_t words;
    (void)state;
    mpz_init_set_si(words, 5);
    assert_int_equal(arrangement_order(0, letters, 2, &failure), STATUS_INPUT);
    assert_string_equal(failure.message, "letter 1 of the multiset is negative: -1");
    assert_int_equal(arrangement_count(0, letters, 2, words, &failure), STATUS_INPUT);
    assert_int_equal(mpz_get_si(words), 5);
    assert_int_equal(arrangement_order(0, NULL, 0, &failure), STATUS_OK); /* the empty word */
    mpz_clear(words);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_difference_vectors),
        cmocka_unit_test(random_multisets),
        cmocka_unit_test(large_repetitive_word),
        cmocka_unit_test(search_agrees_with_hall_and_with_all_words),
        cmocka_unit_test(search_stops_and_counts),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
