/* SPDX-License-Identifier: MIT */
#include "tools/lp/whole_rows.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>

/* --- whether linear equations have a solution in whole numbers --- */

/* By operations on columns, which change the unknowns and not what is solvable, each row is brought
 * to one new unknown, whose number must divide what is left (Hermite's normal form; A. Schrijver,
 * Theory of linear and integer programming, 4.1). Exact. */

enum lattice_answer {
    LATTICE_SOLVABLE,
    LATTICE_UNSOLVABLE,
    LATTICE_OPEN /* the numbers have become too large for `work` */
};

/* Columns before `fixed` are solved: their unknowns have values, which `right` no longer has. */
struct lattice {
    mpz_t *matrix, *right;
    int rows, columns, fixed;
    double work; /* what is left of it */
};

static mpz_ptr entry(const struct lattice *lattice, int row, int column) {
    return lattice->matrix[(long)row * lattice->columns + column];
}

/* The column of the smallest number that is not 0 in this row, or -1; `*others`: there are more. */
static int find_pivot(const struct lattice *lattice, int row, bool *others) {
    int best = -1;
    *others = false;
    for (int column = lattice->fixed; column < lattice->columns; column++) {
        mpz_srcptr number = entry(lattice, row, column);
        if (mpz_sgn(number) == 0)
            continue;
        *others = best >= 0;
        if (best < 0 || mpz_cmpabs(number, entry(lattice, row, best)) < 0)
            best = column;
    }
    return best;
}

/* From this row on; those before have 0 in both columns. */
static void subtract(struct lattice *lattice, int row, int from, int column, mpz_srcptr times) {
    for (int i = row; i < lattice->rows; i++) {
        mpz_ptr number = entry(lattice, i, column);
        mpz_srcptr other = entry(lattice, i, from);
        if (mpz_sgn(other) == 0)
            continue;
        mpz_submul(number, other, times);
        lattice->work -= (double)mpz_size(other) * (double)mpz_size(times) + 1;
    }
}

/* All other numbers of the row become less than that of the pivot. */
static void reduce(struct lattice *lattice, int row, int pivot) {
    mpz_t times;
    mpz_init(times);
    for (int column = lattice->fixed; column < lattice->columns && lattice->work > 0; column++) {
        lattice->work--;
        if (column == pivot || mpz_sgn(entry(lattice, row, column)) == 0)
            continue;
        mpz_tdiv_q(times, entry(lattice, row, column), entry(lattice, row, pivot));
        subtract(lattice, row, pivot, column, times);
    }
    mpz_clear(times);
}

static void exchange(struct lattice *lattice, int row, int a, int b) {
    for (int i = row; i < lattice->rows; i++)
        mpz_swap(entry(lattice, i, a), entry(lattice, i, b));
}

/* The new unknown of the pivot gets its value, which the right sides below lose. */
static bool fix(struct lattice *lattice, int row, int pivot) {
    mpz_srcptr number = entry(lattice, row, pivot);
    if (!mpz_divisible_p(lattice->right[row], number))
        return false;
    mpz_divexact(lattice->right[row], lattice->right[row], number);
    for (int i = row + 1; i < lattice->rows; i++)
        mpz_submul(lattice->right[i], entry(lattice, i, pivot), lattice->right[row]);
    exchange(lattice, row, lattice->fixed++, pivot);
    return true;
}

static enum lattice_answer solve_row(struct lattice *lattice, int row) {
    bool others;
    int pivot = find_pivot(lattice, row, &others);
    while (others && lattice->work > 0) {
        reduce(lattice, row, pivot);
        pivot = find_pivot(lattice, row, &others);
        lattice->work -= lattice->columns;
    }
    if (others)
        return LATTICE_OPEN;
    bool solved = pivot < 0 ? mpz_sgn(lattice->right[row]) == 0 : fix(lattice, row, pivot);
    return solved ? LATTICE_SOLVABLE : LATTICE_UNSOLVABLE;
}

/* For each row: the sum of matrix[row * columns + column] times the unknown of the column is
 * right[row]. Both are changed. `work`: multiplications of machine words, about, after which it is
 * given up. */
static enum lattice_answer lattice_solve(mpz_t *matrix, mpz_t *right, int rows, int columns,
                                         double work) {
    struct lattice lattice = {matrix, right, rows, columns, 0, work};
    enum lattice_answer answer = LATTICE_SOLVABLE;
    for (int row = 0; row < rows && answer == LATTICE_SOLVABLE; row++)
        answer = solve_row(&lattice, row);
    return answer;
}

