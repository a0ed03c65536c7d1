/* SPDX-License-Identifier: MIT */
#include "tools/lp/lattice.h"

#include <stdbool.h>

/* Columns before `fixed` are solved: their unknowns have values, which `right` no longer has. */
struct lattice {
    mpz_t *matrix;
    mpz_t *right;
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

enum lattice_answer lattice_solve(mpz_t *matrix, mpz_t *right, int rows, int columns, double work) {
    struct lattice lattice = {matrix, right, rows, columns, 0, work};
    enum lattice_answer answer = LATTICE_SOLVABLE;
    for (int row = 0; row < rows && answer == LATTICE_SOLVABLE; row++)
        answer = solve_row(&lattice, row);
    return answer;
}
