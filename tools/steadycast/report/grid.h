/* SPDX-License-Identifier: MIT */
/*
 * Tables of questions as pictures: a cell for each, in a colour and with a letter for what is
 * known.
 */
#ifndef STEADYCAST_TOOLS_REPORT_GRID_H
#define STEADYCAST_TOOLS_REPORT_GRID_H

#include "tools/steadycast/report/report_picture.h"

struct grid_cell {
    long row;
    long column;
    struct report_group group;
};

struct grid {
    const char *rows;    /* what they are: "L" */
    const char *columns; /* .. "t" */
    bool numbers;        /* least times stand in the cells, else letters */
    size_t count;
    size_t room;
    struct grid_cell *cells; /* owned */
};

/* Of one picture. What has more columns is drawn in parts; what has more rows or parts is cut,
 * which a remark says. */
enum { GRID_MOST_ROWS = 64, GRID_MOST_COLUMNS = 100, GRID_MOST_PARTS = 4 };

enum status grid_add(struct grid *grid, struct grid_cell cell, struct failure *failure);
void grid_clear(struct grid *grid);

/* Name, title and text are those of `picture`, which is not drawn to; the names of further parts
 * end in -2, -3, .. */
enum status grid_draw(const struct grid *grid, const struct report *report,
                      struct report_pictures *pictures, enum report_section section,
                      const struct picture *picture, struct failure *failure);

#endif
