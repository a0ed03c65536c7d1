/* What bench makes of its measurements: fits, ratios, promises, lines, and the history. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tools/steadycast/bench/bench_fit.h"
#include "tools/steadycast/bench/bench_history.h"
#include "tools/steadycast/bench/bench_record.h"

/* --- fits --- */

static void near(double a, double b) {
    if (!(fabs(a - b) <= 1e-9 * (1 + fabs(b))))
        fail_msg("%.17g is not %.17g", a, b);
}

static void test_exact_fits(void **state) {
    double x[20], power[20], growth[20];
    (void)state;
    for (int e = -8; e <= 8; e++)
        for (int count = 2; count <= 20; count++) {
            struct bench_fit fit;
            for (int i = 0; i < count; i++) {
                x[i] = 3 * i + 1;
                power[i] = 0.001 * pow(x[i], e / 2.0);
                growth[i] = 5 * pow(1.5, x[i] * e);
            }
            assert_true(bench_fit_power(x, power, count, &fit));
            near(fit.slope, e / 2.0);
            near(fit.start, log(0.001));
            near(fit.residual, 0);
            assert_true(bench_fit_growth(x, growth, count, &fit));
            near(fit.slope, e * log(1.5));
            near(fit.start, log(5));
        }
}

/* No line through noisy points leaves less than the one that is found; the residual is its own. */
static void test_least_squares(void **state) {
    enum { COUNT = 12 };
    double x[COUNT], y[COUNT];
    uint32_t random = 12345;
    struct bench_fit fit;
    (void)state;
    for (int i = 0; i < COUNT; i++) {
        random = random * 1664525 + 1013904223;
        x[i] = 100 * pow(2, i);
        y[i] = 1e-6 * pow(x[i], 1.7) * exp(0.3 * ((double)random / UINT32_MAX - 0.5));
    }
    assert_true(bench_fit_power(x, y, COUNT, &fit));
    assert_true(fabs(fit.slope - 1.7) < 0.05 && fit.residual > 0.01 && fit.residual < 0.15);
    for (int ds = -1; ds <= 1; ds++)
        for (int dt = -1; dt <= 1; dt++) {
            double rest = 0;
            for (int i = 0; i < COUNT; i++)
                rest +=
                    pow(log(y[i]) - fit.start - 0.01 * dt - (fit.slope + 0.01 * ds) * log(x[i]), 2);
            if (ds || dt)
                assert_true(sqrt(rest / COUNT) > fit.residual);
            else
                near(sqrt(rest / COUNT), fit.residual);
        }
}

static void test_no_fit(void **state) {
    const double equal[] = {0.1, 0.1, 0.1}, some[] = {1, 2, 3}, zero[] = {0, 1, 2},
                 broken[] = {1, NAN, 2};
    struct bench_fit fit = {7, 7, 7};
    (void)state;
    assert_false(bench_fit_power(equal, some, 3, &fit));
    assert_false(bench_fit_growth(equal, some, 3, &fit));
    assert_false(bench_fit_power(some, some, 1, &fit));
    assert_false(bench_fit_power(some, some, 0, &fit));
    assert_false(bench_fit_power(zero, some, 3, &fit));
    assert_false(bench_fit_power(some, zero, 3, &fit));
    assert_false(bench_fit_power(some, broken, 3, &fit));
    assert_true(fit.slope == 7 && fit.start == 7 && fit.residual == 7);
    assert_true(bench_fit_growth(zero, some, 3, &fit));
}

/* --- records --- */

static void test_ratio_and_share(void **state) {
    struct bench_record time = {
        .value = 2, .peer = "p", .peer_value = 10, .limit = "l", .limit_value = 0.5};
    struct bench_record rate = {.value = 50,
                                .better = BENCH_LARGER,
                                .peer = "p",
                                .peer_value = 10,
                                .limit = "l",
                                .limit_value = 200};
    struct bench_record alone = {.value = 50, .peer_value = 10, .limit_value = 200};
    (void)state;
    near(bench_ratio(&time), 5);
    near(bench_share(&time), 0.25);
    near(bench_ratio(&rate), 5);
    near(bench_share(&rate), 0.25);
    near(bench_ratio(&alone), 0);
    near(bench_share(&alone), 0);
}

static bool kept(enum bench_subject subject, bool at_least, double bound, double value) {
    struct bench_record record = {.value = value,
                                  .peer = "p",
                                  .peer_value = 10,
                                  .limit = "l",
                                  .limit_value = 1,
                                  .promise = {subject, at_least, bound}};
    return bench_kept(&record);
}

static void test_what_is_worse(void **state) {
    struct bench_record seconds = {.value = 2, .better = BENCH_SMALLER},
                        rate = {.value = 2, .better = BENCH_LARGER};
    (void)state;
    assert_true(bench_is_worse(&seconds, 1));
    assert_false(bench_is_worse(&seconds, 3));
    assert_true(bench_is_worse(&rate, 3));
    assert_false(bench_is_worse(&rate, 1));
}

