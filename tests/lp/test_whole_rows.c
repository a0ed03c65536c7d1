/* SPDX-License-Identifier: MIT */
/* Rows with whole unknowns: what they exclude, against all whole numbers that come into
 * question. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/automata/random.h"
#include "tools/lp/whole_rows.h"

/* A row of as many columns. */
static void add(struct whole_rows *rows, int count, const double *numbers, double lower,
                double upper) {
    struct whole_term terms[8];
    int used = 0;
    for (int i = count; i-- > 0;)
        if (numbers[i] != 0)
            terms[used++] = (struct whole_term){i + 1, numbers[i]};
    whole_rows_add(rows, used, terms, lower, upper);
}

static bool excluded(struct whole_rows *rows) {
    bool result = whole_rows_exclude(rows);
    whole_rows_free(rows);
    return result;
}

static bool one_row(const double *numbers, double lower, double upper) {
    struct whole_rows *rows = whole_rows_new();
    assert_non_null(rows);
    add(rows, 3, numbers, lower, upper);
    return excluded(rows);
}

static void test_one_row(void **state) {
    (void)state;
    assert_true(one_row((double[]){2, -2, 4}, 1, 1));
    assert_true(one_row((double[]){2, -2, 4}, 0.5, 1.5));
    assert_false(one_row((double[]){2, -2, 4}, 0.5, 2.5));
    assert_false(one_row((double[]){2, -2, 3}, 1, 1));
    assert_false(one_row((double[]){2, -2, 4}, 1, HUGE_VAL));
    assert_false(one_row((double[]){2, -2, 4}, -HUGE_VAL, 1));
    assert_true(one_row((double[]){-6, 0, 9}, -1, -1));
    assert_true(one_row((double[]){1, 0, 0}, 0.5, 0.5));
    assert_true(one_row((double[]){1, 1, 0}, 2, 1));
}

/* As they are written: 0.3 is three times 0.1, and no more. */
static void test_decimals(void **state) {
    (void)state;
    assert_false(one_row((double[]){0.1, 0.1, 0}, 0.3, 0.3));
    assert_true(one_row((double[]){0.1, 0.1, 0}, 0.35, 0.35));
    assert_true(one_row((double[]){0.2, 0.4, 0}, 0.3, 0.3));
    assert_true(one_row((double[]){1e6, 2e6, 0}, 1, 1));
    assert_false(one_row((double[]){M_PI, 2e6, 0}, 1, 1)); /* no decimal fraction: left out */
}

static void test_rows_together(void **state) {
    struct whole_rows *rows = whole_rows_new();
    (void)state;
    assert_non_null(rows);
    add(rows, 2, (double[]){2, -2}, 1, HUGE_VAL);
    add(rows, 2, (double[]){-1, 1}, -0.5, HUGE_VAL); /* x - y <= 1/2 */
    assert_true(excluded(rows));
    rows = whole_rows_new();
    add(rows, 3, (double[]){0, 4, -1}, 0, 0);
    add(rows, 3, (double[]){8, 0, 1}, -19, -19);
    assert_true(excluded(rows));
    rows = whole_rows_new();
    add(rows, 3, (double[]){0, 4, -1}, 0, 0);
    add(rows, 3, (double[]){8, 0, 1}, -20, -20);
    assert_false(excluded(rows));
    assert_false(excluded(whole_rows_new()));
}

enum { ROWS = 2, COLUMNS = 3, LARGEST = 3, LARGEST_RIGHT = 6, REACH = 36 };

/* A solution of least size has no number beyond the largest determinant of the system: 2 * 3 *
 * 6. */
static bool is_solved(double numbers[ROWS][COLUMNS], const double *right) {
    for (int x = -REACH; x <= REACH; x++)
        for (int y = -REACH; y <= REACH; y++)
            for (int z = -REACH; z <= REACH; z++) {
                bool good = true;
                for (int row = 0; row < ROWS && good; row++)
                    good = numbers[row][0] * x + numbers[row][1] * y + numbers[row][2] * z ==
                           right[row];
                if (good)
                    return true;
            }
    return false;
}

static void test_all_numbers(void **state) {
    uint64_t seed = random_seed();
    int solved = 0;
    (void)state;
    for (int round = 0; round < 300; round++) {
        double numbers[ROWS][COLUMNS], right[ROWS];
        struct whole_rows *rows = whole_rows_new();
        assert_non_null(rows);
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++)
                numbers[row][column] = (double)random_below(&seed, 2 * LARGEST + 1) - LARGEST;
            numbers[row][row] += numbers[row][row] == 0;
            right[row] = (double)random_below(&seed, 2 * LARGEST_RIGHT + 1) - LARGEST_RIGHT;
            add(rows, COLUMNS, numbers[row], right[row], right[row]);
        }
        bool found = is_solved(numbers, right);
        solved += found;
        assert_int_equal(excluded(rows), !found);
    }
    assert_true(solved > 50 && solved < 250);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_row),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_rows_together),
        cmocka_unit_test(test_all_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
