/* SPDX-License-Identifier: MIT */
/* The formula of K items, plain and ordered: it must have a model if and only if an exhausted
 * search over all schedules finds one; and it must be the one of the grammar, clause by clause,
 * where that is short enough to be written out. */
#include "check_naive_least.h"
#include "check_picosat.h"
#include "core/cnf_items.h"
#include "core/memory.h"
#include "rest/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

/* --- against the formula --- */

static bool has_model(const struct formula *formula) {
    struct picosat_formula built;
    picosat_build(&built, formula);
    bool model = picosat_has_model(&built);
    memory_release(0);
    return model;
}

/* Adds the formulas that were compared to a tally, by whether they have a model. */
static void compare(const struct naive_items *search, unsigned long tally[2]) {
    long least = naive_items_least(search);
    assert_true(least < NAIVE_NEVER);
    for (long T = least > search->L ? least - 1 : search->L; T <= least + 1; T++)
        for (int ordered = 0; ordered <= 1; ordered++) {
            struct items_cnf question = {.latency = (uint32_t)search->L,
                                         .ports = (uint32_t)search->p,
                                         .rows = (uint32_t)search->N,
                                         .items = (uint32_t)search->K,
                                         .time = (uint32_t)T,
                                         .single = search->single};
            const struct formula formula = {.question = &question,
                                            .build = items_cnf_build,
                                            .order = ordered ? &items_order : NULL};
            if (has_model(&formula) != (T >= least))
                fail_msg("L=%ld p=%ld N=%ld K=%ld %s, encoding %s: least time %ld, but T=%ld",
                         search->L, search->p, search->N, search->K,
                         search->single ? "single" : "any", ordered ? "ordered" : "plain", least,
                         T);
            tally[T >= least]++;
        }
}

static void test_least_times(void **state) {
    static const struct {
        long N, K, L; /* up to this latency */
    } cells[] = {{1, 1, 4}, {1, 2, 4}, {1, 4, 2}, {2, 1, 4}, {2, 2, 4},
                 {2, 3, 3}, {2, 4, 2}, {2, 5, 1}, {3, 1, 5}, {3, 2, 3},
                 {3, 3, 1}, {4, 1, 5}, {4, 2, 1}, {5, 1, 4}, {6, 1, 3}};
    unsigned long tally[2] = {0, 0};
    (void)state;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        for (long L = 1; L <= cells[i].L; L++)
            for (long p = 1; p <= 3; p++)
                for (int single = 0; single <= 1; single++) {
                    struct naive_items search = {
                        .L = L, .p = p, .N = cells[i].N, .K = cells[i].K, .single = single};
                    compare(&search, tally);
                }
    printf("%lu formulas with a model, %lu without\n", tally[1], tally[0]);
    assert_true(tally[1] > 500 && tally[0] > 300);
}

/* --- written out by hand --- */

static void print_formula(const struct formula *formula, char *text, size_t room) {
    struct picosat_formula built;
    size_t length = 0;
    picosat_build(&built, formula);
    length += (size_t)snprintf(text, room, "%u", (unsigned)built.variables);
    for (uint32_t id = 1; id <= built.count && length + 100 < room; id++) {
        const int32_t *clause = clauses_find(&built.clauses, id);
        length += (size_t)snprintf(text + length, room - length, " /");
        for (; *clause; clause++)
            length += (size_t)snprintf(text + length, room - length, " %d", (int)*clause);
    }
    memory_release(0);
}

static void assert_formula(struct items_cnf question, const struct formula_order *order,
                           const char *expected) {
    const struct formula formula = {
        .question = &question, .build = items_cnf_build, .order = order};
    char text[8000];
    print_formula(&formula, text, sizeof text);
    assert_string_equal(text, expected);
}

/* Of a stream: item 1 is due at 1, item 2 comes at 1 and is due at 2. */
static void test_windows_stand_behind(void **state) {
    struct items_cnf question = {1, 1, 1, 2, 2, false, 0};
    const struct formula formula = {.question = &question, .build = items_cnf_build};
    char all[8000], stream[8000];
    (void)state;
    print_formula(&formula, all, sizeof all);
    question.delay = 1;
    print_formula(&formula, stream, sizeof stream);
    assert_memory_equal(stream, all, strlen(all));
    assert_string_equal(stream + strlen(all), " / 1 / -11 / 4");
}

/* The number of variables, then the clauses, by a script that was written from the grammar
 * alone. */
