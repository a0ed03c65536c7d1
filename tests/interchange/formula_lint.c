/* SPDX-License-Identifier: MIT */
/* Reads a formula to the letter of its format: formula_lint dimacs|opb FILE. DIMACS: lines `c ..`
 * first, one line `p cnf V C`, then C lines of literals -V..V without 0, ended by 0. OPB: the first
 * line is `* #variable= V #constraint= C`, then lines `* ..`, then C lines of terms `+A xI` with 1
 * <= I <= V, ` = B ;` or ` >= B ;` behind them. Prints `variables V constraints C`, or the line
 * that is wrong and exits with 1. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int variables = -1, constraints = -1, found;

static void die(const char *what, const char *line) {
    printf("%s: %s\n", what, line);
    exit(1);
}

static void read_clause(const char *line) {
    const char *at = line;
    for (;;) {
        char *end;
        long literal = strtol(at, &end, 10);
        if (end == at || (at != line && at[0] != ' ') || labs(literal) > variables)
            die("no literal", line);
        at = end;
        if (literal == 0)
            break;
    }
    if (strcmp(at, "\n") != 0)
        die("text behind a clause", line);
    found++;
}

static void read_dimacs(const char *line) {
    char end;
    if (variables >= 0)
        read_clause(line);
    else if (strncmp(line, "c ", 2) != 0 &&
             (sscanf(line, "p cnf %d %d%c", &variables, &constraints, &end) != 3 || end != '\n'))
        die("neither a comment nor the line p", line);
}

static void read_constraint(const char *line) {
    const char *at = line;
    int terms = 0, taken, variable;
    long number;
    while (sscanf(at, "%ld x%d %n", &number, &variable, &taken) == 2) {
        if ((*at != '+' && *at != '-') || variable < 1 || variable > variables)
            die("no term", line);
        at += taken;
        terms++;
    }
    taken = 0;
    if (sscanf(at, "= %ld ;\n%n", &number, &taken) != 1 || !taken) {
        taken = 0;
        if (sscanf(at, ">= %ld ;\n%n", &number, &taken) != 1)
            die("no relation", line);
    }
    if (!taken || at[taken] || terms == 0)
        die("no constraint", line);
    found++;
}

static void read_opb(const char *line) {
    char end;
    if (variables < 0) {
        if (sscanf(line, "* #variable= %d #constraint= %d%c", &variables, &constraints, &end) !=
                3 ||
            end != '\n')
            die("not the first line", line);
    } else if (*line != '*') {
        read_constraint(line);
    } else if (found) {
        die("a comment behind constraints", line);
    }
}

int main(int argc, char **argv) {
    FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
    bool dimacs = file && strcmp(argv[1], "dimacs") == 0;
    size_t room = 0;
    char *line = NULL;
    if (!file)
        die("usage", "formula_lint dimacs|opb FILE");
    while (getline(&line, &room, file) > 0) {
        if (line[strlen(line) - 1] != '\n')
            die("the last line does not end", line);
        if (dimacs)
            read_dimacs(line);
        else
            read_opb(line);
    }
    free(line);
    fclose(file);
    if (variables < 0 || found != constraints)
        die("the counts of the header are wrong", argv[2]);
    printf("variables %d constraints %d\n", variables, constraints);
    return 0;
}
