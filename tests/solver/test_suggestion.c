/* SPDX-License-Identifier: MIT */
/* Did you mean ..?: the nearest of several words, and silence where none is near. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "solver/base/words.h"

static void expect(const char *word, const char *words, const char *best) {
    struct suggestion suggestion;
    char text[SUGGESTION_TEXT];
    suggestion_init(&suggestion, word);
    suggestion_offer_words(&suggestion, words);
    assert_string_equal(suggestion.best, best);
    const char *told = suggestion_text(&suggestion, text, sizeof text);
    assert_int_equal(*best != 0, strstr(told, "did you mean") != NULL);
    assert_true(!*best || strstr(told, best));
}

static void test_letters(void **state) {
    (void)state;
    expect("swep", "solve|sweep|status", "sweep");   /* left out */
    expect("sweeep", "solve|sweep|status", "sweep"); /* put in */
    expect("sweap", "solve|sweep|status", "sweep");  /* changed */
    expect("sewep", "solve|sweep|status", "sweep");  /* exchanged */
    expect("--latncy", "--latency|--depth", "--latency");
    expect("statu", "status|audit", "status");
    expect("enum", "enumerate|export", "enumerate"); /* a beginning */
}

static void test_nothing_near(void **state) {
    (void)state;
    expect("banana", "solve|sweep|status", "");
    expect("x", "solve|sweep|status", "");
    expect("", "solve|sweep|status", "");
    expect("solve", "", "");
}

static void test_former_names(void **state) {
    (void)state;
    expect("alltoall", "allgather|allreduce|reduce", "allgather");
    expect("combine", "allgather|allreduce|reduce|count", "allreduce");
    expect("sum", "sweep|reduce|reduce-scatter", "reduce");
    expect("sum-time", "sweep|reduce|reduce-scatter", "reduce");
}

static void test_nearest_and_first(void **state) {
    (void)state;
    expect("rings", "rink|ring", "ring");
    expect("rin", "ring|rink", "ring");
}

/* What is too long is not looked at, and nothing is written behind a place. */
static void test_long_words(void **state) {
    char word[3 * SUGGESTION_ROOM], most[SUGGESTION_ROOM];
    (void)state;
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = 0;
    expect(word, "solve|aaaa", "");
    memset(most, 'a', sizeof most - 1);
    most[sizeof most - 1] = 0;
    expect("aaaa", word, "");
    struct suggestion suggestion;
    suggestion_init(&suggestion, most);
    suggestion_offer(&suggestion, most + 1);
    assert_string_equal(suggestion.best, most + 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_letters),      cmocka_unit_test(test_nothing_near),
        cmocka_unit_test(test_former_names), cmocka_unit_test(test_nearest_and_first),
        cmocka_unit_test(test_long_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
