/* SPDX-License-Identifier: MIT */
/*
 * Who does what when: a row for each processor, a column for each cycle (Gantt chart). What a
 * processor sends stands in the upper half of its row, what it receives in the lower half, and
 * additions fill the row; so each is told by its place and its shape, not by its colour alone.
 */
#ifndef STEADYCAST_TOOLS_ACTIVITY_CHART_H
#define STEADYCAST_TOOLS_ACTIVITY_CHART_H

#include <stddef.h>
#include <stdio.h>

#include "automata/status.h"

enum activity {
    ACTIVITY_SEND,
    ACTIVITY_RECEIVE,
    ACTIVITY_WAIT, /* a message that is there waits until it is received */
    ACTIVITY_ADD,
    ACTIVITY_ADD_RECEIVED,
    ACTIVITIES
};

/* Of row, from, to. What is outside of the chart is left out, or cut. */
struct activity_interval {
    long row;
    long from; /* begins at this cycle */
    long to;   /* ends before this one; may be `from` for what takes no time */
    enum activity activity;
    int processor; /* from or to which the message goes; else -1 */
    long item;     /* that it carries; 0: none is named */
};

/* A message under way. Lines with an end outside of the chart are left out. */
struct activity_line {
    long from_row;
    long from;
    long to_row;
    long to;
};

struct activity_chart {
    long first_row; /* rows first_row .. first_row + rows - 1 are drawn */
    int rows;
    long first_cycle; /* and these cycles */
    int cycles;
    size_t interval_count;
    size_t interval_room;
    struct activity_interval *intervals; /* owned */
    size_t line_count;
    size_t line_room;
    struct activity_line *lines; /* owned */
};

/* More lines hide what is behind them, and none is drawn. */
enum { ACTIVITY_MOST_LINES = 600 };

enum status activity_chart_add(struct activity_chart *chart, struct activity_interval interval,
                               struct failure *failure);
enum status activity_chart_join(struct activity_chart *chart, struct activity_line line,
                                struct failure *failure);
void activity_chart_clear(struct activity_chart *chart);

/* From y on, with a legend of the activities that are in it; returns where it ends below. */
double activity_chart_draw(FILE *file, const struct activity_chart *chart, double y);

double activity_chart_width(const struct activity_chart *chart);

#endif
