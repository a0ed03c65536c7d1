/* SPDX-License-Identifier: MIT */
/* Colours for the slots of a stream, on the way to an endgame (colour_plan.h): *piles* of rows of
 * one class that are dealt the same colours, and how far they are from what can be sent.
 *
 * Each pile has every colour once, and its first slot has one; so what its rows send depends on
 * that slot only. excess(y,g) = (rows that receive the colour g at TIME y) - (rows, and the source,
 * that send it L steps before). An endgame is there when no excess is positive. */
#pragma once

#include "solver/base/limits.h"
#include "solver/items/colour_plan.h"

struct colour_pile {
    int *colours; /* [slots]: 1..M, or 0: nothing is received */
    mpz_t rows;   /* may become 0 */
};

/* Of one class. */
struct colour_piles {
    const struct slot_class *class;
    size_t count;
    struct colour_pile *piles;
};

struct colour_table {
    const struct slot_classes *classes; /* borrowed */
    int colours;                        /* M */
    int end;                            /* L+t */
    mpz_t *excess;                      /* [y (M+1) + g], y = 0..L+t; those of g = 0 stay 0 */
    struct colour_piles *of;            /* [class] */
    bool lost;                          /* memory was refused; nothing is added any more */
};

/* No piles; the source sends source[x], 1..M, at TIME x = 0..t-1. `classes` are borrowed. */
enum status colour_table_init(struct colour_table *table, const struct slot_classes *classes,
                              int colours, const int *source, struct failure *failure);
void colour_table_clear(struct colour_table *table);

/* Adds rows to the pile of this class with these colours (copied), which is found or made, or takes
 * them away (rows < 0); the excess is kept. O(slots + M t) */
void colour_table_add(struct colour_table *table, size_t class, const int *colours,
                      mpz_srcptr rows);

static inline mpz_ptr colour_excess(const struct colour_table *table, int y, int colour) {
    return table->excess[(size_t)y * ((size_t)table->colours + 1) + (size_t)colour];
}

/* What one more message of the colour at TIME y would change in the number of excess messages: 1 or
 * 0; one less: -1 or 0. */
static inline int colour_rise(const struct colour_table *table, int y, int colour) {
    return colour && mpz_sgn(colour_excess(table, y, colour)) >= 0;
}

static inline int colour_fall(const struct colour_table *table, int y, int colour) {
    return colour && mpz_sgn(colour_excess(table, y, colour)) > 0 ? -1 : 0;
}

/* From nearly right colours to right ones, by exchanges (results/THEOREMS.md, section 12):
 *
 *  - a row exchanges what it receives in two slots, neither of them its first one, or any two if
 *    what it sends comes too late in any case;
 *  - two rows with the same first slot and busy TIMEs exchange their first colours a and b
 *    everywhere. What is sent stays the same.
 *
 * As many equal rows do the same at once as are needed. The exchange that takes away most excess is
 * made; where none does, a random one of those that move excess to another TIME or colour. */

/* *mended: no excess is positive any more. Not mended within `exchanges`: the table is somewhere.
 * O(exchanges piles slots^2). Deterministic. */
enum status colour_mend(struct colour_table *table, unsigned attempt, long exchanges,
                        const struct limits *limits, bool *mended, struct failure *failure);