/* --- the rows --- */

enum { MOST_DIGITS = 15, MOST_ENTRIES = 1 << 20 };
static const double most_work = 2e8; /* below a second */

struct row {
    int *columns; /* ascending */
    mpz_t *numbers;
    int count;
    mpz_t lower, upper;
    bool has_lower, has_upper;
};

struct whole_rows {
    struct row *list;
    size_t count, room;
};

struct whole_rows *whole_rows_new(void) {
    return calloc(1, sizeof(struct whole_rows));
}

static void clear(struct row *row) {
    for (int i = 0; i < row->count && row->numbers; i++)
        mpz_clear(row->numbers[i]);
    free(row->numbers);
    free(row->columns);
    mpz_clears(row->lower, row->upper, NULL);
}

void whole_rows_free(struct whole_rows *rows) {
    for (size_t i = 0; rows && i < rows->count; i++)
        clear(&rows->list[i]);
    if (rows)
        free(rows->list);
    free(rows);
}

/* --- exact numbers --- */

/* The decimal fraction that `value` was read from, times 10^digits, if that is whole. Both are
 * exact below 2^53, so the quotient is rounded as what was read. */
static bool scaled(double value, int digits, mpz_ptr result) {
    double power = pow(10, digits), whole = nearbyint(value * power);
    if (!(fabs(whole) <= 9007199254740992.0) || whole / power != value)
        return false;
    mpz_set_d(result, whole);
    return true;
}

static bool scale(struct row *row, const struct whole_term *terms, double lower, double upper,
                  int digits) {
    bool good = (!row->has_lower || scaled(lower, digits, row->lower)) &&
                (!row->has_upper || scaled(upper, digits, row->upper));
    for (int i = 0; i < row->count && good; i++)
        good = scaled(terms[i].number, digits, row->numbers[i]);
    return good;
}

/* The first number becomes positive, and their greatest common divisor 1. */
static void normalise(struct row *row) {
    mpz_t divisor;
    mpz_init(divisor);
    for (int i = 0; i < row->count; i++)
        mpz_gcd(divisor, divisor, row->numbers[i]);
    if (mpz_sgn(row->numbers[0]) < 0) {
        bool has_lower = row->has_upper;
        row->has_upper = row->has_lower;
        row->has_lower = has_lower;
        mpz_swap(row->lower, row->upper);
        mpz_neg(divisor, divisor);
    }
    for (int i = 0; i < row->count; i++)
        mpz_divexact(row->numbers[i], row->numbers[i], divisor);
    mpz_cdiv_q(row->lower, row->lower, divisor);
    mpz_fdiv_q(row->upper, row->upper, divisor);
    mpz_clear(divisor);
}

/* --- a row --- */

static bool has_memory(struct row *row, int count) {
    mpz_inits(row->lower, row->upper, NULL);
    row->columns = calloc((size_t)count, sizeof *row->columns);
    row->numbers = calloc((size_t)count, sizeof *row->numbers);
    if (!row->columns || !row->numbers)
        return false;
    for (int i = 0; i < count; i++)
        mpz_init(row->numbers[i]);
    row->count = count;
    return true;
}

static bool has_room(struct whole_rows *rows) {
    if (rows->count < rows->room)
        return true;
    size_t room = 2 * rows->room + 16;
    struct row *list = realloc(rows->list, room * sizeof *list);
    if (!list)
        return false;
    rows->list = list;
    rows->room = room;
    return true;
}

static int by_column(const void *left, const void *right) {
    const struct whole_term *a = left, *b = right;
    return (a->column > b->column) - (a->column < b->column);
}

void whole_rows_add(struct whole_rows *rows, int count, struct whole_term *terms, double lower,
                    double upper) {
    struct row row = {.has_lower = lower > -HUGE_VAL, .has_upper = upper < HUGE_VAL};
    if (count == 0 || !has_room(rows))
        return;
    bool good = has_memory(&row, count), exact = false;
    qsort(terms, (size_t)count, sizeof *terms, by_column);
    for (int digits = 0; digits <= MOST_DIGITS && good && !exact; digits++)
        exact = scale(&row, terms, lower, upper, digits);
    if (!exact) {
        clear(&row);
        return;
    }
    for (int i = 0; i < count; i++)
        row.columns[i] = terms[i].column;
    normalise(&row);
    rows->list[rows->count++] = row;
}

