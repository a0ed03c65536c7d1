/*
 * A table of what processors receive: a row for each, a column for each time, as in Figures 4 and 5
 * of Karp et al. 1993.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ITEMS_TABLE_H
#define STEADYCAST_SOLVER_ITEMS_ITEMS_TABLE_H

#include "automata/status.h"

/* An item is active for a processor that sends it on, else inactive. */
enum items_mark {
    ITEMS_INACTIVE,
    ITEMS_ACTIVE,
    ITEMS_DELAYING, /* active, and another item arrives with it and has to wait */
    ITEMS_DELAYED   /* inactive, has waited for an active item that arrived with it */
};

struct items_cell {
    int item; /* received at this time; 0: nothing */
    enum items_mark mark;
};

struct items_table {
    int rows;
    int columns;
    int first;                /* the time of column 0 */
    struct items_cell *cells; /* cells[row * columns + column]; owned */
};

/* Larger tables are refused. */
enum { ITEMS_TABLE_MOST_CELLS = 100000000 };

/* Empty cells. STATUS_LIMIT for more than ITEMS_TABLE_MOST_CELLS. */
enum status items_table_init(struct items_table *table, int rows, int columns, int first,
                             struct failure *failure);
void items_table_clear(struct items_table *table);

/* STATUS_INTERNAL when there is no such cell, or it is taken. */
enum status items_table_put(struct items_table *table, int row, int time, int item,
                            enum items_mark mark, struct failure *failure);

#endif
