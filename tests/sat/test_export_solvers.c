/* SPDX-License-Identifier: MIT */
/* The exports, answered by another solver: test_export_solvers cadical|clasp|cbc. Its verdicts must
 * be those of the engine. Exit status 77: the solver is not installed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/proof/sat/export.h"
#include "solver/question/decide/sat.h"

struct solver {
    const char *name;
    const char *command; /* with the file's name at %s */
    const char *yes;     /* what its output holds for satisfiable */
    const char *no[3];   /* forms of unsatisfiable; unused ones NULL */
    bool opb;
    bool lp;
};

static const struct solver solvers[] = {
    {"cadical", "cadical -q %s", "s SATISFIABLE", {"s UNSATISFIABLE"}, false, false},
    {"clasp", "clasp %s", "s SATISFIABLE", {"s UNSATISFIABLE"}, true, false},
    {"cbc",
     "cbc %s solve",
     "Result - Optimal solution found",
     {"Problem is infeasible", "Problem proven infeasible", "infeasible or unbounded"},
     false,
     true},
};

static bool is_installed(const char *program) {
    char command[100];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return system(command) == 0;
}

static enum status write_question(const struct solver *solver, int latency, int depth, bool words,
                                  FILE *file, struct failure *failure) {
    struct slots slots;
    enum status status = slots_init(&slots, latency, depth, 1000, failure);
    if (status)
        return status;
    if (solver->opb)
        export_opb(file, &slots);
    else if (solver->lp)
        export_lp(file, &slots);
    else
        status = export_dimacs(file, &slots, words, failure);
    slots_clear(&slots);
    return status;
}

/* What the solver says of the file. */
static enum verdict ask(const struct solver *solver, const char *path) {
    char command[200], line[1000];
    enum verdict verdict = VERDICT_UNKNOWN;
    snprintf(command, sizeof command, solver->command, path);
    FILE *output = popen(command, "r");
    while (output && fgets(line, sizeof line, output)) {
        if (strstr(line, solver->yes))
            verdict = VERDICT_FEASIBLE;
        for (int i = 0; i < 3; i++)
            if (solver->no[i] && strstr(line, solver->no[i]))
                verdict = VERDICT_INFEASIBLE;
    }
    if (output)
        pclose(output);
    return verdict;
}

static bool agrees(const struct solver *solver, int latency, int depth, bool words) {
    char folder[] = "/tmp/steadycast-export-XXXXXX", path[64];
    const struct limits limits = {.nodes = 0};
    struct failure failure = {0};
    struct outcome outcome;
    if (!mkdtemp(folder))
        return false;
    snprintf(path, sizeof path, "%s/question.lp", folder); /* cbc goes by the name's ending */
    FILE *file = fopen(path, "w");
    if (!file || write_question(solver, latency, depth, words, file, &failure) ||
        fclose(file) != 0 || sat_solve(latency, depth, words, &limits, &outcome, &failure)) {
        fprintf(stderr, "L = %d, t = %d: %s\n", latency, depth, failure.message);
        return false;
    }
    enum verdict verdict = ask(solver, path), expected = outcome.verdict;
    outcome_clear(&outcome);
    unlink(path);
    rmdir(folder);
    if (verdict != expected)
        fprintf(stderr, "L = %d, t = %d, %s: %s says %d, the engine says %d\n", latency, depth,
                words ? "words" : "sums", solver->name, verdict, expected);
    return verdict == expected;
}

int main(int count, char **arguments) {
    const struct solver *solver = NULL;
    for (size_t i = 0; count == 2 && i < sizeof solvers / sizeof *solvers; i++)
        if (strcmp(arguments[1], solvers[i].name) == 0)
            solver = &solvers[i];
    if (!solver)
        return 1;
    if (!is_installed(solver->name)) {
        printf("SKIPPED: %s is not installed\n", solver->name);
        return 77;
    }
    static const int questions[][2] = {{1, 3}, {2, 3}, {2, 4},  {2, 6},  {3, 3}, {3, 6},
                                       {3, 9}, {4, 8}, {4, 12}, {5, 13}, {6, 12}};
    int failed = 0;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        for (int words = 0; words < 2; words++)
            failed += !agrees(solver, questions[i][0], questions[i][1], words);
    printf("%s: %d disagreements\n", solver->name, failed);
    return failed != 0;
}
