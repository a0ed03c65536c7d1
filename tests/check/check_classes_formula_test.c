/* SPDX-License-Identifier: MIT */
/* The formula of items in a row (rest/cnf_classes.h), as the checker builds it: it has a model if
 * and only if there is a table, all of which are tried. */
#include "check_picosat.h"
#include "core/memory.h"
#include "rest/cnf_classes.h"
#include "tests/naive_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST_GAP = 3 };

static bool has_model(int latency, int gap, int depth, const int *processors, int items) {
    uint32_t numbers[MOST_GAP];
    struct classes_formula question = {.l = latency,
                                       .g = gap,
                                       .s = depth,
                                       .J = items,
                                       .K = depth / gap + 1,
                                       .processors = numbers};
    for (int e = 0; e < gap; e++) {
        numbers[e] = (uint32_t)processors[e];
        for (int k = 0; k < processors[e]; k++)
            question.class[question.N++] = e;
    }
    const struct formula formula = {.question = &question, .build = classes_build};
    struct picosat_formula built;
    picosat_build(&built, &formula);
    bool model = picosat_has_model(&built);
    memory_release(0);
    return model;
}

static void test_tables(void **state) {
    unsigned long tally[2] = {0, 0};
    (void)state;
    for (int gap = 1; gap <= MOST_GAP; gap++)
        for (int latency = 1; latency <= 3; latency++)
            for (int depth = latency > gap ? latency : gap; depth <= 4; depth++)
                for (int N = 1; N <= NAIVE_TABLES_PROCESSORS; N++)
                    for (int items = 1; items * N <= 6; items++) {
                        int processors[MOST_GAP] = {N};
                        do {
                            bool table = naive_tables_exist(latency, gap, depth, processors, items);
                            if (has_model(latency, gap, depth, processors, items) != table)
                                fail_msg("l=%d g=%d s=%d N=%d J=%d: %s table", latency, gap, depth,
                                         N, items, table ? "a" : "no");
                            tally[table]++;
                        } while (naive_tables_next(processors, gap));
                    }
    assert_true(tally[0] > 200 && tally[1] > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
