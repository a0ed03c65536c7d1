/* SPDX-License-Identifier: MIT */
/*
 * Questions of one subject as a table: a row for each value of the parameter that varies most, a
 * column for what else is asked. For subjects whose answer is a number.
 */
#ifndef STEADYCAST_TOOLS_NUMBER_TABLE_H
#define STEADYCAST_TOOLS_NUMBER_TABLE_H

#include "tools/steadycast/report/report.h"

/* Columns beyond these are left out. */
enum { NUMBER_TABLE_COLUMNS = 12 };

struct number_cell {
    const struct question *question; /* borrowed */
    int place;                       /* of the parameter of the rows */
    struct report_group group;
};

struct number_table {
    enum subject subject;
    int place;
    size_t count;
    struct number_cell *cells; /* owned; column by column, in each by rows */
    size_t column_count;
    size_t drawn;                      /* columns, at most NUMBER_TABLE_COLUMNS */
    size_t next[NUMBER_TABLE_COLUMNS]; /* the first cell of a column that is not printed */
    size_t end[NUMBER_TABLE_COLUMNS];
};

/* count 0: nothing of this subject is asked. Clear after success. */
enum status number_table_init(struct number_table *table, const struct report *report,
                              enum subject subject, struct failure *failure);
void number_table_clear(struct number_table *table);

/* A question of the next row, in order; NULL behind the last. */
const struct question *number_table_row(const struct number_table *table);

/* What stands there in a column, and goes on in it; NULL: nothing was asked. */
const struct report_group *number_table_take(struct number_table *table, size_t column,
                                             const struct question *row);

#endif
