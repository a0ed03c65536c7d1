/* SPDX-License-Identifier: MIT */
/* Items in a row as a formula: against all tables of small machines, never against a number that is
 * served, and its certificates. */
#include "solver/proof/bound/class_formula.h"
#include "solver/proof/bound/class_prices.h"
#include "tests/naive_classes.h"
#include "tests/naive_tables.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/solver_test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GAP = 5 };

static bool has_model(int latency, int gap, int depth, const int *processors, int items) {
    const struct limits limits = {.threads = 1};
    struct formula formula;
    struct failure failure;
    enum verdict end;
    bool *model;
    uint64_t decisions = 0;
    assert_ok(class_formula_build(latency, gap, depth, processors, items, &formula, &failure),
              failure);
    assert_ok(find_model(&formula, &limits, &end, &model, &decisions, &failure), failure);
    formula_clear(&formula);
    free(model);
    assert_true(end == VERDICT_FEASIBLE || end == VERDICT_INFEASIBLE);
    return end == VERDICT_FEASIBLE;
}

/* --- all tables --- */

static void formulas_have_models_where_tables_are(void **state) {
    int with = 0, without = 0;
    (void)state;
    for (int gap = 1; gap <= 3; gap++)
        for (int latency = 1; latency <= 3; latency++)
            for (int depth = latency > gap ? latency : gap; depth <= 4 + (gap > 1); depth++)
                for (int N = 1; N <= 4; N++)
                    for (int items = 1; items * N <= 6; items++) {
                        int processors[MOST_GAP] = {N};
                        do {
                            bool table = naive_tables_exist(latency, gap, depth, processors, items);
                            assert_int_equal(table,
                                             has_model(latency, gap, depth, processors, items));
                            with += table, without += !table;
                        } while (naive_tables_next(processors, gap));
                    }
    assert_true(with > 300 && without > 300);
}

/* --- what is served --- */

static long tree(int latency, int gap, int s) {
    return s < latency
               ? 1
               : (s < gap ? 1 : tree(latency, gap, s - gap)) + tree(latency, gap, s - latency);
}

/* As many as a stationary schedule serves have classes that no formula excludes; where l, g, s are
 * such that the bound is what is served, one more has not for long. */
static void nothing_that_is_served_is_excluded(void **state) {
    int served = 0;
    (void)state;
    for (int gap = 1; gap <= 5; gap++)
        for (int latency = 1; latency <= 7; latency++)
            for (int depth = latency > gap ? latency : gap;
                 depth <= NAIVE_CLASSES_DEPTH && tree(latency, gap, depth) <= 6; depth++)
                for (int N = 1; N <= tree(latency, gap, depth); N++) {
                    if (!naive_classes_serve(latency, gap, depth, N))
                        continue;
                    int processors[MOST_GAP] = {N};
                    bool found;
                    do {
                        found = has_model(latency, gap, depth, processors, 6);
                    } while (!found && naive_tables_next(processors, gap));
                    assert_true(found);
                    served++;
                }
    assert_true(served > 300);
}

/* (5,3,13) serves 5, of which prices by themselves allow 6. */
static void six_are_too_many_at_5_3_13(void **state) {
    int processors[MOST_GAP] = {6};
    (void)state;
    do {
        assert_false(has_model(5, 3, 13, processors, 8));
    } while (naive_tables_next(processors, 3));
}

/* --- certificates --- */

static void plain(int latency, int gap, int depth, struct prices *prices) {
    struct failure failure;
    assert_ok(class_prices_tree(latency, gap, depth, prices, &failure), failure);
}

/* Cases around exactly these processors; all others have the prices of the tree, so nothing new is
 * claimed. */
static void wrap(const int *processors, struct prices *prices) {
    struct failure failure;
    for (int e = prices->gap - 1; e >= 0; e--) {
        struct prices other, joined;
        plain(prices->latency, prices->gap, prices->depth, &other);
        assert_ok(prices_join(&joined, e, processors[e], prices, &other, &failure), failure);
        *prices = joined;
        if (processors[e] == 0)
            continue;
        plain(prices->latency, prices->gap, prices->depth, &other);
        assert_ok(prices_join(&joined, e, processors[e] - 1, &other, prices, &failure), failure);
        *prices = joined;
    }
}

static void write_case(int latency, int gap, int depth, const int *processors, const char *path) {
    struct prices prices;
    struct failure failure;
    bool found;
    assert_ok(
        class_formula_refute(latency, gap, depth, processors, NULL, &found, &prices, &failure),
        failure);
    assert_true(found);
    assert_int_equal(prices.formula->items, 4);
    wrap(processors, &prices);
    assert_ok(evidence_write(evidence_of_prices(&prices), path, true, NULL, &failure), failure);
    prices_clear(&prices);
}

static void certificates_are_verified(void **state) {
    static const struct {
        int latency, gap, depth, processors[MOST_GAP];
    } rows[] = {{2, 1, 2, {3}}, {3, 2, 5, {2, 2}}, {5, 3, 13, {4, 2, 0}}, {4, 3, 8, {1, 1, 2}}};
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_case(rows[i].latency, rows[i].gap, rows[i].depth, rows[i].processors,
                   test_path(path, "formula.cert"));
        snprintf(claim, sizeof claim, "LogP L+2o=%d g=%d s=%d, g >= 2o: no schedule",
                 rows[i].latency, rows[i].gap, rows[i].depth);
        assert_verified(path, claim);
    }
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void limits_and_ranges(void **state) {
    static const int many[] = {9, 9}, few[] = {2, 2};
    struct limits stopped = {.threads = 1, .stop = stop_at_once};
    struct formula formula;
    struct prices prices;
    struct failure failure;
    bool found;
    (void)state;
    assert_int_equal(class_formula_build(3, 2, 9, many, 4, &formula, &failure), STATUS_LIMIT);
    assert_int_equal(class_formula_build(3, 2, 9, few, 13, &formula, &failure), STATUS_LIMIT);
    assert_int_equal(class_formula_refute(3, 2, 9, many, NULL, &found, &prices, &failure),
                     STATUS_LIMIT);
    assert_false(found);
    assert_int_equal(class_formula_refute(3, 2, 5, few, &stopped, &found, &prices, &failure),
                     STATUS_LIMIT);
    assert_ok(class_formula_refute(1, 2, 1, few, NULL, &found, &prices, &failure), failure);
    assert_false(found);
    assert_ok(class_formula_refute(3, 2, 9, few, NULL, &found, &prices, &failure), failure);
    assert_false(found); /* as many are served */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_have_models_where_tables_are),
        cmocka_unit_test(nothing_that_is_served_is_excluded),
        cmocka_unit_test(six_are_too_many_at_5_3_13),
        cmocka_unit_test(certificates_are_verified),
        cmocka_unit_test(limits_and_ranges),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