static void test_promises(void **state) {
    struct bench_record lonely = {.value = 2, .promise = {BENCH_RATIO, true, 100}};
    (void)state;
    assert_true(kept(BENCH_RATIO, true, 5, 2));
    assert_false(kept(BENCH_RATIO, true, 5.01, 2));
    assert_true(kept(BENCH_VALUE, false, 2, 2));
    assert_false(kept(BENCH_VALUE, false, 1.99, 2));
    assert_true(kept(BENCH_SHARE, true, 0.5, 2));
    assert_false(kept(BENCH_SHARE, true, 0.51, 2));
    assert_false(kept(BENCH_VALUE, false, 2, NAN));
    assert_false(kept(BENCH_VALUE, true, 2, NAN));
    assert_true(kept(BENCH_NOTHING, true, 1e9, NAN));
    assert_true(bench_kept(&lonely)); /* nobody to be compared with */
}

static void test_line(void **state) {
    char line[BENCH_LINE_ROOM], long_line[BENCH_LINE_ROOM];
    struct bench_record record = {.part = "decide",
                                  .what = "all",
                                  .value = 0.002,
                                  .unit = "s",
                                  .peer = "clasp",
                                  .peer_value = 0.3,
                                  .peer_open = true,
                                  .promise = {BENCH_RATIO, true, 200}};
    struct bench_record full = {
        .value = -1.23456e-300, .peer_value = INFINITY, .promise = {BENCH_SHARE, true, 1e-300}};
    (void)state;
    bench_format(line, sizeof line, &record);
    assert_non_null(strstr(line, "decide    all "));
    assert_non_null(strstr(line, "0.002 s "));
    assert_non_null(strstr(line, ">0.3 "));
    assert_non_null(strstr(line, ">150 "));
    assert_non_null(strstr(line, "ratio >= 200"));
    assert_string_equal(line + strlen(line) - 6, "BROKEN");
    memset(full.part, 'x', BENCH_TEXT_ROOM - 1);
    memset(full.what, 'x', BENCH_TEXT_ROOM - 1);
    memset(full.unit, 'x', BENCH_TEXT_ROOM - 1);
    memset(full.peer, 'x', BENCH_TEXT_ROOM - 1);
    memset(full.limit, 'x', BENCH_TEXT_ROOM - 1);
    memset(full.note, 'n', BENCH_NOTE_ROOM - 1);
    bench_format(long_line, sizeof long_line, &full);
    assert_int_equal(long_line[strlen(long_line) - 1], 'n'); /* nothing was cut */
}

/* --- history --- */

/* A table with one value, of the part `p`. */
static struct bench_table table_of(double value) {
    struct bench_table table = {.json = false};
    table.records = calloc(1, sizeof *table.records);
    assert_non_null(table.records);
    table.records[0] = (struct bench_record){.part = "p", .what = "w", .value = value};
    table.count = table.room = 1;
    return table;
}

static void append(const char *path, const struct bench_machine *machine, bool quick,
                   double value) {
    struct bench_history history;
    struct bench_table table = table_of(value);
    assert_int_equal(bench_history_read(&history, path, machine, quick, NULL), STATUS_OK);
    assert_int_equal(bench_history_append(&history, machine, quick, &table, NULL), STATUS_OK);
    bench_history_clear(&history);
    bench_table_clear(&table);
}

static size_t runs_of(const char *path, const struct bench_machine *machine, bool quick) {
    struct bench_history history;
    assert_int_equal(bench_history_read(&history, path, machine, quick, NULL), STATUS_OK);
    size_t count = json_array_size(history.runs);
    bench_history_clear(&history);
    return count;
}

static void test_history(void **state) {
    char path[] = "/tmp/steadycast-history-XXXXXX";
    struct bench_machine one = {.processors = 1, .model = "a"}, two = {.processors = 2};
    struct bench_history history;
    struct failure failure;
    (void)state;
    close(mkstemp(path));
    unlink(path);
    assert_int_equal(runs_of(path, &one, false), 0); /* no file, no runs */
    for (int i = 1; i <= 3; i++)
        append(path, &one, false, i);
    append(path, &one, true, 5);
    append(path, &two, false, 7);
    assert_int_equal(runs_of(path, &one, false), 3);
    assert_int_equal(runs_of(path, &one, true), 1);
    assert_int_equal(runs_of(path, &two, false), 1);
    FILE *file = fopen(path, "a"); /* a run that was killed while it wrote */
    assert_non_null(file);
    fputs("{\"date\":\"2020", file);
    fclose(file);
    assert_int_equal(runs_of(path, &one, false), 3);
    append(path, &one, false, 9);
    assert_int_equal(runs_of(path, &one, false), 4);
    file = fopen(path, "a");
    assert_non_null(file);
    fputs("{}\n", file);
    fclose(file);
    assert_int_equal(bench_history_read(&history, path, &one, false, &failure), STATUS_INPUT);
    assert_non_null(strstr(failure.message, ":7: this is no run of bench"));
    bench_history_clear(&history);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_fits),    cmocka_unit_test(test_least_squares),
        cmocka_unit_test(test_no_fit),        cmocka_unit_test(test_ratio_and_share),
        cmocka_unit_test(test_what_is_worse), cmocka_unit_test(test_promises),
        cmocka_unit_test(test_line),          cmocka_unit_test(test_history)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
