/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/program.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/base/child.h"

void rationals_scale(mpq_t *numbers, size_t count, mpz_t *numerators, mpz_ptr denominator) {
    mpz_set_ui(denominator, 1);
    for (size_t i = 0; i < count; i++)
        mpz_lcm(denominator, denominator, mpq_denref(numbers[i]));
    for (size_t i = 0; i < count; i++) {
        mpz_divexact(numerators[i], denominator, mpq_denref(numbers[i]));
        mpz_mul(numerators[i], numerators[i], mpq_numref(numbers[i]));
    }
}

/* GMP reads blanks, prefixes and a denominator 0 as well, which would end the program later. */
static bool is_rational(const char *text) {
    static const char digits[] = "0123456789";
    text += *text == '-';
    size_t length = strspn(text, digits);
    if (length == 0 || text[length] != '/')
        return length > 0 && text[length] == '\0';
    text += length + 1;
    return *text != '0' && *text != '\0' && text[strspn(text, digits)] == '\0';
}

bool rationals_read(char *text, mpq_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (*text++ != ' ')
            return false;
        size_t length = strcspn(text, " ");
        bool more = text[length] == ' ';
        text[length] = '\0';
        if (!is_rational(text) || mpq_set_str(numbers[i], text, 10) != 0 || more != (i + 1 < count))
            return false;
        mpq_canonicalize(numbers[i]);
        text += length;
        *text = more ? ' ' : '\0';
    }
    return *text == '\0';
}

/* --- why an optimum is one --- */

/* It satisfies every row, its prices pay for every column, and its value is the price of the last
 * row. Then no other solution is worth more: the value of any is at most what its columns cost at
 * these prices, which is at most that of the one unit of the last row. */

/* What is not zero in a column. */
struct program_entry {
    int row, number;
};

struct program_column {
    int objective;
    size_t first; /* of its entries */
    size_t count;
};

struct program_columns {
    int rows;
    struct program_column *list;
    size_t count;
    struct program_entry *entries; /* of all, one column behind the other */
    size_t entry_count;
};

/* sum += number * x */
static void add_times(mpq_ptr sum, int number, mpq_srcptr x, mpq_ptr scratch) {
    mpq_set_si(scratch, number, 1);
    mpq_mul(scratch, scratch, x);
    mpq_add(sum, sum, scratch);
}

/* Is the sum over one row, of all x, what it must be? */
static bool row_holds(int row, int rows, mpq_srcptr sum) {
    return row == rows - 1 ? mpq_cmp_ui(sum, 1, 1) == 0 : mpq_sgn(sum) <= 0;
}

static const char *solution_fault(const struct program_columns *columns, mpq_srcptr value, mpq_t *x,
                                  mpq_t *sums) {
    const char *fault = NULL;
    RATIONAL(worth, scratch);
    for (size_t i = 0; i < columns->count; i++) {
        const struct program_column *column = &columns->list[i];
        const struct program_entry *entries = columns->entries + column->first;
        if (mpq_sgn(x[i]) < 0)
            fault = "the solution is negative";
        if (mpq_sgn(x[i]) == 0)
            continue;
        add_times(worth, column->objective, x[i], scratch);
        for (size_t entry = 0; entry < column->count; entry++)
            add_times(sums[entries[entry].row], entries[entry].number, x[i], scratch);
    }
    for (int row = 0; row < columns->rows; row++)
        if (!row_holds(row, columns->rows, sums[row]))
            fault = "the solution violates a row";
    if (!mpq_equal(worth, value))
        fault = "the solution has another value";
    return fault;
}

/* At numbers[row] / denominator for a unit of each row. */
static bool pays(const struct program_columns *columns, const struct program_column *column,
                 mpz_t *numbers, mpz_srcptr denominator, mpz_ptr cost) {
    const struct program_entry *entries = columns->entries + column->first;
    mpz_mul_si(cost, denominator, -(long)column->objective);
    for (size_t entry = 0; entry < column->count; entry++) {
        long number = entries[entry].number;
        if (number > 0)
            mpz_addmul_ui(cost, numbers[entries[entry].row], (unsigned long)number);
        else
            mpz_submul_ui(cost, numbers[entries[entry].row], (unsigned long)-number);
    }
    return mpz_sgn(cost) >= 0;
}

static const char *price_fault(const struct program_columns *columns, mpq_srcptr value,
                               mpq_t *prices, mpz_t *numbers) {
    const char *fault = NULL;
    BIG(denominator, cost);
    rationals_scale(prices, (size_t)columns->rows, numbers, denominator);
    for (int row = 0; row < columns->rows - 1; row++)
        if (mpq_sgn(prices[row]) < 0)
            fault = "a price is negative";
    for (size_t i = 0; i < columns->count && !fault; i++)
        if (!pays(columns, &columns->list[i], numbers, denominator, cost))
            fault = "the prices do not pay for a column";
    if (!mpq_equal(value, prices[columns->rows - 1]))
        fault = "the prices have another value";
    return fault;
}

/* STATUS_SYSTEM, with what is wrong, unless value, prices[0..rows-1] and x[0..count-1] are all of
 * that. Exact; takes O(entries) operations on numbers of the size of the prices' common
 * denominator, and on those x that are not zero. */
