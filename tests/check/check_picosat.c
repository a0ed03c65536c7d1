/* SPDX-License-Identifier: MIT */
#include "check_picosat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void picosat_build(struct picosat_formula *built, const struct formula *formula) {
    built->clauses = (struct clause_set){.last = 0};
    struct cnf_builder builder = {
        .clauses = &built->clauses, .variables = INT32_MAX, .most = 1 << 24};
    built->variables = (uint32_t)formula_build(formula, &builder);
    built->count = built->clauses.last;
    assert_int_equal(builder.full, CNF_NOT_FULL);
    assert_true(built->count > 0);
}

static void write_dimacs(FILE *file, const struct picosat_formula *formula) {
    fprintf(file, "p cnf %u %u\n", (unsigned)formula->variables, (unsigned)formula->count);
    for (uint32_t id = 1; id <= formula->count; id++) {
        const int32_t *clause = clauses_find(&formula->clauses, id);
        for (; *clause; clause++) {
            assert_in_range(abs(*clause), 1, formula->variables);
            fprintf(file, "%d ", *clause);
        }
        fprintf(file, "0\n");
    }
}

void picosat_ask(const struct picosat_formula *formula, const char *options, char line[80]) {
    char path[] = "/tmp/steadycheck-formula-XXXXXX", command[160];
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    write_dimacs(file, formula);
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command, "ulimit -t 20; exec picosat -n %s %s", options, path);
    FILE *answer = popen(command, "r");
    assert_non_null(answer);
    *line = 0;
    while (fgets(line, 80, answer))
        ;
    pclose(answer);
    unlink(path);
}

bool picosat_has_model(const struct picosat_formula *formula) {
    char line[80];
    picosat_ask(formula, "", line);
    bool model = strcmp(line, "s SATISFIABLE\n") == 0;
    if (!model && strcmp(line, "s UNSATISFIABLE\n") != 0)
        fail_msg("picosat says: '%s'", line);
    return model;
}
