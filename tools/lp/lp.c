/* SPDX-License-Identifier: MIT */
/* steadycast-lp: reads a linear program from its input and solves it whenever it is asked to, or
 * one with whole numbers. */
#include <stdio.h> /* before gmp.h, which declares what prints only then */

#include <errno.h>
#include <gmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The headers of QSopt_ex are written for the GNU dialect. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include <qsopt_ex/QSopt_ex.h>
#pragma GCC diagnostic pop

#include "tools/lp/integer.h"

/* --- QSopt_ex --- */

/* A linear program in exact rational arithmetic, grown column by column: maximise the sum of
 * objective * x over columns x >= 0 subject to one row each, `sum <= 0`, but the last, which is
 * `sum = 1`. By QSopt_ex (D. Applegate, W. Cook, S. Dash, D. Espinoza, Oper. Res. Lett. 35, 2007),
 * chosen before GLPK, whose exact simplex gives its results as doubles only.
 *
 * QSopt_ex keeps state of its own, and GMP's memory, for the whole process: call problem_start
 * before anything of GMP, and stay in one thread. */
struct problem {
    mpq_QSprob problem;
    int rows, columns;
    mpq_t *values; /* of one column; then of the prices */
    mpq_t *x;
    int room; /* of x */
    mpq_t zero;
    mpq_t infinite;
};

static void silence(const char *message, void *context) {
    (void)message;
    (void)context;
}

static void problem_start(void) {
    QSexactStart();
    QSlog_set_handler(silence, NULL);
}

/* Initialised numbers; `old` of them are there. NULL without memory, and then `numbers` is as it
 * was. */
static mpq_t *resize(mpq_t *numbers, int old, int count) {
    mpq_t *result = realloc(numbers, (size_t)count * sizeof *result);
    for (int i = old; result && i < count; i++)
        mpq_init(result[i]);
    return result;
}

static void release(mpq_t *numbers, int count) {
    for (int i = 0; numbers && i < count; i++)
        mpq_clear(numbers[i]);
    free(numbers);
}

static bool add_rows(struct problem *problem) {
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    bool good = true;
    for (int row = 0; row < problem->rows && good; row++) {
        bool last = row == problem->rows - 1;
        good = mpq_QSnew_row(problem->problem, last ? one : problem->zero, last ? 'E' : 'L',
                             NULL) == 0;
    }
    mpq_clear(one);
    return good;
}

static void problem_free(struct problem *problem) {
    if (!problem)
        return;
    if (problem->problem)
        mpq_QSfree_prob(problem->problem);
    release(problem->values, problem->rows);
    release(problem->x, problem->room);
    mpq_clear(problem->zero);
    mpq_clear(problem->infinite);
    free(problem);
}

/* NULL when QSopt_ex fails, as the functions below say false. */
static struct problem *problem_new(int rows) {
    struct problem *result = calloc(1, sizeof *result);
    if (!result)
        return NULL;
    result->rows = rows;
    result->values = resize(NULL, 0, rows);
    mpq_init(result->zero);
    mpq_init(result->infinite);
    mpq_set(result->infinite, mpq_ILL_MAXDOUBLE);
    result->problem = mpq_QScreate_prob("bound", QS_MAX);
    if (result->values && result->problem && add_rows(result))
        return result;
    problem_free(result);
    return NULL;
}

/* A column with `count` entries: numbers[i] in row rows[i], each row once. */
static bool problem_add(struct problem *problem, int count, int *rows, const int *numbers,
                        int objective) {
    mpq_t earned;
    for (int i = 0; i < count; i++)
        mpq_set_si(problem->values[i], numbers[i], 1);
    mpq_init(earned);
    mpq_set_si(earned, objective, 1);
    bool good = mpq_QSadd_col(problem->problem, count, rows, problem->values, earned, problem->zero,
                              problem->infinite, NULL) == 0;
    mpq_clear(earned);
    problem->columns += good;
    return good;
}

/* Room in x for all columns, and behind them the slacks of all rows. */
static bool make_x(struct problem *problem) {
    int room = problem->columns + problem->rows;
    if (problem->room >= room)
        return true;
    mpq_t *x = resize(problem->x, problem->room, 2 * room);
    if (!x)
        return false;
    problem->x = x;
    problem->room = 2 * room;
    return true;
}

/* Floating point finds a basis, and rational arithmetic tests it; where that fails, more digits are
 * taken (QSexact_solver). Which of several optima it is may depend on the processor. */
static bool solve_floating(struct problem *problem) {
    int state = 0;
    QSbasis *basis = mpq_QSget_basis(problem->problem);
    bool good = QSexact_solver(problem->problem, problem->x, problem->values, basis, PRIMAL_SIMPLEX,
                               &state) == 0;
    if (basis)
        mpq_QSfree_basis(basis);
    return good && state == QS_LP_OPTIMAL;
}

/* Fills `values` with the prices of all rows, and x, in order, from the basis of the last time;
 * false unless there is an optimum. */
static bool problem_solve(struct problem *problem, bool floating) {
    int state = 0;
    if (!make_x(problem))
        return false;
    return (floating && solve_floating(problem)) ||
           (mpq_QSopt_primal(problem->problem, &state) == 0 && state == QS_LP_OPTIMAL &&
            mpq_QSget_pi_array(problem->problem, problem->values) == 0 &&
            mpq_QSget_x_array(problem->problem, problem->x) == 0);
}

/* --- what is read --- */

enum { FORMAT = 1, MOST_ROWS = 20000, LARGEST = 1000000000 };

extern const char text_lp[];

/* What is read: a problem as soon as its rows are known. */
struct reader {
    struct problem *problem;
    int rows[MOST_ROWS], numbers[MOST_ROWS];
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
        return "rows: 1..20000 are taken";
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
        if (row <= last || row >= reader->problem->rows)
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

/* The last row alone has a right side, which is 1: its price is the optimum. */
static void print_optimum(const struct problem *problem) {
    print_numbers("optimum", problem->values + problem->rows - 1, 1);
    print_numbers("prices", problem->values, problem->rows);
    print_numbers("solution", problem->x, problem->columns);
}

static const char *solve(struct reader *reader, char *rest) {
    bool floating = strcmp(rest, " floating") == 0;
    if (!reader->problem || (*rest && !floating) || !reader->problem->columns)
        return "solve stands behind columns, alone or with `floating`";
    if (!problem_solve(reader->problem, floating))
        return "there is no optimum";
    print_optimum(reader->problem);
    return NULL;
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
        puts(argv[1][2] == 'h' ? text_lp : "steadycast-lp " STEADYCAST_VERSION);
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