/* --- all of them --- */

static int by_left_side(const void *left, const void *right) {
    const struct row *a = left, *b = right;
    int order = (a->count > b->count) - (a->count < b->count);
    for (int i = 0; i < a->count && !order; i++)
        order = (a->columns[i] > b->columns[i]) - (a->columns[i] < b->columns[i]);
    for (int i = 0; i < a->count && !order; i++)
        order = mpz_cmp(a->numbers[i], b->numbers[i]);
    return order;
}

/* `into` gets the bounds of another row with its left side. */
static void meet(struct row *into, const struct row *other) {
    if (other->has_lower && (!into->has_lower || mpz_cmp(other->lower, into->lower) > 0))
        mpz_set(into->lower, other->lower);
    if (other->has_upper && (!into->has_upper || mpz_cmp(other->upper, into->upper) < 0))
        mpz_set(into->upper, other->upper);
    into->has_lower |= other->has_lower;
    into->has_upper |= other->has_upper;
}

static void merge(struct whole_rows *rows) {
    size_t kept = 0;
    qsort(rows->list, rows->count, sizeof *rows->list, by_left_side);
    for (size_t i = 0; i < rows->count; i++) {
        if (i && by_left_side(&rows->list[kept - 1], &rows->list[i]) == 0) {
            meet(&rows->list[kept - 1], &rows->list[i]);
            clear(&rows->list[i]);
        } else {
            rows->list[kept++] = rows->list[i];
        }
    }
    rows->count = kept;
}

static int order_of_bounds(const struct row *row) {
    return row->has_lower && row->has_upper ? mpz_cmp(row->lower, row->upper) : -1;
}

/* Columns are numbered anew, those of equations alone; -1: no memory. */
static int number_columns(struct whole_rows *rows, int *equations) {
    int most = -1, used = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->list[i];
        if (order_of_bounds(row) == 0 && row->columns[row->count - 1] > most)
            most = row->columns[row->count - 1];
    }
    int *number = calloc((size_t)most + 1, sizeof *number); /* from 1 on */
    if (!number)
        return most < 0 ? 0 : -1;
    for (size_t i = 0; i < rows->count; i++) {
        struct row *row = &rows->list[i];
        if (order_of_bounds(row) != 0)
            continue;
        ++*equations;
        for (int j = 0; j < row->count; j++) {
            int *name = &number[row->columns[j]];
            if (!*name)
                *name = ++used;
            row->columns[j] = *name - 1;
        }
    }
    free(number);
    return used;
}

/* The numbers of the equations, and behind each row its right side. */
static mpz_t *copy(const struct whole_rows *rows, int equations, int columns) {
    size_t entries = (size_t)equations * (size_t)(columns + 1), at = 0;
    mpz_t *all = calloc(entries, sizeof *all), *right = all + (size_t)equations * (size_t)columns;
    if (!all)
        return NULL;
    for (size_t i = 0; i < entries; i++)
        mpz_init(all[i]);
    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->list[i];
        if (order_of_bounds(row) != 0)
            continue;
        for (int j = 0; j < row->count; j++)
            mpz_set(all[at * (size_t)columns + (size_t)row->columns[j]], row->numbers[j]);
        mpz_set(right[at++], row->lower);
    }
    return all;
}

static bool equations_exclude(struct whole_rows *rows) {
    int equations = 0, columns = number_columns(rows, &equations);
    if (columns < 0 || equations == 0 || (double)equations * (columns + 1.0) > MOST_ENTRIES)
        return false;
    mpz_t *all = copy(rows, equations, columns);
    if (!all)
        return false;
    size_t count = (size_t)equations * (size_t)columns;
    enum lattice_answer answer = lattice_solve(all, all + count, equations, columns, most_work);
    for (size_t i = 0; i < count + (size_t)equations; i++)
        mpz_clear(all[i]);
    free(all);
    return answer == LATTICE_UNSOLVABLE;
}

bool whole_rows_exclude(struct whole_rows *rows) {
    if (!rows->count)
        return false;
    merge(rows);
    for (size_t i = 0; i < rows->count; i++)
        if (order_of_bounds(&rows->list[i]) > 0)
            return true;
    return equations_exclude(rows);
}
