/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/dimacs.h"
#include "tests/sat/cnf_families.h"
#include "tests/sat/sat_test.h"

static enum status read_text(const char *text, size_t length, struct formula *formula,
                             struct failure *failure) {
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    rewind(file);
    enum status status = dimacs_read(file, "x.cnf", formula, failure);
    fclose(file);
    return status;
}

static void reads(const char *text, int variables, const int *literals, size_t length) {
    struct failure failure;
    struct formula formula;
    assert_ok(read_text(text, strlen(text), &formula, &failure), failure);
    assert_int_equal(formula.variables, variables);
    assert_int_equal(formula.length, length);
    assert_memory_equal(formula.literals, literals, length * sizeof *literals);
    formula_clear(&formula);
}

static void forms_that_are_accepted(void **state) {
    const int two[] = {1, -2, 0, 2, 0};
    (void)state;
    reads("p cnf 2 2\n1 -2 0\n2 0\n", 2, two, 5);
    reads("c one\n\nc two\np cnf 2 2\n1 -2 0 2 0", 2, two, 5);
    reads("p  cnf\t2 2 \r\n1\nc inside\n-2\n0\n2 0\r\n\n", 2, two, 5);
    reads("p cnf 2 2\n1 -2 0\n2 0\n%\n0\n\n", 2, two, 5);
    reads("p cnf 7 0\n", 7, two, 0);
    reads("p cnf 0 1\n0\n", 0, (const int[]){0}, 1);
    reads("p cnf 1 1\n1 1 -1 0\n", 1, (const int[]){1, 1, -1, 0}, 4);
}

static void errors_name_line_and_value(void **state) {
    const struct {
        const char *text;
        enum status status;
        const char *line;
        const char *value;
    } cases[] = {
        {"", STATUS_INPUT, "x.cnf:1:", "ends"},
        {"1 0\n", STATUS_INPUT, "x.cnf:1:", "'1'"},
        {"c\np dnf 1 1\n1 0\n", STATUS_INPUT, "x.cnf:2:", "'dnf'"},
        {"p cnf -1 1\n", STATUS_INPUT, "x.cnf:1:", "'-1'"},
        {"p cnf 1\n", STATUS_INPUT, "x.cnf:2:", "clauses"},
        {"p cnf 1 1x\n", STATUS_INPUT, "x.cnf:1:", "'1x'"},
        {"p cnf 999999999 1\n", STATUS_LIMIT, "x.cnf:1:", "999999999"},
        {"p cnf 1 999999999\n", STATUS_LIMIT, "x.cnf:1:", "999999999"},
        {"p cnf 99999999999999999999 1\n", STATUS_INPUT, "x.cnf:1:", "'99999999999999999999'"},
        {"p cnf 2 1\n1\n3 0\n", STATUS_INPUT, "x.cnf:3:", "literal 3"},
        {"p cnf 2 1\n-3 0\n", STATUS_INPUT, "x.cnf:2:", "literal -3"},
        {"p cnf 2 1\n1 99999999999999999999 0\n", STATUS_INPUT,
         "x.cnf:2:", "'99999999999999999999'"},
        {"p cnf 2 1\n1 two 0\n", STATUS_INPUT, "x.cnf:2:", "'two'"},
        {"p cnf 2 1\n1 - 0\n", STATUS_INPUT, "x.cnf:2:", "'-'"},
        {"p cnf 2 1\n1 +2 0\n", STATUS_INPUT, "x.cnf:2:", "'+2'"},
        {"p cnf 2 1\n1 2\n", STATUS_INPUT, "x.cnf:3:", "not ended"},
        {"p cnf 2 2\n1 2 0\n", STATUS_INPUT, "x.cnf:3:", "1 of 2"},
        {"p cnf 2 1\n1 2 0\n\nc\n2 0\n", STATUS_INPUT, "x.cnf:5:", "'2'"},
        {"p cnf 2 1\n1 \x01\xff 0\n", STATUS_INPUT, "x.cnf:2:", "'?\?'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct failure failure = {0};
        struct formula formula;
        enum status status = read_text(cases[i].text, strlen(cases[i].text), &formula, &failure);
        assert_int_equal(status, cases[i].status);
        if (!strstr(failure.message, cases[i].line) || !strstr(failure.message, cases[i].value))
            fail_msg("case %zu: %s", i, failure.message);
    }
}

static void zero_bytes_and_folders_are_errors(void **state) {
    struct failure failure;
    struct formula formula;
    (void)state;
    assert_int_equal(read_text("p cnf 2 1\n1 \0 0\n", 16, &formula, &failure), STATUS_INPUT);
    FILE *folder = fopen("/", "r");
    if (folder) {
        assert_int_equal(dimacs_read(folder, "/", &formula, &failure), STATUS_SYSTEM);
        fclose(folder);
    }
}

static void what_is_written_is_read_back(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int round = 0; round < 100; round++) {
        struct failure failure;
        struct formula formula, back;
        cnf_random(&formula, 3 + random_below(&random, 50), random_below(&random, 300), &random);
        FILE *file = tmpfile();
        assert_non_null(file);
        dimacs_write(file, &formula);
        rewind(file);
        assert_ok(dimacs_read(file, "x.cnf", &back, &failure), failure);
        fclose(file);
        assert_int_equal(back.variables, formula.variables);
        assert_int_equal(back.clauses, formula.clauses);
        assert_int_equal(back.length, formula.length);
        if (formula.length)
            assert_memory_equal(back.literals, formula.literals, formula.length * sizeof(int));
        formula_clear(&formula);
        formula_clear(&back);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_that_are_accepted),
        cmocka_unit_test(errors_name_line_and_value),
        cmocka_unit_test(zero_bytes_and_folders_are_errors),
        cmocka_unit_test(what_is_written_is_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
