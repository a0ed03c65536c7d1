/* SPDX-License-Identifier: MIT */
/*
 * Who does what when: a row for each processor, a column for each cycle, coloured intervals, and
 * lines for messages. As a picture (SVG) inside a page.
 */
#ifndef STEADYCAST_TOOLS_ACTIVITY_CHART_H
#define STEADYCAST_TOOLS_ACTIVITY_CHART_H

#include <stddef.h>
#include <stdio.h>

#include "automata/status.h"

enum activity { ACTIVITY_SEND, ACTIVITY_RECEIVE, ACTIVITY_ADD, ACTIVITY_ADD_RECEIVED, ACTIVITIES };

struct activity_interval {
    int row;
    int from; /* begins at this cycle */
    int to;   /* ends before this one; may be `from` for what takes no time */
    enum activity activity;
};

struct activity_line {
    int from_row;
    int from;
    int to_row;
    int to;
};

struct activity_chart {
    int rows;
    int cycles;
    size_t interval_count;
    struct activity_interval *intervals; /* owned */
    size_t line_count;
    struct activity_line *lines; /* owned */
};

enum status activity_chart_add(struct activity_chart *chart, struct activity_interval interval,
                               struct failure *failure);
enum status activity_chart_join(struct activity_chart *chart, struct activity_line line,
                                struct failure *failure);
void activity_chart_clear(struct activity_chart *chart);

/* The picture, with a legend of the activities that are in it. */
enum status activity_chart_draw(FILE *file, const struct activity_chart *chart,
                                struct failure *failure);

#endif
