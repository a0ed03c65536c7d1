/* SPDX-License-Identifier: MIT */
/* Texts in pages and how wide they are, addresses, axes, places of nodes, and the lines in which
 * engines answer one question. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include "solver/network/network_families.h"
#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/report/report.h"
#include "tools/steadycast/show/list_picture.h"

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
        {.name = name, .verdict = VERDICT_INTERVAL, .lower = five, .upper = ten},
        {.name = name, .verdict = VERDICT_SETTLED, .lower = nine, .upper = nine},
        {.name = NULL}};
    size_t order[3] = {0, 1, 2};
    bool suspect[3] = {false};
    struct report report = {.campaign = {.count = 3, .cases = cases},
                            .answers = {.last = last},
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

/* No character is taken to be narrower than in DejaVu Sans (thousandths of an em, sampled). */
static void test_widths(void **state) {
    static const struct {
        char character;
        int width;
    } samples[] = {{'m', 974},  {'W', 989}, {'M', 863}, {'w', 818}, {'%', 950}, {'i', 278},
                   {'l', 278},  {' ', 318}, {'0', 636}, {'8', 636}, {'a', 613}, {'s', 521},
                   {'f', 352},  {'t', 392}, {'r', 411}, {'-', 361}, {'(', 390}, {'=', 838},
                   {'P', 603},  {'O', 787}, {'K', 656}, {'L', 557}, {':', 337}, {',', 318},
                   {'@', 1000}, {'&', 780}, {'"', 460}, {'_', 500}, {'Q', 787}, {'J', 295}};
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char text[2] = {samples[i].character, 0};
        double wide = text_width(text, 1000, false);
        assert_true(wide >= samples[i].width && wide < samples[i].width + 220);
        assert_true(text_width(text, 1000, true) > wide);
    }
    assert_true(
        fabs(text_width("\xc3\xa4", 10, false) - text_width("\xf0\x9f\x98\x80", 10, false)) < 1e-9);
    assert_true(fabs(text_width("ab", 10, false) - 2 * text_width("a", 10, false)) < 1e-9);
}

static void test_lines(void **state) {
    const char *text = "one two  three\nfour";
    double one = text_width("one two", 12, false) + .1;
    (void)state;
    assert_int_equal(text_line(text, one, 12, false), 7);
    assert_int_equal(text_line(text, 1, 12, false), 3); /* a word alone */
    assert_int_equal(text_line(text, 1000, 12, false), 14);
    assert_int_equal(text_line("", 1000, 12, false), 0);
    assert_int_equal(text_line("\nx", 1000, 12, false), 0);
    assert_int_equal(text_line("word", 1, 12, false), 4);
}

/* A network of these links, in any order. */
static const char *places(int nodes, struct network_link *links, int count,
                          struct network_node *at) {
    struct network network = {0};
    assert_int_equal(network_of_edges(nodes, links, count, &network, NULL), STATUS_OK);
    const char *what = network_places(&network, 0, nodes, at);
    network_clear(&network);
    return what;
}

/* What a mesh is taken for. */
static const char *mesh_places(int rows, int columns, struct network_node *nodes) {
    struct network_link links[200];
    int count = 0;
    for (int i = 0; i < rows * columns; i++) {
        if (i % columns < columns - 1)
            links[count++] = (struct network_link){i, i + 1, 1, 1};
        if (i / columns < rows - 1)
            links[count++] = (struct network_link){i, i + columns, 1, 1};
    }
    return places(rows * columns, links, count, nodes);
}

static void test_places(void **state) {
    struct network_node nodes[64];
    struct network_link links[192];
    int count = 0;
    (void)state;
    assert_string_equal(mesh_places(4, 7, nodes), "A mesh or torus.");
    for (int i = 0; i < 28; i++)
        assert_true(nodes[i].x == i % 7 && nodes[i].y == i / 7);
    /* A hypercube: neighbours of one bit stand in the same row or column, no two at one place. */
    for (int i = 0; i < 64; i++)
        for (int bit = 1; bit < 64; bit *= 2)
            if (!(i & bit))
                links[count++] = (struct network_link){i, i | bit, 1, 1};
    assert_string_equal(places(64, links, count, nodes),
                        "A hypercube: neighbours differ in one bit.");
    for (int i = 0; i < 64; i++)
        for (int bit = 1; bit < 64; bit *= 2)
            assert_true((nodes[i].x == nodes[i ^ bit].x) != (nodes[i].y == nodes[i ^ bit].y));
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < i; j++)
            assert_true(nodes[i].x != nodes[j].x || nodes[i].y != nodes[j].y);
    /* A path in two dimensions would be a mesh with edges missing: it is on a circle, no two of
     * whose nodes are nearer than .7. */
    for (int i = 0; i < 11; i++)
        links[i] = (struct network_link){i, i + 1, 1, 1};
    assert_string_equal(places(12, links, 11, nodes), "The nodes stand on a circle.");
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < i; j++)
            assert_true(hypot(nodes[i].x - nodes[j].x, nodes[i].y - nodes[j].y) > .7);
    for (int i = 1; i < 9; i++)
        links[i - 1] = (struct network_link){0, i, 1, 1};
    assert_string_equal(places(9, links, 8, nodes), "Node 0 is in the middle.");
    assert_true(nodes[0].x == 0 && nodes[0].y == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),       cmocka_unit_test(test_address),
        cmocka_unit_test(test_logarithms), cmocka_unit_test(test_axes),
        cmocka_unit_test(test_decimals),   cmocka_unit_test(test_groups),
        cmocka_unit_test(test_prefix),     cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_widths),     cmocka_unit_test(test_lines),
        cmocka_unit_test(test_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
