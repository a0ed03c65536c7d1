/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "automata/language.h"
#include "automata/legal_language.h"
#include "automata/word_count.h"
#include "tests/automata/language_words.h"
#include "tests/automata/naive.h"

static struct language legal(int latency) {
    struct language language;
    assert_int_equal(legal_language(latency, 100000, &language, NULL), STATUS_OK);
    return language;
}

/* L <= 7, r <= 9, as far as there are at most 10^6 words. */
static void membership_is_legality(void **state) {
    (void)state;
    for (int latency = 1; latency <= 7; latency++) {
        struct language language = legal(latency);
        double words = 1;
        for (size_t count = 0; count <= 8 && words <= 1e6; count++, words *= latency) {
            int letters[8] = {0};
            do
                assert_int_equal(language_contains(&language, letters, count),
                                 naive_word_is_legal(latency - 1, letters, count));
            while (naive_next_word(letters, count, latency));
        }
        language_clear(&language);
    }
}

static void numbers_of_words_agree(void **state) {
    mpz_t by_language, by_walks;
    (void)state;
    mpz_init(by_language);
    mpz_init(by_walks);
    for (int latency = 1; latency <= 6; latency++) {
        struct language language = legal(latency);
        for (size_t size = 1; size <= 150; size = size * 4 / 3 + 1) {
            language_count(&language, size - 1, by_language);
            assert_int_equal(word_count_words(latency, size, by_walks, NULL), STATUS_OK);
            assert_int_equal(mpz_cmp(by_language, by_walks), 0);
        }
        language_clear(&language);
    }
    mpz_clear(by_language);
    mpz_clear(by_walks);
}

/* The two patterns printed in Figure 2 of the paper describe exactly the legal words for L = 3. */
static void figure_2_is_right(void **state) {
    struct language printed, expected;
    struct language computed = legal(3);
    bool equal = false;
    int *word = NULL;
    size_t count = 1;
    (void)state;
    assert_int_equal(legal_language_compare_figure_2(&equal, &word, &count, NULL), STATUS_OK);
    assert_true(equal);
    assert_null(word);
    assert_int_equal(legal_language_figure_2(&printed, NULL), STATUS_OK);
    assert_int_equal(printed.state_count, computed.state_count);
    /* the same in one expression */
    assert_int_equal(regular_expression_parse("c*|a(b|ca)*", 3, &expected, NULL), STATUS_OK);
    assert_int_equal(language_separate(&printed, &expected, &equal, &word, &count, NULL),
                     STATUS_OK);
    assert_true(equal);
    language_clear(&printed);
    language_clear(&expected);
    language_clear(&computed);
}

/* The set that section 3.2 of the paper gives for the block of size 5. */
static void words_for_the_block_of_five(void **state) {
    const char *const expected[4] = {"abbb", "abca", "acab", "cccc"};
    struct language language = legal(3);
    int letters[4] = {0};
    size_t found = 0;
    (void)state;
    do {
        char text[5] = "";
        if (!language_contains(&language, letters, 4))
            continue;
        for (size_t index = 0; index < 4; index++)
            text[index] = (char)('a' + letters[index]);
        assert_true(found < 4);
        assert_string_equal(text, expected[found]);
        found++;
    } while (naive_next_word(letters, 4, 3));
    assert_int_equal(found, 4);
    language_clear(&language);
}

static void sizes_of_the_minimal_automata(void **state) {
    const size_t sizes[] = {1, 2, 5, 14, 47, 167, 611};
    (void)state;
    for (int latency = 1; latency <= 7; latency++) {
        struct language language = legal(latency);
        assert_int_equal(language.state_count, sizes[latency - 1]);
        language_clear(&language);
    }
}

/* Lemma 3.1 of the paper: a^(L-2) (ca)* b*; and b^(L-3) c*, c^(L-4) d*, .. are legal. `extra`
 * letters of the last kind. */
static void words_of_lemma_3_1(void **state) {
    (void)state;
    for (int latency = 3; latency <= 7; latency++) {
        struct language language = legal(latency);
        for (int pairs = 0; pairs <= 6; pairs++)
            for (int extra = 0; extra <= 6; extra++) {
                int word[40] = {0};
                size_t count = (size_t)latency - 2;
                for (int index = 0; index < pairs; index++, count += 2)
                    word[count] = 2;
                for (int index = 0; index < extra; index++)
                    word[count++] = 1;
                assert_true(language_contains(&language, word, count));
            }
        for (int letter = 2; letter < latency; letter++)
            for (int extra = 0; extra <= 9; extra++) {
                int word[40];
                size_t count = 0;
                while (count < (size_t)(latency - letter - 1))
                    word[count++] = letter - 1;
                for (int index = 0; index < extra; index++)
                    word[count++] = letter;
                assert_true(language_contains(&language, word, count));
            }
        language_clear(&language);
    }
}

static void arguments_are_checked(void **state) {
    struct language language = {.letters = 77};
    struct failure failure;
    (void)state;
    assert_int_equal(legal_language(0, 1000, &language, &failure), STATUS_INPUT);
    assert_int_equal(legal_language(11, 1000, &language, &failure), STATUS_LIMIT);
    assert_int_equal(legal_language(100, 1000, &language, &failure), STATUS_LIMIT);
    assert_int_equal(legal_language(6, 20, &language, &failure), STATUS_LIMIT);
    assert_int_equal(language.letters, 77);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(membership_is_legality),
        cmocka_unit_test(numbers_of_words_agree),
        cmocka_unit_test(figure_2_is_right),
        cmocka_unit_test(words_for_the_block_of_five),
        cmocka_unit_test(sizes_of_the_minimal_automata),
        cmocka_unit_test(words_of_lemma_3_1),
        cmocka_unit_test(arguments_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
