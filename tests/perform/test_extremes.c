/* SPDX-License-Identifier: MIT */
/* The fastest and the slowest of measured pairs, and what is said of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tools/perform/statistics.h"

enum { PAIRS = 4, REPEAT = 3 };

/* L + 2o in whole seconds: o_s is 1, o_r is 2, and g, which has no part in it, is 100. */
static struct logp_sample sample_of(int seconds) {
    return (struct logp_sample){.send = 1, .receive = 2, .gap = 100, .latency = seconds - 3};
}

static struct extremes find(const int seconds[PAIRS][REPEAT]) {
    const struct pair pairs[PAIRS] = {{0, 1}, {1, 2}, {2, 0}, {5, 3}};
    struct logp_sample samples[PAIRS * REPEAT];
    double numbers[REPEAT];
    for (int i = 0; i < PAIRS * REPEAT; i++)
        samples[i] = sample_of(seconds[i / REPEAT][i % REPEAT]);
    return extremes_of(pairs, PAIRS, samples, REPEAT, numbers);
}

static void assert_pair(const struct pair_time *found, int first, int second, int seconds) {
    assert_int_equal(found->pair.first, first);
    assert_int_equal(found->pair.second, second);
    assert_true(found->seconds == seconds);
}

/* Medians count: neither the least nor the greatest sample of all, nor the means. */
static void test_medians(void **state) {
    const int seconds[PAIRS][REPEAT] = {{20, 1, 21}, {9, 90, 10}, {30, 9, 31}, {29, 28, 99}};
    (void)state;
    struct extremes found = find(seconds);
    assert_pair(&found.fastest, 1, 2, 10);
    assert_pair(&found.slowest, 2, 0, 30);
    assert_true(extremes_mislead(&found));
}

static void test_alike(void **state) {
    const int same[PAIRS][REPEAT] = {{7, 7, 7}, {7, 7, 7}, {7, 7, 7}, {7, 7, 7}};
    const int twice[PAIRS][REPEAT] = {{8, 8, 8}, {7, 7, 7}, {9, 9, 9}, {14, 14, 14}};
    (void)state;
    struct extremes found = find(same);
    assert_pair(&found.fastest, 0, 1, 7);
    assert_pair(&found.slowest, 0, 1, 7);
    assert_false(extremes_mislead(&found));
    found = find(twice);
    assert_pair(&found.slowest, 5, 3, 14);
    assert_false(extremes_mislead(&found)); /* not more than twice as long */
}

static void assert_text(const struct extremes *extremes, const char *fastest, const char *slowest) {
    char text[EXTREMES_TEXT_ROOM];
    extremes_text(extremes, &extremes->fastest, text);
    assert_string_equal(fastest, text);
    extremes_text(extremes, &extremes->slowest, text);
    assert_string_equal(slowest, text);
}

/* Hosts are named wherever one of the four is another. */
static void test_hosts(void **state) {
    struct extremes extremes = {.fastest = {.pair = {0, 1}, .hosts = {"east", "east"}},
                                .slowest = {.pair = {7, 3}, .hosts = {"east", "east"}}};
    (void)state;
    assert_text(&extremes, "ranks 0 and 1", "ranks 7 and 3");
    strcpy(extremes.slowest.hosts[0], "west");
    assert_text(&extremes, "ranks 0 (east) and 1 (east)", "ranks 7 (west) and 3 (east)");
    strcpy(extremes.slowest.hosts[1], "west");
    assert_text(&extremes, "ranks 0 (east) and 1 (east)", "ranks 7 (west) and 3 (west)");
    strcpy(extremes.slowest.hosts[0], "east");
    assert_text(&extremes, "ranks 0 (east) and 1 (east)", "ranks 7 (east) and 3 (west)");
    strcpy(extremes.fastest.hosts[1], "west");
    strcpy(extremes.slowest.hosts[1], "east");
    assert_text(&extremes, "ranks 0 (east) and 1 (west)", "ranks 7 (east) and 3 (east)");
}

/* The longest names and numbers have room. */
static void test_long_names(void **state) {
    struct extremes extremes = {.fastest = {.pair = {2147483646, 2147483647}}};
    char text[EXTREMES_TEXT_ROOM];
    (void)state;
    memset(extremes.fastest.hosts[0], 'a', EXTREMES_HOST_ROOM - 1);
    memset(extremes.fastest.hosts[1], 'b', EXTREMES_HOST_ROOM - 1);
    extremes_text(&extremes, &extremes.fastest, text);
    assert_string_equal(text + strlen(text) - 3, "bb)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_medians),
        cmocka_unit_test(test_alike),
        cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_long_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
