/* SPDX-License-Identifier: MIT */
/*
 * Tables of receptions: processors down, time across, in the cells the items that come. Several
 * that come at one time stand side by side in their column.
 */
#ifndef STEADYCAST_TOOLS_ITEM_TABLE_H
#define STEADYCAST_TOOLS_ITEM_TABLE_H

#include <stdbool.h>
#include <stdio.h>

struct item_table {
    FILE *file;          /* of a picture */
    const char *heading; /* above the names of the rows; borrowed */
    double top;          /* where it begins */
    double names;        /* how wide the longest name of a row is, text_width */
    int rows;
    int first_time;
    int last_time;
    long largest; /* number of an item */
    int together; /* as many items come to a row at one time, at most; >= 1 */
};

/* Draws the ground: bands behind every second row, the times above them, and below long ones. */
void item_table_begin(const struct item_table *table);

void item_table_name(const struct item_table *table, int row, const char *name);

/* An item that comes at a time of the table, beside `place` others, 0 <= place < together. */
void item_table_put(const struct item_table *table, int row, int time, int place, long item,
                    bool sent);

/* Below it, what cells look like that are sent on. Returns where that ends. */
double item_table_end(const struct item_table *table);

double item_table_width(const struct item_table *table);

#endif
