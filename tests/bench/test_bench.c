/* SPDX-License-Identifier: MIT */
/* What bench makes of its measurements: ratios, promises, lines, and growth. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solver/network/network_names.h"
#include "tests/bench/bench.h"
#include "tests/bench/sccl_formula.h"

/* --- records --- */

static void near(double a, double b) {
    if (!(fabs(a - b) <= 1e-9 * (1 + fabs(b))))
        fail_msg("%.17g is not %.17g", a, b);
}

static void test_ratio_and_share(void **state) {
    struct bench_record time = {
        .value = 2, .unit = "s", .peer = "p", .peer_value = 10, .limit = "l", .limit_value = 0.5};
    struct bench_record rate = {.value = 50,
                                .unit = "nodes/s",
                                .peer = "p",
                                .peer_value = 10,
                                .limit = "l",
                                .limit_value = 200};
    struct bench_record alone = {.value = 50, .unit = "s", .peer_value = 10, .limit_value = 200};
    (void)state;
    near(bench_ratio(&time), 5);
    near(bench_share(&time), 0.25);
    near(bench_ratio(&rate), 5);
    near(bench_share(&rate), 0.25);
    near(bench_ratio(&alone), 0);
    near(bench_share(&alone), 0);
}

static bool kept(enum bench_subject subject, const char *unit, double bound, double value) {
    struct bench_record record = {.value = value,
                                  .unit = unit,
                                  .peer = "p",
                                  .peer_value = 10,
                                  .limit = "l",
                                  .limit_value = 1,
                                  .subject = subject,
                                  .bound = bound};
    return bench_kept(&record);
}

static void test_promises(void **state) {
    struct bench_record lonely = {.value = 2, .unit = "s", .subject = BENCH_RATIO, .bound = 100};
    (void)state;
    assert_true(kept(BENCH_RATIO, "s", 5, 2));
    assert_false(kept(BENCH_RATIO, "s", 5.01, 2));
    assert_true(kept(BENCH_VALUE, "s", 2, 2));
    assert_false(kept(BENCH_VALUE, "s", 1.99, 2));
    assert_true(kept(BENCH_VALUE, "nodes/s", 2, 2));
    assert_false(kept(BENCH_VALUE, "nodes/s", 2.01, 2));
    assert_true(kept(BENCH_SHARE, "s", 0.5, 2));
    assert_false(kept(BENCH_SHARE, "s", 0.51, 2));
    assert_false(kept(BENCH_VALUE, "s", 2, NAN));
    assert_false(kept(BENCH_VALUE, "nodes/s", 2, NAN));
    assert_true(kept(BENCH_NOTHING, "s", 1e9, NAN));
    assert_true(bench_kept(&lonely)); /* nobody to be compared with */
}

static void test_line(void **state) {
    char line[BENCH_LINE], long_line[BENCH_LINE], name[BENCH_TEXT];
    struct bench_record record = {.part = "decide",
                                  .what = "all",
                                  .value = 0.002,
                                  .unit = "s",
                                  .peer = "clasp",
                                  .peer_value = 0.3,
                                  .peer_open = true,
                                  .subject = BENCH_RATIO,
                                  .bound = 200};
    struct bench_record full = {.value = -1.23456e-300,
                                .peer_value = INFINITY,
                                .subject = BENCH_SHARE,
                                .bound = 1e-300,
                                .part = name,
                                .unit = name};
    (void)state;
    bench_format(line, &record);
    assert_non_null(strstr(line, "decide    all "));
    assert_non_null(strstr(line, "0.002 s "));
    assert_non_null(strstr(line, ">0.3 "));
    assert_non_null(strstr(line, ">150 "));
    assert_non_null(strstr(line, "ratio >= 200"));
    assert_string_equal(line + strlen(line) - 6, "BROKEN");
    memset(name, 'x', BENCH_TEXT - 1);
    name[BENCH_TEXT - 1] = '\0';
    memset(full.what, 'x', BENCH_TEXT - 1);
    memset(full.peer, 'x', BENCH_TEXT - 1);
    memset(full.limit, 'x', BENCH_TEXT - 1);
    memset(full.note, 'n', BENCH_NOTE - 1);
    bench_format(long_line, &full);
    assert_int_equal(long_line[strlen(long_line) - 1], 'n'); /* nothing was cut */
}

/* --- the runner --- */

static struct control control;

static struct bench bench_of(bool quick) {
    return (struct bench){.runs = 3,
                          .limit = 1,
                          .quick = quick,
                          .control = &control,
                          .machine = {.processors = 2},
                          .programs = "/bin",
                          .folder = "/tmp"};
}

