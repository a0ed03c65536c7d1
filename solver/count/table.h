/* SPDX-License-Identifier: MIT */
/* Tables of large numbers over one layer of letter-count vectors, and their products with
 * polynomials of fillings: the arithmetic of a count. */
#ifndef STEADYCAST_SOLVER_COUNT_TABLE_H
#define STEADYCAST_SOLVER_COUNT_TABLE_H

#include <gmp.h>

#include "solver/count/lattice.h"
#include "solver/count/resources.h"

_Static_assert(GMP_NUMB_BITS == 64, "numbers are read as words of 64 bits");

struct table {
    struct layer layer;
    int limbs;          /* words of 64 bits per number, the lowest first */
    mp_limb_t *numbers; /* of cell i: numbers + i * limbs */
};

/* Bytes of a table with so many cells. */
uint64_t table_bytes(const struct lattice *lattice, size_t cells, int limbs);

/* All zero. Takes table_bytes, which the caller has booked. */
enum status table_init(struct table *table, const struct lattice *lattice, int total, int limbs,
                       struct failure *failure);
void table_clear(struct table *table);

/* weight * x^(the vector): what a product does to a table. */
struct monomial {
    uint64_t packed; /* the row part of the vector */
    size_t rows;     /* the distance of rows that it makes */
    int ones;        /* copies of letter 1 */
    mp_limb_t weight;
};

/* The vector must be within the lattice; its total is the difference of the tables' totals. */
struct monomial table_monomial(const struct lattice *lattice, const int *letters, mp_limb_t weight);

/* One table times one polynomial. */
struct product {
    const struct table *from;
    const struct monomial *monomials;
    size_t count;
};

/* Adds the sum of the products to `to`, which is zero, and divides by `divisor`. All tables have
 * equally many limbs. STATUS_INTERNAL if a number does not fit or is not divisible. If the crew is
 * stopped the table is incomplete. Cost: cells * monomials, of each product. */
enum status table_add_products(struct table *to, const struct product *products, int product_count,
                               mp_limb_t divisor, struct crew *crew, struct failure *failure);

#endif