static void test_written_out(void **state) {
    (void)state;
    assert_formula((struct items_cnf){1, 1, 1, 1, 2, true, 0}, NULL,
                   "14 / -3 1 / 3 -1 / -1 2 / -4 2 / -2 1 4 / -4 -1 / 2 / -7 1 / -3 8 / -9"
                   " / -10 9 5 / -8 10 / -4 11 / -12 / -13 12 6 / -14 13 7 / -11 14 / -5 -6");
    assert_formula((struct items_cnf){1, 1, 2, 1, 2, true, 0}, NULL,
                   "28 / -5 1 / 5 -1 / -1 2 / -6 2 / -2 1 6 / -6 -1 / 2 / -7 3 / 7 -3 / -3 4"
                   " / -8 4 / -4 3 8 / -8 -3 / 4 / -11 1 / -12 3 / -5 13 / -7 14 / -13 14"
                   " / -7 -13 / -15 / -16 15 9 / -14 16 / -6 17 / -8 19 / -17 19 / -18 20"
                   " / -8 -17 20 / -8 -18 / -21 / -22 / -23 21 10 / -24 22 10 / -24 22 21"
                   " / -25 23 11 / -26 24 11 / -26 24 23 / -27 25 12 / -28 26 12 / -28 26 25"
                   " / -19 27 / -20 28 / -9 -10");
    assert_formula((struct items_cnf){1, 2, 2, 2, 1, false, 0}, NULL,
                   "38 / -5 1 / 5 -1 / 1 / -6 2 / 6 -2 / 2 / -7 3 / 7 -3 / 3 / -8 4 / 8 -4 / 4"
                   " / -10 9 / -12 11 / -9 13 / -10 15 / -13 15 / -14 16 / -10 -13 16"
                   " / -10 -14 / -11 17 / -15 17 / -16 18 / -11 -15 18 / -11 -16 / -12 -18"
                   " / -5 19 / -7 21 / -19 21 / -20 22 / -7 -19 22 / -7 -20 / -23 / -24"
                   " / -25 23 9 / -26 24 9 / -26 24 23 / -27 25 10 / -28 26 10 / -28 26 25"
                   " / -21 27 / -22 28 / -6 29 / -8 31 / -29 31 / -30 32 / -8 -29 32 / -8 -30"
                   " / -33 / -34 / -35 33 11 / -36 34 11 / -36 34 33 / -37 35 12 / -38 36 12"
                   " / -38 36 35 / -31 37 / -32 38");
    assert_formula((struct items_cnf){1, 1, 1, 1, 1, false, 0}, &items_order,
                   "8 / -2 1 / 2 -1 / 1 / -2 4 / -5 / -6 5 3 / -4 6 / -1 7 / -7 1 / -3 8"
                   " / -8 3");
    assert_formula((struct items_cnf){1, 1, 2, 2, 2, false, 0}, &items_order,
                   "64 / -9 1 / 9 -1 / -1 2 / -10 2 / -2 1 10 / -10 -1 / 2 / -11 3 / 11 -3"
                   " / -3 4 / -12 4 / -4 3 12 / -12 -3 / 4 / -13 5 / 13 -5 / -5 6 / -14 6"
                   " / -6 5 14 / -14 -5 / 6 / -15 7 / 15 -7 / -7 8 / -16 8 / -8 7 16 / -16 -7"
                   " / 8 / -9 -11 / -10 -12 / -13 -15 / -14 -16 / -21 1 / -22 3 / -23 5"
                   " / -24 7 / -17 -19 / -18 -20 / -21 -22 / -23 -24 / -9 25 / -13 26 / -25 26"
                   " / -13 -25 / -27 / -28 27 17 / -26 28 / -10 29 / -14 31 / -29 31 / -30 32"
                   " / -14 -29 32 / -14 -30 / -33 / -34 / -35 33 18 / -36 34 18 / -36 34 33"
                   " / -37 35 21 / -38 36 21 / -38 36 35 / -39 37 23 / -40 38 23 / -40 38 37"
                   " / -31 39 / -32 40 / -11 41 / -15 42 / -41 42 / -15 -41 / -43 / -44 43 19"
                   " / -42 44 / -12 45 / -16 47 / -45 47 / -46 48 / -16 -45 48 / -16 -46 / -49"
                   " / -50 / -51 49 20 / -52 50 20 / -52 50 49 / -53 51 22 / -54 52 22"
                   " / -54 52 51 / -55 53 24 / -56 54 24 / -56 54 53 / -47 55 / -48 56 / -1 57"
                   " / -3 57 / -57 1 3 / -2 58 / -4 58 / -58 2 4 / -5 59 / -7 59 / -59 5 7"
                   " / -59 57 / -6 60 / -8 60 / -60 6 8 / -60 58 / -17 61 / -61 17 / -18 62"
                   " / -61 62 / -62 18 61 / -19 63 / -63 19 / -63 61 / -20 64 / -63 64"
                   " / -64 20 63 / -64 62");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_least_times),
                                       cmocka_unit_test(test_written_out),
                                       cmocka_unit_test(test_windows_stand_behind)};
    return cmocka_run_group_tests_name("check_items_formula", tests, NULL, NULL);
}
