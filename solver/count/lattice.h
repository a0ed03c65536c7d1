/* SPDX-License-Identifier: MIT */
/* Letter-count vectors: all c with 0 <= c_j <= n_j, n_j the copies of letter j in an instance, and
 * the layers of those with equal total c_0 + .. + c_{L-1}.
 *
 * Within a layer c_0 follows from the others and is not written. The letters 2..L-1 make up the
 * row, numbered in mixed radix: rows differ by a fixed distance when vectors do. Letter 1 runs
 * along the row. So adding a vector moves a whole row, and only the rows need to be checked.
 * Letters 0 and 1 were chosen because they have most copies. */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "solver/count/resources.h"
#include "solver/model/instance.h"

struct lattice {
    int letters; /* max(L, 2): for L = 1 there is a letter 1 without copies */
    int *most;   /* most[j] = n_j */
    size_t rows;
    size_t *stride;   /* stride[j], j >= 2: how far apart rows are that differ by one letter j */
    int *place;       /* place[j], j >= 2: lowest bit of c_j in a packed row */
    uint64_t guard;   /* one bit above each c_j of a packed row */
    uint64_t *packed; /* of each row: its c_j, with zeros in the guard bits */
    int *sum;         /* of each row: the sum of its c_j */
    long *value;      /* of each row: the sum of j * c_j */
    uint64_t bytes;
};

/* More rows are refused. A letter with n copies takes ceil(log2(n+1)) + 1 <= 2 log2(n+1) bits of a
 * packed row (n = 2: 3 <= 3.17; n = 4: 4 <= 4.64; otherwise clear), so up to here 64 bits do. */
#define LATTICE_MAX_ROWS (UINT64_C(1) << 32)

/* STATUS_LIMIT when there are too many rows for the budget. */
enum status lattice_init(struct lattice *lattice, const struct small_instance *instance,
                         struct budget *budget, struct failure *failure);
void lattice_clear(struct lattice *lattice);

/* The vectors `inner` with inner_j <= c_j for all letters j of the row c, both packed. */
static inline bool lattice_contains(const struct lattice *lattice, uint64_t row, uint64_t inner) {
    return (((row | lattice->guard) - inner) & lattice->guard) == lattice->guard;
}

static inline int lattice_digit(const struct lattice *lattice, size_t row, int letter) {
    return (int)(row / lattice->stride[letter] % (size_t)(lattice->most[letter] + 1));
}

/* All vectors of one total. Cells are numbered along the rows, one row after the other. */
struct layer {
    const struct lattice *lattice;
    int total;
    size_t cells;
    size_t *start; /* of each row: the number of its first cell */
};

/* How many cells the layer has; time O(rows). */
size_t layer_cells(const struct lattice *lattice, int total);

/* Bytes of a layer without any contents of its cells. */
static inline uint64_t layer_bytes(const struct lattice *lattice) {
    return budget_product(lattice->rows, sizeof(size_t));
}

/* Takes layer_bytes, which the caller has booked. */
enum status layer_init(struct layer *layer, const struct lattice *lattice, int total,
                       struct failure *failure);
void layer_clear(struct layer *layer);

/* The copies of letter 1 along a row: first..last, none if first > last. */
static inline int layer_first(const struct layer *layer, size_t row) {
    int rest = layer->total - layer->lattice->sum[row] - layer->lattice->most[0];
    return rest > 0 ? rest : 0;
}

static inline int layer_last(const struct layer *layer, size_t row) {
    int rest = layer->total - layer->lattice->sum[row];
    return rest < layer->lattice->most[1] ? rest : layer->lattice->most[1];
}

/* The cell of the vector, which must lie in the layer. */
size_t layer_cell(const struct layer *layer, const int *letters);

/* Upper bounds on the numbers of a count, from which their length in memory is chosen.
 *
 * Write the words of all blocks one behind the other, the contents of blocks of equal size in
 * ascending order (and multisets in ascending order). The sizes are known, so the sequence gives
 * the filling back. Hence there are at most as many fillings with the letters c as sequences with
 * Parikh vector c: the multinomial coefficient of c. */

/* The largest multinomial coefficient of a vector c with 0 <= c_j <= most[j] and sum `total`, where
 * total is at most the sum of most[]. It is reached by raising a smallest entry again and again,
 * since each raise to c_j multiplies the denominator by c_j. Cost: total * kinds. */
void bound_multinomial(mpz_t bound, const int *most, int kinds, int total);

/* Multisets of `count` objects out of `kinds` kinds: binomial(kinds + count - 1, count). */
void bound_multisets(mpz_t bound, mpz_srcptr kinds, int count);