static enum status program_prove(const struct program_columns *columns, mpq_srcptr value,
                                 mpq_t *prices, mpq_t *x, struct failure *failure) {
    CLEANUP(numbers_clear) mpz_t *numbers = numbers_new((size_t)columns->rows);
    CLEANUP(rationals_clear) mpq_t *sums = rationals_new((size_t)columns->rows);
    TRY(memory_check(numbers && sums, failure, "a linear program"));
    const char *fault = price_fault(columns, value, prices, numbers);
    if (!fault)
        fault = solution_fault(columns, value, x, sums);
    return fault ? failure_system(failure, "no optimum: %s", fault) : STATUS_OK;
}

/* --- the program --- */

/* The protocol is in tools/lp/steadycast-lp.1. */
#define NAME "steadycast-lp"
enum { FORMAT = 1, LONGEST_ANSWER = 1 << 26 };

struct program {
    struct dialogue *dialogue;
    struct program_columns columns;
    mpq_t *x; /* of the last solve; x_count of them */
    size_t x_count;
    bool floating;
};

void program_use_floating(struct program *program) {
    program->floating = true;
}

const char program_missing[] = "linear programs need the program " NAME
                               ", which is not installed (Debian package steadycast-lp)";

enum status program_find(char *path, size_t room, struct failure *failure) {
    if (child_find_own(NAME, path, room))
        return STATUS_OK;
    return failure_limit(failure, "%s", program_missing);
}

enum status program_init(struct program **program, const char *path, int rows,
                         struct failure *failure) {
    struct program *result = memory_new(1, sizeof *result);
    TRY(memory_check(result, failure, "a linear program"));
    result->columns.rows = rows;
    enum status status = dialogue_open(&result->dialogue, path, NAME, failure);
    if (!status)
        status = dialogue_send(result->dialogue, failure, "format %d\nrows %d\n", FORMAT, rows);
    if (status)
        program_clear(result);
    else
        *program = result;
    return status;
}

void program_clear(struct program *program) {
    if (!program)
        return;
    dialogue_close(program->dialogue);
    rationals_free(program->x);
    FREE_ALL(program->columns.list, program->columns.entries, program);
}

static bool keep_column(struct program_columns *columns, const int *entries, int objective) {
    size_t first = columns->entry_count;
    for (int row = 0; row < columns->rows; row++)
        if (entries[row] && !APPEND(columns->entries, columns->entry_count,
                                    (struct program_entry){row, entries[row]}))
            return false;
    return APPEND(columns->list, columns->count,
                  (struct program_column){objective, first, columns->entry_count - first});
}

enum status program_add(struct program *program, const int *entries, int objective,
                        struct failure *failure) {
    struct program_columns *columns = &program->columns;
    TRY(memory_check(keep_column(columns, entries, objective), failure, "a linear program"));
    const struct program_column *column = &columns->list[columns->count - 1];
    TRY(dialogue_send(program->dialogue, failure, "column %d", objective));
    for (size_t i = 0; i < column->count; i++) {
        const struct program_entry *entry = &columns->entries[column->first + i];
        TRY(dialogue_send(program->dialogue, failure, " %d %d", entry->row, entry->number));
    }
    return dialogue_send(program->dialogue, failure, "\n");
}

/* One line of the answer: `word` and so many numbers. */
static enum status hear(struct program *program, const struct limits *limits, const char *word,
                        mpq_t *numbers, size_t count, struct failure *failure) {
    char *line;
    size_t length = strlen(word);
    TRY(dialogue_hear(program->dialogue, LONGEST_ANSWER, limits, &line, failure));
    if (strncmp(line, "fault ", 6) == 0)
        return failure_system(failure, "the program " NAME " says: %.200s", line + 6);
    if (strncmp(line, word, length) == 0 && rationals_read(line + length, numbers, count))
        return STATUS_OK;
    return failure_system(
        failure, "the program " NAME " does not answer '%s' and %zu rational numbers", word, count);
}

static enum status make_x(struct program *program, struct failure *failure) {
    rationals_free(program->x);
    program->x_count = program->columns.count;
    program->x = rationals_new(program->x_count);
    return program->x ? STATUS_OK : failure_memory(failure, "a linear program");
}

enum status program_solve(struct program *program, const struct limits *limits, mpq_ptr value,
                          mpq_t *prices, struct failure *failure) {
    struct failure fault;
    RATIONAL(best);
    TRY(make_x(program, failure));
    TRY(dialogue_send(program->dialogue, failure, "solve%s\n",
                      program->floating ? " floating" : ""));
    TRY(hear(program, limits, "optimum", &best, 1, failure));
    TRY(hear(program, limits, "prices", prices, (size_t)program->columns.rows, failure));
    TRY(hear(program, limits, "solution", program->x, program->x_count, failure));
    enum status status = program_prove(&program->columns, best, prices, program->x, &fault);
    if (status)
        return failure_set(failure, status, "the program " NAME " gives %.300s", fault.message);
    mpq_set(value, best);
    return STATUS_OK;
}

void program_solution(const struct program *program, mpq_t *x) {
    for (size_t i = 0; i < program->x_count; i++)
        mpq_set(x[i], program->x[i]);
}
