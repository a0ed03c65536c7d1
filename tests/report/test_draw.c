/* SPDX-License-Identifier: MIT */
/* Texts in pages, addresses, axes, and the lines in which engines answer one question. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/report/report.h"

static void expect_text(const char *text, const char *expected) {
    char *found = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&found, &length);
    assert_non_null(file);
    markup_text(file, text);
    assert_int_equal(fclose(file), 0);
    assert_string_equal(found, expected);
    free(found);
}

static void test_text(void **state) {
    (void)state;
    expect_text("a < b > c & \"d\" 'e'", "a &lt; b &gt; c &amp; &quot;d&quot; 'e'");
    expect_text("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80");
    expect_text("a\001b\033c\177", "a\xef\xbf\xbd"
                                   "b\xef\xbf\xbd"
                                   "c\xef\xbf\xbd");
    /* Cut characters, one that is too long for its number, surrogates, beyond the last one. */
    expect_text("\xc3", "\xef\xbf\xbd");
    expect_text("\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd");
    expect_text("\xc0\xbc", "\xef\xbf\xbd\xef\xbf\xbd");
    expect_text("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    expect_text("\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    expect_text("\xef\xbf\xbf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

static void test_address(void **state) {
    char link[100];
    (void)state;
    markup_address("a b/c#\"<%:?'.cert", link);
    assert_string_equal(link, "a%20b/c%23%22%3C%25%3A%3F%27.cert");
    markup_address("\xc3\xbc", link);
    assert_string_equal(link, "%C3%BC");
}

static void test_logarithms(void **state) {
    char digits[400];
    (void)state;
    assert_true(fabs(decimal_log("1")) < 1e-12);
    assert_true(fabs(decimal_log("1000") - 3) < 1e-12);
    assert_true(decimal_log("0") < 0);
    memset(digits, '9', sizeof digits - 1);
    digits[sizeof digits - 1] = 0;
    assert_true(fabs(decimal_log(digits) - 399) < 1e-9);
}

/* Rounding never loses a value, and places are between the ends. */
static void test_axes(void **state) {
    (void)state;
    srand(7);
    for (int i = 0; i < 2000; i++) {
        struct axis axis = {.first = 1, .last = 0, .from = 400, .to = 90};
        double values[3];
        for (int j = 0; j < 3; j++) {
            values[j] = (double)(rand() % 100000) / (1 + rand() % 1000) - 20;
            axis_include(&axis, values[j]);
        }
        axis_round(&axis);
        assert_true(axis.last > axis.first);
        for (int j = 0; j < 3; j++) {
            double place = axis_place(&axis, values[j]);
            assert_true(place <= 400 + 1e-9 && place >= 90 - 1e-9);
        }
    }
    struct axis wider = {.first = 7, .last = 56, .from = 0, .to = 1};
    axis_round(&wider); /* steps of 5 make it 5..60, which has steps of 10 */
    assert_true(wider.first == 0 && wider.last == 60);
    struct axis empty = {.first = 1, .last = 0, .from = 0, .to = 1};
    axis_round(&empty);
    assert_true(empty.last > empty.first);
}

static void test_decimals(void **state) {
    static const char *const ascending[] = {
        "0", "1", "9", "10", "11", "99999999999999999999", "100000000000000000000"};
    (void)state;
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++)
            assert_int_equal(report_compare_decimals(ascending[i], ascending[j]),
                             (i > j) - (i < j));
}

static void test_numbers(void **state) {
    char text[2 * REPORT_NUMBER_ROOM];
    (void)state;
    assert_string_equal(report_number(text, "123456789012345678901234"),
                        "123456789012345678901234");
    assert_string_equal(report_number(text, "1234567890123456789012345"),
                        "1234567890.. (25 digits)");
    assert_string_equal(report_number(text, NULL), "?");
    assert_string_equal(report_bounds(text, "7", "7"), "7");
    assert_string_equal(report_bounds(text, "7", "9"), "7 .. 9");
    assert_string_equal(report_bounds(text, "7", NULL), "7 .. ?");
}

/* A bare report, without a folder: the lines of three engines. */
static void test_groups(void **state) {
    struct campaign_case cases[3] = {{.line = 1}, {.line = 2}, {.line = 3}};
    char name[] = "x", five[] = "5", nine[] = "9", ten[] = "10";
    struct case_result last[3] = {
        {.name = name, .verdict = OUTCOME_INTERVAL, .lower = five, .upper = ten},
        {.name = name, .verdict = OUTCOME_SETTLED, .lower = nine, .upper = nine},
        {.name = NULL}};
    size_t order[3] = {0, 1, 2};
    bool suspect[3] = {false};
    struct report report = {.campaign = {.count = 3, .cases = cases},
                            .journal = {.last = last},
                            .count = 3,
                            .by_question = order,
                            .written = order,
                            .suspect = suspect};
    (void)state;
    for (int i = 0; i < 3; i++) {
        question_init(&cases[i].question, SUBJECT_CAPACITY);
        question_set(&cases[i].question, KEY_LATENCY, 2);
        question_set(&cases[i].question, KEY_DEPTH, i < 2 ? 7 : 8);
    }
    struct report_group group = report_group_at(&report, 0);
    assert_int_equal(group.end, 2);
    assert_int_equal(group.settled, 1);
    assert_int_equal(group.unknown, 1);
    assert_string_equal(group.lower, "9");
    assert_string_equal(group.upper, "9");
    assert_false(group.contradiction);
    last[0].upper = five; /* less than nine */
    assert_true(report_group_at(&report, 0).contradiction);
    group = report_group_at(&report, 2);
    assert_int_equal(group.untried, 1);
    assert_true(group.shown == REPORT_NONE);
    assert_int_equal(report_state_of(&report, 0), REPORT_OPEN);
    assert_int_equal(report_state_of(&report, 1), REPORT_ANSWERED);
    assert_int_equal(report_state_of(&report, 2), REPORT_UNTRIED);
    last[0].cause = CAUSE_CRASH;
    assert_int_equal(report_state_of(&report, 0), REPORT_FAILED);
}

static void test_prefix(void **state) {
    char prefix[REPORT_LINK_ROOM];
    struct failure failure;
    (void)state;
    assert_int_equal(report_prefix("/usr", "/usr/bin/..", prefix, &failure), STATUS_OK);
    assert_string_equal(prefix, "");
    assert_int_equal(report_prefix("/", "/usr/share", prefix, &failure), STATUS_OK);
    assert_string_equal(prefix, "usr/share/");
    assert_int_equal(report_prefix("/usr/share", "/usr", prefix, &failure), STATUS_OK);
    assert_string_equal(prefix, "../");
    assert_int_equal(report_prefix("/usr/share", "/etc", prefix, &failure), STATUS_OK);
    assert_string_equal(prefix, "../../etc/");
    assert_int_equal(report_prefix("/usr/none", "/etc", prefix, &failure), STATUS_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),       cmocka_unit_test(test_address),
        cmocka_unit_test(test_logarithms), cmocka_unit_test(test_axes),
        cmocka_unit_test(test_decimals),   cmocka_unit_test(test_groups),
        cmocka_unit_test(test_prefix),     cmocka_unit_test(test_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
