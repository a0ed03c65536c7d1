/* SPDX-License-Identifier: MIT */
/* The verb refute, from the outside: verdicts, exit statuses, models, certificates. */
#include "solver/proof/sat/dimacs.h"
#include "tests/sat/cnf_families.h"
#include "tests/sat/sat_test.h"

static void write_file(const char *name, const struct formula *formula) {
    FILE *file = fopen(test_path(name), "w");
    assert_non_null(file);
    dimacs_write(file, formula);
    assert_int_equal(fclose(file), 0);
}

/* Runs refute on a file of the test's folder; `tail` goes behind it. */
static int refute(const char *name, const char *tail, char last[TEST_LINE_ROOM]) {
    char command[8 * TEST_PATH_ROOM];
    const char *path = test_path(name);
    snprintf(command, sizeof command, "cd '%s' && '%s' refute '%s' %s", test_folder, STEADYCAST,
             path, tail);
    return test_run(command, last);
}

static void refuted_gives_a_certificate(void **state) {
    struct formula formula;
    char last[TEST_LINE_ROOM];
    (void)state;
    cnf_pigeonhole(&formula, 5);
    write_file("pigeons.cnf", &formula);
    assert_int_equal(refute("pigeons.cnf", "-q -o pigeons.cert", last), 20);
    assert_string_equal(last, "s INFEASIBLE\n");
    assert_int_equal(test_check(test_path("pigeons.cert")), 0);
    assert_int_equal(refute("pigeons.cnf", "-q -o pigeons.cert 2>&1", last), 1);
    assert_non_null(strstr(last, "--force"));
    assert_int_equal(refute("pigeons.cnf", "-q -o pigeons.cert --force", last), 20);
    assert_int_equal(refute("pigeons.cnf", "-q", last), 20);
    assert_int_equal(refute("pigeons.cnf", "-q -o -", last), 20);
    assert_ptr_equal(strstr(last, "digest sha256 "), last);
    assert_int_equal(refute("pigeons.cnf", "-q --nodes 3", last), 0);
    assert_string_equal(last, "s UNKNOWN\n");
    formula_clear(&formula);
}

static void a_model_is_printed(void **state) {
    struct formula formula;
    char last[TEST_LINE_ROOM];
    bool model[31] = {false};
    uint64_t random = random_seed();
    int number, lines = 0;
    (void)state;
    cnf_random(&formula, 30, 60, &random);
    write_file("model.cnf", &formula);
    assert_int_equal(refute("model.cnf", "-q > model.out", last), 10);
    FILE *file = fopen(test_path("model.out"), "r");
    assert_non_null(file);
    char line[TEST_LINE_ROOM];
    while (fgets(line, sizeof line, file) && line[0] == 'v') {
        lines++;
        for (char *text = line + 1; sscanf(text, "%d", &number) == 1;) {
            assert_in_range(abs(number), 0, 30);
            model[abs(number)] = number > 0;
            text += strspn(text, " ");
            text += strcspn(text, " \n");
        }
    }
    assert_string_equal(line, "s FEASIBLE\n");
    fclose(file);
    assert_int_equal(lines, 3);
    assert_int_equal(formula_violated(&formula, model), 0);
    formula_clear(&formula);
}

static void bad_files_are_named(void **state) {
    char last[TEST_LINE_ROOM];
    (void)state;
    FILE *file = fopen(test_path("bad.cnf"), "w");
    assert_non_null(file);
    fputs("p cnf 2 1\n1 7 0\n", file);
    fclose(file);
    assert_int_equal(refute("bad.cnf", "2>&1", last), 1);
    assert_non_null(strstr(last, "bad.cnf:2: literal 7 "));
    assert_int_equal(refute("missing.cnf", "2>&1", last), 1);
    assert_non_null(strstr(last, "missing.cnf"));
    assert_int_equal(refute("bad.cnf", "bad.cnf 2>&1", last), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuted_gives_a_certificate),
        cmocka_unit_test(a_model_is_printed),
        cmocka_unit_test(bad_files_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, test_remove_folder);
}