/* Takes size^2 seconds, twice as much on one thread. */
static enum status square(struct bench_run *run, struct failure *failure) {
    (void)failure;
    run->record.value = run->size * run->size * (run->limits.threads == 1 ? 2 : 1);
    run->found = run->size;
    return STATUS_OK;
}

/* The same answer, or a wrong one for 13. */
static enum status slow_square(struct bench_run *run, struct failure *failure) {
    enum status status = square(run, failure);
    run->record.value *= 8;
    run->found += run->size == 13;
    return status;
}

/* Does this line keep its promise? */
static bool measured(const struct measurement *row, bool quick) {
    struct bench bench = bench_of(quick);
    assert_int_equal(bench_measure(&bench, row, NULL), STATUS_OK);
    assert_int_equal(bench.promises, 1);
    return bench.broken == 0;
}

static void test_runner(void **state) {
    struct measurement row = {.part = "p",
                              .what = "w",
                              .unit = "s",
                              .work = square,
                              .size = 100,
                              .quick_size = 10,
                              .subject = BENCH_RATIO,
                              .peer = "slow",
                              .peer_work = slow_square,
                              .bound = 8,
                              .quick_bound = 9};
    struct measurement growth = {.part = "p",
                                 .what = "w",
                                 .unit = "exponent",
                                 .work = square,
                                 .from = 10,
                                 .size = 100,
                                 .subject = BENCH_VALUE,
                                 .bound = 2.001};
    struct measurement threads = {.part = "p",
                                  .what = "w",
                                  .unit = "s",
                                  .work = square,
                                  .size = 5,
                                  .threads = BENCH_EACH, /* 2, promised, and 4 */
                                  .subject = BENCH_SHARE,
                                  .bound = 1};
    struct bench bench = bench_of(false);
    (void)state;
    assert_true(measured(&row, false));
    assert_false(measured(&row, true)); /* ratio 8 is promised to be 9 */
    assert_true(measured(&growth, false));
    growth.bound = 1.999;
    assert_false(measured(&growth, false));
    growth.unit = "factor"; /* 100^2 / 10^2 in 90 steps */
    growth.bound = 1.06;
    assert_true(measured(&growth, false));
    growth.bound = 1.05;
    assert_false(measured(&growth, false));
    assert_true(measured(&threads, false));
    threads.bound = 1.01;
    assert_false(measured(&threads, false));
    row.size = 13;
    assert_int_equal(bench_measure(&bench, &row, NULL), STATUS_INTERNAL);
}

static enum status run_commands(const char *unit, const char *command, const char *peer,
                                int *promises) {
    struct measurement row = {.part = "p",
                              .what = "w",
                              .unit = unit,
                              .prints = *unit == '%',
                              .idle = "true",
                              .command = command,
                              .peer = "p",
                              .program = "sh",
                              .peer_command = peer,
                              .size = 7,
                              .subject = BENCH_VALUE,
                              .bound = 7};
    struct bench bench = bench_of(false);
    enum status status = bench_measure(&bench, &row, NULL);
    *promises = bench.promises - bench.broken;
    return status;
}

static void test_commands(void **state) {
    int kept = 0;
    (void)state;
    assert_int_equal(run_commands("%", "echo $n", "echo 3", &kept), STATUS_OK);
    assert_int_equal(kept, 1);
    assert_int_equal(run_commands("%", "echo 7.5", "echo 4; exit 10", &kept), STATUS_OK);
    assert_int_equal(kept, 0);
    assert_int_equal(run_commands("s", "exit 3", "true", &kept), STATUS_INTERNAL);
    assert_int_equal(run_commands("%", "echo 1", "exit 1", &kept), STATUS_INTERNAL);
    assert_int_equal(run_commands("%", "true", "echo 1", &kept), STATUS_INTERNAL); /* no value */
    assert_int_equal(run_commands("s", "echo capacity 3", "echo capacity 3", &kept), STATUS_OK);
    assert_int_equal(run_commands("s", "echo capacity 3", "true", &kept), STATUS_OK); /* gave up */
    assert_int_equal(run_commands("s", "echo capacity 3", "echo words 4", &kept), STATUS_INTERNAL);
    assert_int_equal(run_commands("s", "kill -9 $$", "true", &kept), STATUS_INTERNAL);
}

/* --- SCCL's formula --- */

