/* SPDX-License-Identifier: MIT */
/* Words of lines: whatever a text holds, the word that stands for it is UTF-8 in one line and is
 * read as that text; what is no word is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "solver/base/words.h"
#include "solver/question/question.h"
#include "tests/automata/random.h"

enum { ROUNDS = 20000, ROOM = 64 };

static uint64_t seed;

static void puts_as(const char *value, const char *word) {
    char found[QUOTED_WORD_ROOM(ROOM)];
    size_t length = quoted_word_put(value, found);
    assert_int_equal(length, strlen(found));
    assert_string_equal(found, word);
}

static void test_written(void **state) {
    (void)state;
    puts_as("edges.txt", "edges.txt");
    puts_as("a\"b\\c#d%", "a\"b\\c#d%");
    puts_as("caf\xc3\xa9", "caf\xc3\xa9");
    puts_as("my file", "\"my file\"");
    puts_as("", "\"\"");
    puts_as("#1", "\"#1\"");
    puts_as("\"a", "\"\\\"a\"");
    puts_as("a \\\"", "\"a \\\\\\\"\"");
    puts_as("a\tb\nc\x7f", "\"a\\x09b\\x0Ac\\x7F\"");
    puts_as("caf\xe9", "\"caf\\xE9\"");
    puts_as("\xc3\xa9\xed\xa0\x80", "\"\xc3\xa9\\xED\\xA0\\x80\"");
    puts_as("\xc0\xaf\xf4\x90\x80\x80", "\"\\xC0\\xAF\\xF4\\x90\\x80\\x80\"");
}

/* The words of a line; fails if it is refused. */
static void reads_as(const char *line, int count, const char *const *texts) {
    char copy[QUOTED_WORD_ROOM(ROOM) + 8], *rest = strcpy(copy, line);
    struct quoted_word word;
    struct failure failure;
    for (int i = 0; i < count; i++) {
        if (quoted_word_next(&rest, &word, &failure))
            fail_msg("%s: %s", line, failure.message);
        assert_non_null(word.text);
        assert_string_equal(word.text, texts[i]);
    }
    assert_int_equal(quoted_word_next(&rest, &word, &failure), STATUS_OK);
    assert_null(word.text);
}

static void test_read(void **state) {
    static const char *const plain[] = {"a", "b\"c", "d\\x41#", "e\""};
    static const char *const quoted[] = {"a b", "", "\"\\", "A\xff", "c"};
    (void)state;
    reads_as("", 0, NULL);
    reads_as(" \t\r", 0, NULL);
    reads_as(" a\tb\"c d\\x41#  e\"\r", 4, plain);
    reads_as("\"a b\" \"\" \"\\\"\\\\\"\t\"\\x41\\xFf\" \"c\"", 5, quoted);
}

static void test_refused(void **state) {
    static const char *const wrong[] = {
        "\"",        "\"abc",     "\"a\\\"", "\"a\"b",    "\"a\"\"b\"", "\"\\n\"", "\"\\x4\"",
        "\"\\x4g\"", "\"\\x00\"", "\"\\x\"", "\"\\X41\"", "\"a\\",      "\"\\x4"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[ROOM], *rest = strcpy(line, wrong[i]);
        struct quoted_word word = {.quoted = true};
        struct failure failure = {0};
        assert_int_equal(quoted_word_next(&rest, &word, &failure), STATUS_INPUT);
        assert_string_equal(line, wrong[i]);
        assert_non_null(strstr(failure.message, wrong[i]));
    }
}

static char random_byte(void) {
    static const char useful[] = "\"\"\\\\x# \t\n\r0aF%*:\xc3\xa9\xe2\x82\xac\xed\xa0\xf0\x9f";
    return random_below(&seed, 3) ? useful[random_below(&seed, sizeof useful - 1)]
                                  : (char)(1 + random_below(&seed, 255));
}

static void random_text(char text[ROOM]) {
    int length = random_below(&seed, random_below(&seed, 2) ? 5 : ROOM);
    for (int i = 0; i < length; i++)
        text[i] = random_byte();
    text[length] = 0;
}

