/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/dimacs.h"
#include "solver/proof/sat/export.h"
#include "tests/sat/sat_test.h"

static void dimacs_is_the_formula(void **state) {
    const int questions[][2] = {{1, 3}, {2, 6}, {3, 3}, {3, 9}, {4, 8}, {5, 13}};
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        for (int words = 0; words < 2; words++) {
            struct failure failure;
            struct slots slots;
            struct formula formula, back;
            FILE *file = tmpfile();
            assert_ok(slots_init(&slots, questions[i][0], questions[i][1], 1000, &failure),
                      failure);
            assert_ok(formula_build(&slots, words, &formula, &failure), failure);
            assert_ok(export_dimacs(file, &slots, words, &failure), failure);
            rewind(file);
            assert_ok(dimacs_read(file, "export", &back, &failure), failure);
            assert_int_equal(back.variables, formula.variables);
            assert_int_equal(back.length, formula.length);
            assert_memory_equal(back.literals, formula.literals, formula.length * sizeof(int));
            fclose(file);
            formula_clear(&formula);
            formula_clear(&back);
            slots_clear(&slots);
        }
}

/* By hand: L = 2, t = 3 has a block of size 2 and the letters 0, 1. */
static void smallest_programs(void **state) {
    const char *const opb = "+1 x1 +1 x2 = 1 ;\n+1 x3 +1 x4 = 1 ;\n" /* one letter in each slot */
                            "+1 x1 +1 x3 = 1 ;\n+1 x2 +1 x4 = 1 ;\n" /* one copy of each letter */
                            "+1 x2 = 1 ;\n+1 x1 = 0 ;\n";            /* 1 + letter is even */
    const char *const lp = "Minimize\n objective: 0 x1\nSubject To\n"
                           " c1: + 1 x1 + 1 x2 = 1\n c2: + 1 x3 + 1 x4 = 1\n"
                           " c3: + 1 x1 + 1 x3 = 1\n c4: + 1 x2 + 1 x4 = 1\n"
                           " c5: + 1 x2 = 1\n c6: + 1 x1 = 0\n"
                           "Binary\n x1 x2 x3 x4\nEnd\n";
    struct failure failure;
    struct slots slots;
    char text[4096] = "";
    (void)state;
    assert_ok(slots_init(&slots, 2, 3, 100, &failure), failure);
    FILE *file = fmemopen(text, sizeof text, "w");
    export_opb(file, &slots);
    fclose(file);
    assert_ptr_equal(strstr(text, "* #variable= 4 #constraint= 6\n"), text);
    assert_non_null(strstr(text, opb));
    assert_non_null(strstr(text, "slot s = 0..1 holds letter j = 0..1."));
    assert_non_null(strstr(text, "latency L = 2 and depth t = 3"));
    memset(text, 0, sizeof text);
    file = fmemopen(text, sizeof text, "w");
    export_lp(file, &slots);
    fclose(file);
    assert_non_null(strstr(text, lp));
    assert_non_null(strstr(text, "latency L = 2 and depth t = 3"));
    slots_clear(&slots);
}

/* L = 2, t = 7 has two blocks of size 2: the letter of the second is not the smaller one. */
static void equal_blocks_are_sorted(void **state) {
    struct failure failure;
    struct slots slots;
    char text[16384] = "";
    (void)state;
    assert_ok(slots_init(&slots, 2, 7, 100, &failure), failure);
    FILE *file = fmemopen(text, sizeof text, "w");
    export_opb(file, &slots);
    fclose(file);
    assert_non_null(strstr(text, "\n+1 x4 -1 x2 >= 0 ;\n"));
    memset(text, 0, sizeof text);
    file = fmemopen(text, sizeof text, "w");
    export_lp(file, &slots);
    fclose(file);
    assert_non_null(strstr(text, ": + 1 x4 - 1 x2 >= 0\n"));
    slots_clear(&slots);
}

static int export_status(const char *arguments, const char *path) {
    char command[4 * TEST_PATH_ROOM], last[TEST_LINE_ROOM];
    snprintf(command, sizeof command, "'%s' export %s -o '%s' 2>&1", STEADYCAST, arguments, path);
    return test_run(command, last);
}

static void files_are_not_overwritten(void **state) {
    char line[TEST_LINE_ROOM];
    char path[TEST_PATH_ROOM];
    (void)state;
    strcpy(path, test_path("question.opb"));
    assert_int_equal(export_status("-L 3 -t 7 --format opb", path), 0);
    assert_int_equal(export_status("-L 3 -t 8 --format lp", path), 1);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    assert_ptr_equal(strstr(line, "* #variable= "), line);
    assert_int_equal(export_status("-L 3 -t 8 --format lp --force", path), 0);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    assert_int_equal(line[0], '\\');
}

static void impossible_exports_are_refused(void **state) {
    const char *const arguments[] = {"-L 3 -t 2 --format lp", "-L 30 -t 300 --format dimacs",
                                     "-L 3 -t 7", "-L 3 -t 7 --format cnf",
                                     "-L 3 -t 7 --format lp --encoding sums"};
    (void)state;
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        char path[TEST_PATH_ROOM];
        strcpy(path, test_path("refused"));
        assert_int_equal(export_status(arguments[i], path), 1);
        assert_int_not_equal(access(path, F_OK), 0);
    }
    assert_int_equal(export_status("-L 3 -t 7 --format lp", "/dev/null/x"), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dimacs_is_the_formula),
        cmocka_unit_test(smallest_programs),
        cmocka_unit_test(equal_blocks_are_sorted),
        cmocka_unit_test(files_are_not_overwritten),
        cmocka_unit_test(impossible_exports_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, test_remove_folder);
}
