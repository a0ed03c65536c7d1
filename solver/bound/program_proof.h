/* SPDX-License-Identifier: MIT */
/*
 * Why a solution of a linear program (program.h) is an optimum: it satisfies every row, its prices
 * pay for every column, and its value is the price of the last row. Then no other solution is worth
 * more: the value of any is at most what its columns cost at these prices, which is at most that of
 * the one unit of the last row.
 */
#ifndef STEADYCAST_SOLVER_BOUND_PROGRAM_PROOF_H
#define STEADYCAST_SOLVER_BOUND_PROGRAM_PROOF_H

#include <gmp.h>
#include <stddef.h>

#include "automata/status.h"

/* What is not zero in a column. */
struct program_entry {
    int row;
    int number;
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

/*
 * STATUS_SYSTEM, with what is wrong, unless value, prices[0..rows-1] and x[0..count-1] are all of
 * that. Exact; takes O(entries) operations on numbers of the size of the prices' common
 * denominator, and on those x that are not zero.
 */
enum status program_prove(const struct program_columns *columns, mpq_srcptr value, mpq_t *prices,
                          mpq_t *x, struct failure *failure);

#endif