/* What JSON takes is UTF-8, as another library understands it. */
static bool is_utf8(const char *text) {
    json_t *string = json_string(text);
    json_decref(string);
    return string != NULL;
}

static void test_round_trip(void **state) {
    int plain = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        char text[ROOM], word[QUOTED_WORD_ROOM(ROOM)], line[QUOTED_WORD_ROOM(ROOM) + 8];
        random_text(text);
        size_t length = quoted_word_put(text, word);
        assert_int_equal(length, strlen(word));
        assert_true(is_utf8(word));
        assert_int_equal(quoted_word_is_utf8(text), is_utf8(text));
        for (const char *next = word; *next; next++)
            assert_true((unsigned char)*next >= ' ' && *next != 0x7f);
        snprintf(line, sizeof line, " %s b", word);
        const char *const expected[] = {text, "b"};
        reads_as(line, 2, expected);
        plain += strcmp(text, word) == 0;
    }
    assert_true(plain > ROUNDS / 100 && plain < ROUNDS);
}

/* Whatever a line holds, it is read to its end or refused. */
static void test_any_line(void **state) {
    int refused = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        char line[ROOM], *rest = line;
        struct quoted_word word = {.quoted = false};
        struct failure failure;
        random_text(line);
        char *end = line + strlen(line);
        do {
            enum status status = quoted_word_next(&rest, &word, &failure);
            assert_true(!status || status == STATUS_INPUT);
            assert_true(rest <= end);
            if (status) {
                refused++;
                break;
            }
        } while (word.text);
    }
    assert_true(refused > 0 && refused < ROUNDS);
}

/* The letters that fit: as many as possible, and none is cut. */
static void test_cut(void **state) {
    (void)state;
    assert_int_equal(quoted_word_cut("a\xc3\xa9z", 2), 1);
    assert_int_equal(quoted_word_cut("a\xc3\xa9z", 3), 3);
    assert_int_equal(quoted_word_cut("a\xc3\xa9z", 9), 4);
    assert_int_equal(quoted_word_cut("\xe9\xe9", 1), 1);
    assert_int_equal(quoted_word_cut("", 5), 0);
}

/* A text of any bytes is the value of a question. */
static void test_question(void **state) {
    (void)state;
    for (int round = 0; round < ROUNDS / 4; round++) {
        char value[ROOM];
        struct question asked, again;
        struct failure failure;
        random_text(value);
        if (!*value)
            continue;
        question_init(&asked, round % 2 ? SUBJECT_FORMULA : SUBJECT_ALLGATHER);
        enum key key = round % 2 ? KEY_FILE : KEY_NETWORK;
        assert_int_equal(question_read_value(&asked, key, value, &failure), STATUS_OK);
        char *text = question_print(&asked);
        assert_true(is_utf8(text) && !strpbrk(text, "\n\r\t"));
        if (question_parse(&again, text, &failure))
            fail_msg("%s: %s", text, failure.message);
        assert_int_equal(question_compare(&asked, &again), 0);
        assert_string_equal(question_text(&again, key), value);
        free(text);
        question_clear(&asked);
        question_clear(&again);
    }
}

/* Nothing is cut, however long. */
static void test_long(void **state) {
    enum { LENGTH = 4095 };
    static const char *const heads[] = {"formula file ", "broadcast latency 2 processors "};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char text[LENGTH + 60];
        struct question asked;
        struct failure failure;
        strcpy(text, heads[i]);
        size_t used = strlen(text);
        memset(text + used, i ? '7' : 'n', LENGTH);
        text[used + LENGTH] = 0;
        assert_int_equal(question_parse(&asked, text, &failure), STATUS_OK);
        char *printed = question_print(&asked);
        assert_string_equal(printed, text);
        free(printed);
        question_clear(&asked);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written),  cmocka_unit_test(test_read),
        cmocka_unit_test(test_refused),  cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_any_line), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_question), cmocka_unit_test(test_long)};
    seed = random_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
