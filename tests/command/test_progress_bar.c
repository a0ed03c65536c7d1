/* SPDX-License-Identifier: MIT */
/* The line of progress: widths, huge counts, what is not known, and the pace behind it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tools/steadycast/frame/control.h"

/* The pace of a task that was begun `seconds` before with nothing done, at constant speed. */
static struct pace steady(const struct progress *progress, double seconds) {
    struct pace pace = {.time = 0};
    struct progress first = {progress->task, 0, progress->total, 0};
    pace_note(&pace, &first, 1);
    pace_note(&pace, progress, 1 + seconds);
    return pace;
}

static void test_example(void **state) {
    char line[PROGRESS_LINE_ROOM];
    struct progress progress = {"task", 1170, 2340, 0};
    struct pace pace = steady(&progress, 26);
    (void)state;
    assert_int_equal(progress_line(line, 62, &progress, &pace, 26), 62);
    assert_string_equal(line, "task  [########---------]   50%  1170/2340  45/s  left 0:00:26");
    progress_line(line, 0, &progress, &pace, 26);
    assert_string_equal(line, "task   50%  1170/2340  45/s  0:00:26  left 0:00:26");
}

static void test_nothing_known(void **state) {
    char line[PROGRESS_LINE_ROOM];
    struct pace pace = {.time = 0};
    struct progress first = {"task", 7, 20, 0}, search = {"search", 0, 0, 700000000};
    (void)state;
    pace_note(&pace, &first, 5); /* seven that an earlier run has left say nothing of the speed */
    assert_true(pace_left(&pace, &first) < 0);
    progress_line(line, 0, &first, &pace, 5);
    assert_string_equal(line, "task   35%  7/20  0:00:05  left ?");
    pace = steady(&search, 10);
    assert_true(pace_left(&pace, &search) < 0);
    progress_line(line, 100, &search, &pace, 10);
    assert_string_equal(line, "search  7e+08 nodes  7e+07 nodes/s  0:00:10");
}

/* A line fills the width where there is a bar, and never exceeds it. */
static void test_widths(void **state) {
    static const struct progress samples[] = {
        {"messages", 0, 10, 0},
        {"messages", 3, 10, 0},
        {"messages", 10, 10, 0},
        {"messages", 25, 10, 0}, /* more than all */
        {"messages", 0, 0, 0},
        {"messages", 12, 0, 345},
        {"passes over the window automaton", UINT64_MAX, UINT64_MAX, UINT64_MAX},
        {"a", UINT64_MAX / 3, UINT64_MAX, UINT64_MAX / 5},
        {"", 1, 3, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        for (int width = 20; width <= 200; width++) {
            char line[PROGRESS_LINE_ROOM];
            struct pace pace = steady(&samples[i], 1000);
            size_t length = progress_line(line, width, &samples[i], &pace, 1e9);
            assert_int_equal(length, strlen(line));
            assert_true(length <= (size_t)width);
            assert_true(!strchr(line, '[') || length == (size_t)width);
            assert_true(!samples[i].total || strchr(line, '%'));
            if (width >= 160 && samples[i].total)
                assert_non_null(strchr(line, '['));
        }
}

static void test_bar(void **state) {
    (void)state;
    for (uint64_t done = 0; done <= 12; done++) {
        char line[PROGRESS_LINE_ROOM];
        struct progress progress = {"t", done, 10, 0};
        struct pace pace = {.time = 0};
        size_t full = 0, cells = 0;
        progress_line(line, 100, &progress, &pace, 0);
        for (const char *c = strchr(line, '[') + 1; *c != ']'; c++, cells++)
            full += *c == '#';
        assert_int_equal(full, done >= 10 ? cells : done * cells / 10);
        assert_int_equal(atoi(strchr(line, ']') + 1), done >= 10 ? 100 : 10 * done);
    }
}

static void test_outside(void **state) {
    char line[PROGRESS_LINE_ROOM], task[2000];
    struct progress progress = {task, 1, 2, 3};
    struct pace pace = {.time = 0};
    (void)state;
    memset(task, 'x', sizeof task - 1);
    task[sizeof task - 1] = '\0';
    task[0] = '\n';
    task[1] = '\033';
    task[2] = (char)0xc3;
    for (int width = -1; width <= 600; width++) {
        size_t length = progress_line(line, width, &progress, &pace, NAN);
        assert_true(length < PROGRESS_LINE_ROOM);
        assert_true(length <= (width > 8 ? (size_t)width : width > 0 ? 8 : PROGRESS_LINE_ROOM));
    }
    assert_memory_equal(line, "???x", 4);
}

static void test_pace(void **state) {
    struct pace pace = {.time = 0};
    struct progress progress = {"a", 0, 100, 0}, other = {"b", 50, 100, 0};
    (void)state;
    for (int i = 0; i <= 20; i++) { /* two items a second */
        progress.done = 2 * (uint64_t)i;
        pace_note(&pace, &progress, 100 + i);
    }
    assert_true(fabs(pace.rate - 2) < 1e-9);
    assert_true(fabs(pace_left(&pace, &progress) - 30) < 1e-9);
    for (int i = 1; i <= 10; i++) /* then none: the rate falls, but not at once */
        pace_note(&pace, &progress, 120 + i);
    assert_true(pace.rate < 1 && pace.rate > 0.2);
    assert_true(fabs(pace_left(&pace, &progress) - 45) < 1e-9);
    pace_note(&pace, &other, 131);
    assert_true(pace.rate == 0 && pace_left(&pace, &other) < 0);
    other.done = 40; /* it begins again */
    pace_note(&pace, &other, 132);
    other.done = 45;
    pace_note(&pace, &other, 133);
    assert_true(fabs(pace.rate - 5) < 1e-9);
    other.done = 101;
    assert_true(pace_left(&pace, &other) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example), cmocka_unit_test(test_nothing_known),
        cmocka_unit_test(test_widths),  cmocka_unit_test(test_bar),
        cmocka_unit_test(test_outside), cmocka_unit_test(test_pace)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