/* Of a collective on a network of this name, to be freed. */
static char *formula_of(const char *name, enum collective collective, int steps, int rounds,
                        int chunks, enum status *status) {
    struct network network;
    struct network_problem problem;
    char *text = NULL;
    size_t size = 0;
    assert_int_equal(network_parse_in(name, NULL, &network, NULL), STATUS_OK);
    assert_int_equal(network_problem_init(&problem, &network, collective, 0, NULL), STATUS_OK);
    struct network_task task = {
        .problem = &problem, .steps = steps, .rounds = rounds, .chunks = chunks};
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    *status = sccl_formula_write(&task, stream, NULL);
    fclose(stream);
    network_problem_clear(&problem);
    network_clear(&network);
    return text;
}

static void test_formula(void **state) {
    enum status status;
    char *text = formula_of("path:2=3", COLLECTIVE_BROADCAST, 1, 2, 1, &status);
    (void)state;
    assert_int_equal(status, STATUS_OK);
    assert_string_equal(text, "(declare-const r1 Int)\n"
                              "(assert (>= r1 1))\n"
                              "(assert (<= (+ 0 r1) 2))\n"
                              "(declare-const t0_0 Int)\n"
                              "(declare-const t0_1 Int)\n"
                              "(declare-const x0_0_1 Bool)\n"
                              "(declare-const x0_1_0 Bool)\n"
                              "(assert (= t0_0 0))\n"
                              "(assert (<= t0_1 1))\n"
                              "(assert (=> (<= t0_1 1) ((_ pbeq 1 1) x0_0_1)))\n"
                              "(assert (=> x0_0_1 (< t0_0 t0_1)))\n"
                              "(assert (=> x0_1_0 (< t0_1 t0_0)))\n"
                              "(assert (=> (= r1 1) ((_ at-most 3) (and x0_0_1 (= t0_1 1)))))\n"
                              "(assert (=> (= r1 2) ((_ at-most 6) (and x0_0_1 (= t0_1 1)))))\n"
                              "(assert (=> (= r1 1) ((_ at-most 3) (and x0_1_0 (= t0_0 1)))))\n"
                              "(assert (=> (= r1 2) ((_ at-most 6) (and x0_1_0 (= t0_0 1)))))\n"
                              "(check-sat)\n");
    free(text);
}

static int count(const char *text, const char *word) {
    int found = 0;
    while ((text = strstr(text, word))) {
        found++;
        text += strlen(word);
    }
    return found;
}

/* Chunks of several sources, targets that are not all nodes, and groups of several arcs. */
static void test_formula_sizes(void **state) {
    enum status status;
    char *text = formula_of("hub:4", COLLECTIVE_ALLTOALL, 2, 4, 3, &status);
    int chunks = 4 * 3 * 3, arcs = 4 * 3, groups = 4 + 4, steps = 2, most = 3;
    (void)state;
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(count(text, "(declare-const t"), 4 * chunks);
    assert_int_equal(count(text, "(declare-const x"), arcs * chunks);
    assert_int_equal(count(text, " 0))\n"), chunks);                /* C1 */
    assert_int_equal(count(text, "(assert (<= t"), chunks);         /* C2 */
    assert_int_equal(count(text, "((_ pbeq 1 1 1 1)"), 3 * chunks); /* C3 */
    assert_int_equal(count(text, " (< t"), arcs * chunks);          /* C4 */
    assert_int_equal(count(text, "((_ at-most "), groups * steps * most);
    assert_int_equal(count(text, " (and "), 2 * arcs * chunks * steps * most);
    assert_int_equal(count(text, "("), count(text, ")"));
    free(text);
}

static void refuse(const char *name, enum collective collective, int steps, int rounds) {
    enum status status;
    char *text = formula_of(name, collective, steps, rounds, 1, &status);
    assert_int_equal(status, STATUS_INPUT);
    assert_string_equal(text, "");
    free(text);
}

static void test_no_formula(void **state) {
    (void)state;
    refuse("ring:4", COLLECTIVE_REDUCE, 2, 3);
    refuse("ring:4@2", COLLECTIVE_BROADCAST, 4, 4);
    refuse("ring:4", COLLECTIVE_BROADCAST, 3, 2);
    refuse("ring:4", COLLECTIVE_BROADCAST, 3, NETWORK_EVEN_ROUNDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ratio_and_share),
                                       cmocka_unit_test(test_promises),
                                       cmocka_unit_test(test_line),
                                       cmocka_unit_test(test_runner),
                                       cmocka_unit_test(test_commands),
                                       cmocka_unit_test(test_formula),
                                       cmocka_unit_test(test_formula_sizes),
                                       cmocka_unit_test(test_no_formula)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
