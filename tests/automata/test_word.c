/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "automata/word.h"
#include "tests/automata/naive.h"
#include "tests/automata/random.h"

static void check_against_definition(int head, const int *letters, size_t count) {
    bool legal = false;
    assert_int_equal(word_check(head, letters, count, &legal, NULL), STATUS_OK);
    assert_int_equal(legal, naive_word_is_legal(head, letters, count));
    if (legal)
        assert_true(word_sum_is_divisible(head, letters, count));
}

static void all_short_words_match_the_definition(void **state) {
    (void)state;
    for (size_t count = 0; count <= 5; count++)
        for (int head = -8; head <= 8; head++) {
            int letters[5] = {0};
            do
                check_against_definition(head, letters, count);
            while (naive_next_word(letters, count, 7));
        }
}

static void random_words_match_the_definition(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int round = 0; round < 2000; round++) {
        int letters[60];
        const size_t count = (size_t)random_below(&random, 60);
        for (size_t index = 0; index < count; index++)
            letters[index] = random_below(&random, INT_MAX);
        check_against_definition(random_below(&random, INT_MAX), letters, count);
        /* a legal word: constant letters, the head equal to them; then one swap */
        for (size_t index = 0; index < count; index++)
            letters[index] = 5 + (int)(count + 1) * random_below(&random, 9);
        check_against_definition(5, letters, count);
        if (count > 0)
            letters[random_below(&random, (int)count)]++;
        check_against_definition(5, letters, count);
    }
}

static void words_of_the_paper(void **state) {
    const int legal_words[4][4] = {{2, 2, 2, 2}, {0, 2, 0, 1}, {0, 1, 2, 0}, {0, 1, 1, 1}};
    int letters[4] = {0};
    int found = 0;
    (void)state;
    for (int index = 0; index < 4; index++) {
        bool legal = false;
        assert_int_equal(word_check(2, legal_words[index], 4, &legal, NULL), STATUS_OK);
        assert_true(legal);
    }
    do {
        bool legal = false;
        assert_int_equal(word_check(2, letters, 4, &legal, NULL), STATUS_OK);
        found += legal;
    } while (naive_next_word(letters, 4, 3));
    assert_int_equal(found, 4); /* so the four above are all, section 3.2 */
}

static void negative_letter_is_refused(void **state) {
    const int letters[3] = {0, -1, 2};
    struct failure failure = {STATUS_OK, ""};
    bool legal = true;
    (void)state;
    assert_int_equal(word_check(0, letters, 3, &legal, &failure), STATUS_INPUT);
    assert_true(legal); /* untouched */
    assert_string_equal(failure.message, "letter -1 at position 2 is negative");
}

static void residues(void **state) {
    (void)state;
    for (int value = -50; value <= 50; value++)
        for (int size = 1; size <= 12; size++)
            assert_int_equal(word_residue(value, (size_t)size), ((value % size) + size) % size);
    assert_int_equal(word_residue(INT_MIN, 2), 0);
    assert_int_equal(word_residue(INT_MIN, 3), 1);
    assert_int_equal(word_residue(INT_MAX, SIZE_MAX), INT_MAX);
}

static void sum_does_not_overflow(void **state) {
    int letters[100];
    (void)state;
    for (int index = 0; index < 100; index++)
        letters[index] = INT_MAX;
    /* 2^31 - 1 = 33 mod 101 and 100 * 33 = -33 mod 101 */
    assert_true(word_sum_is_divisible(33, letters, 100));
    assert_false(word_sum_is_divisible(34, letters, 100));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_short_words_match_the_definition),
        cmocka_unit_test(random_words_match_the_definition),
        cmocka_unit_test(words_of_the_paper),
        cmocka_unit_test(negative_letter_is_refused),
        cmocka_unit_test(residues),
        cmocka_unit_test(sum_does_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
