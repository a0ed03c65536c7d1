/* SPDX-License-Identifier: MIT */
/* steadycast-lp: reads a linear program from its input and solves it whenever it is told to, or one
 * with whole numbers. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lp/integer.h"
#include "tools/lp/problem.h"

enum { FORMAT = 1, MOST_ROWS = 1000, LARGEST = 1000000000 };

static const char help[] =
    "usage: steadycast-lp < LINES\n"
    "       steadycast-lp --integer NODES < FILE.lp\n"
    "\n"
    "Solves linear programs in exact rational arithmetic, for steadycast, which runs it;\n"
    "or one with whole numbers in the LP format of CPLEX, in floating point.\n"
    "\n"
    "  --integer NODES  at most so many nodes of the search tree, 0: any number\n"
    "  --help           print this\n"
    "  --version        print the version\n"
    "\n"
    "Lines of the input: format 1; rows N; column OBJECTIVE ROW ENTRY ..; solve\n"
    "Lines for each solve: optimum V; prices P ..; solution X ..; or: fault MESSAGE\n"
    "\n"
    "Lines for a program with whole numbers: optimum V (found V if the nodes ended the search),\n"
    "and behind it NAME VALUE for each variable that is not 0; or: infeasible; unknown; fault\n"
    "MESSAGE\n"
    "\n"
    "Exit status 0 at the end of the input, 1 behind a fault. It links QSopt_ex and GLPK, free\n"
    "software under the GNU General Public License, version 3 or later.\n";

/* What is read: a problem as soon as its rows are known. */
struct reader {
    struct problem *problem;
    int rows[MOST_ROWS];
    int numbers[MOST_ROWS];
    bool good_format;
};

/* NULL, or a constant text: what is wrong with the line. */
typedef const char *action(struct reader *reader, char *rest);

/* The next number of the line; false at its end, or, with *good = false, if it is no number. */
static bool next_number(char **rest, long least, int *number, bool *good) {
    char *end;
    if (!**rest)
        return false;
    errno = 0;
    long read = strtol(*rest, &end, 10);
    *good = **rest == ' ' && strchr("-0123456789", (*rest)[1]) && end != *rest &&
            (*end == ' ' || !*end) && !errno && read >= least && read <= LARGEST;
    *number = (int)(*good ? read : 0);
    *rest = end;
    return *good;
}

static bool only_number(char *rest, long least, int *number) {
    bool good;
    return next_number(&rest, least, number, &good) && !*rest;
}

static const char *read_format(struct reader *reader, char *rest) {
    int format;
    if (!only_number(rest, FORMAT, &format) || format != FORMAT)
        return "only format 1 is known";
    reader->good_format = true;
    return NULL;
}

static const char *read_rows(struct reader *reader, char *rest) {
    int rows;
    if (!reader->good_format || reader->problem)
        return "rows come once, behind the format";
    if (!only_number(rest, 1, &rows) || rows > MOST_ROWS)
        return "rows: 1..1000 are taken";
    reader->problem = problem_new(rows);
    return reader->problem ? NULL : "QSopt_ex makes no problem";
}

static const char *read_column(struct reader *reader, char *rest) {
    int objective, row, count = 0, last = -1;
    bool good = true;
    if (!reader->problem)
        return "a column before the rows";
    if (!next_number(&rest, -LARGEST, &objective, &good))
        return "a column without an objective";
    while (next_number(&rest, 0, &row, &good)) {
        if (row <= last || row >= problem_rows(reader->problem))
            return "the rows of a column ascend, and are less than all";
        if (!next_number(&rest, -LARGEST, &reader->numbers[count], &good))
            return "a row of a column without an entry";
        reader->rows[count++] = last = row;
    }
    if (!good)
        return "a column has something else than numbers up to 10^9";
    return problem_add(reader->problem, count, reader->rows, reader->numbers, objective)
               ? NULL
               : "QSopt_ex adds no column";
}

static void print_numbers(const char *word, mpq_t *numbers, int count) {
    fputs(word, stdout);
    for (int i = 0; i < count; i++) {
        putchar(' ');
        mpq_out_str(stdout, 10, numbers[i]);
    }
    putchar('\n');
}

static const char *print_optimum(struct problem *problem) {
    mpq_t value;
    mpq_init(value);
    bool good = problem_value(problem, value);
    mpq_t *prices = good ? problem_prices(problem) : NULL;
    if (prices) {
        print_numbers("optimum", &value, 1);
        print_numbers("prices", prices, problem_rows(problem));
    }
    mpq_clear(value);
    mpq_t *x = prices ? problem_solution(problem) : NULL;
    if (x)
        print_numbers("solution", x, problem_columns(problem));
    return x ? NULL : "QSopt_ex gives no optimum";
}

static const char *solve(struct reader *reader, char *rest) {
    if (!reader->problem || *rest || !problem_columns(reader->problem))
        return "solve stands alone, behind columns";
    return problem_solve(reader->problem) ? print_optimum(reader->problem) : "there is no optimum";
}

static const char *take_line(struct reader *reader, char *line) {
    static const struct {
        const char *word;
        action *act;
    } words[] = {
        {"format", read_format}, {"rows", read_rows}, {"column", read_column}, {"solve", solve}};
    size_t length = strcspn(line, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length && memcmp(line, words[i].word, length) == 0)
            return words[i].act(reader, line + length);
    return "the line begins with none of: format, rows, column, solve";
}

static int serve(FILE *in) {
    struct reader reader = {.problem = NULL};
    const char *fault = NULL;
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; !fault && (length = getline(&line, &room, in)) > 0;) {
        if (line[length - 1] == '\n')
            line[--length] = '\0';
        fault = strlen(line) == (size_t)length ? take_line(&reader, line) : "a byte 0";
        if (fault)
            printf("fault %s\n", fault);
        fflush(stdout);
    }
    free(line);
    problem_free(reader.problem);
    return fault || ferror(in) || ferror(stdout) ? 1 : 0;
}

/* At most nine digits. */
static bool read_nodes(const char *text, int *nodes) {
    size_t length = strlen(text);
    bool good = length > 0 && length <= 9 && strspn(text, "0123456789") == length;
    *nodes = good ? atoi(text) : 0;
    return good;
}

int main(int argc, char **argv) {
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "--version") == 0)) {
        fputs(argv[1][2] == 'h' ? help : "steadycast-lp " STEADYCAST_VERSION "\n", stdout);
        return 0;
    }
    signal(SIGXFSZ, SIG_IGN); /* the limit for the size of files is an error of write, as others */
    int nodes = 0;
    if (argc == 3 && strcmp(argv[1], "--integer") == 0 && read_nodes(argv[2], &nodes))
        return integer_solve(nodes);
    if (argc != 1) {
        fputs("steadycast-lp: it takes lines from its input (see: steadycast-lp --help)\n", stderr);
        return 1;
    }
    problem_start();
    return serve(stdin);
}
