/* SPDX-License-Identifier: MIT */
/* For the tests: what certificates say, decided from the definitions and without the checker's
 * ideas. The text must follow the grammar, and be small. */
#pragma once

#include "check_text.h"

/* Kind schedule: all processors are simulated item by item for some time; blocks are written out as
 * words first, for which all orders of a multiset are tried. Contract: no more than NAIVE_TABLE
 * receptions in all. */
bool naive_schedule_holds(const struct text *text);

/* What the checker prints as fields of such a schedule, which holds; whether processors keep their
 * roles by what each does in many periods, one after the other. */
void naive_schedule_fields(const struct text *text, char *fields, size_t size);

/* A processor of such a schedule; the arrays are valid until another certificate is read. */
struct naive_row {
    const long *value, *sent; /* received and sent, or NAIVE_NOTHING, at each position */
    long length, position;    /* at time 0 */
};

enum { NAIVE_NOTHING = -1 };

/* The processors of the lines `word`, in the order of the lines, then of the positions at time 0.
 * How many; beyond `most` they are only counted. -1 if a multiset has no order, or a head is above
 * the depth or sent too often. */
long naive_rows(const struct text *text, struct naive_row *rows, long most);

/* Kind prices: every transition of every window state, for `potential largest`; every closed walk
 * of prices below their bound, by as many rounds as there are states, for `recomputed`. Depth <=
 * 10. */
bool naive_prices_hold(const struct text *text);
