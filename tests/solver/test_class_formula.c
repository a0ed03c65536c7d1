/* SPDX-License-Identifier: MIT */
/* Items in a row as a formula: against all tables of small machines, never against a number that is
 * served, and its certificates. */
#include "solver/proof/bound/class_formula.h"
#include "solver/proof/bound/class_prices.h"
#include "tests/naive_classes.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/solver_test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GAP = 5, MOST_STEPS = 16 };

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

/* The next vector of the same sum, or false behind the last one; the first is {sum, 0, ..}. */
static bool next_vector(int *processors, int gap) {
    int last = processors[gap - 1], e = gap - 2;
    processors[gap - 1] = 0;
    while (e >= 0 && processors[e] == 0)
        e--;
    if (e < 0)
        return false;
    processors[e]--;
    processors[e + 1] = last + 1;
    return true;
}

/* --- all tables --- */

struct table {
    int latency, gap, depth, items, processors;
    int class[4], level[4][6];
    int messages[6][40], count[6]; /* values of each item with which its messages come */
};

static int descending(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}

/* Each reception of each item has a message of its own: the largest ones, in order. */
static bool is_matched(const struct table *table) {
    for (int i = 0; i < table->items; i++) {
        int values[4], messages[40], count = table->count[i];
        for (int p = 0; p < table->processors; p++)
            values[p] = table->class[p] + table->gap * table->level[p][i];
        memcpy(messages, table->messages[i], sizeof messages);
        messages[count++] = table->depth;
        qsort(values, (size_t)table->processors, sizeof(int), descending);
        qsort(messages, (size_t)count, sizeof(int), descending);
        for (int k = 0; k < table->processors; k++)
            if (k >= count || messages[k] < values[k])
                return false;
    }
    return true;
}

static bool try_item(struct table *table, int p, int i);

/* In step `step` the processor sends some item that it holds; one message more harms nobody. */
static bool try_send(struct table *table, int p, int step) {
    bool sent = false;
    if (step == table->items)
        return try_item(table, p + 1, 0);
    for (int i = 0; i < table->items; i++) {
        int value = table->class[p] + table->gap * (i - step);
        if (i < step || i - step > table->level[p][i] || value < table->latency)
            continue;
        sent = true;
        table->messages[i][table->count[i]++] = value - table->latency;
        bool found = try_send(table, p, step + 1);
        table->count[i]--;
        if (found)
            return true;
    }
    return !sent && try_send(table, p, step + 1);
}

static bool try_item(struct table *table, int p, int i) {
    if (p == table->processors)
        return is_matched(table);
    if (i == table->items)
        return try_send(table, p, -MOST_STEPS);
    for (int x = 0; table->class[p] + table->gap * x <= table->depth; x++) {
        bool taken = false;
        for (int j = 0; j < i; j++)
            taken = taken || j - table->level[p][j] == i - x;
        table->level[p][i] = x;
        if (!taken && try_item(table, p, i + 1))
            return true;
    }
    return false;
}

static bool has_table(int latency, int gap, int depth, const int *processors, int items) {
    struct table table = {latency, gap, depth, items, 0, {0}, {{0}}, {{0}}, {0}};
    for (int e = 0; e < gap; e++)
        for (int k = 0; k < processors[e]; k++)
            table.class[table.processors++] = e;
    return try_item(&table, 0, 0);
}

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
                            bool table = has_table(latency, gap, depth, processors, items);
                            assert_int_equal(table,
                                             has_model(latency, gap, depth, processors, items));
                            with += table, without += !table;
                        } while (next_vector(processors, gap));
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
                    } while (!found && next_vector(processors, gap));
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
    } while (next_vector(processors, 3));
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
