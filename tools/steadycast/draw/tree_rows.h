/* SPDX-License-Identifier: MIT */
/*
 * Trees in time: a row for each node, time to the right, a line from each node down to those that
 * hang on it.
 */
#ifndef STEADYCAST_TOOLS_TREE_ROWS_H
#define STEADYCAST_TOOLS_TREE_ROWS_H

#include <stdio.h>

struct tree_row {
    int label;  /* a time */
    int parent; /* the row of it; -1 for the root */
    int name;   /* of its processor; -1: none is shown */
    int inner;  /* does it have children? */
};

/* Draws `count` rows from y on; returns where they end below. */
double tree_rows_draw(FILE *file, const struct tree_row *rows, int count, double y);

double tree_rows_width(const struct tree_row *rows, int count);

#endif
