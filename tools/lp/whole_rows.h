/* SPDX-License-Identifier: MIT */
/* Rows of an integer program that have whole unknowns only, exactly: what they alone exclude.
 * Branch and bound would not end there where unknowns have no bounds, as for 2 x - 2 y = 1. Divided
 * by what divides all its numbers, a row has whole bounds; rows with the same left side have the
 * bounds of both; and rows of one value together are equations in whole numbers. */
#pragma once

#include <stdbool.h>

struct whole_rows;

/* NULL without memory. */
struct whole_rows *whole_rows_new(void);
void whole_rows_free(struct whole_rows *rows);

struct whole_term {
    int column;
    double number; /* not 0 */
};

/* lower <= sum of each number times the unknown of its column <= upper; each column once, -HUGE_VAL
 * and HUGE_VAL for no bound. The terms are put in another order. The numbers are those that were
 * read from decimal fractions; a row is left out, as it may be, if one of them is none of up to 15
 * digits, or without memory. */
void whole_rows_add(struct whole_rows *rows, int count, struct whole_term *terms, double lower,
                    double upper);

/* Whether no whole numbers obey all rows. False too where that would be too much work. */
bool whole_rows_exclude(struct whole_rows *rows);
