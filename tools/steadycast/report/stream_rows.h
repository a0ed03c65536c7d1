/* SPDX-License-Identifier: MIT */
/*
 * What a report knows of streams on one LogP machine, a row for each number of processors: what
 * engines say under each capacity, side by side.
 */
#ifndef STEADYCAST_TOOLS_STREAM_ROWS_H
#define STEADYCAST_TOOLS_STREAM_ROWS_H

#include "solver/model/logp_machine.h"
#include "tools/steadycast/report/report.h"

enum { STREAM_CAPACITIES = CAPACITY_NONE + 1 };

struct stream_row {
    const struct question *question; /* one with these processors; borrowed, as all that follows */
    bool there[STREAM_CAPACITIES];   /* asked under this capacity */
    struct report_group groups[STREAM_CAPACITIES];
    const char *rounding; /* the delay in whole steps, which any capacity takes; NULL: not asked */
    const char *lower;    /* no stream has less, under the weakest capacity that was asked; NULL */
};

/* What a row has a delay of: in whole steps, the least one under each capacity, in the order of
 * enum logp_capacity, and the bound. Pictures draw them in this order, each over those before. */
enum stream_curve {
    STREAM_ROUNDING,
    STREAM_FULL,
    STREAM_FLIGHT,
    STREAM_NONE,
    STREAM_BOUND,
    STREAM_CURVES
};

/* NULL: nothing; borrowed. */
const char *stream_row_value(const struct stream_row *row, enum stream_curve curve);

/* The questions of one machine stand side by side in a report, those of one capacity among them by
 * processors. */
struct stream_rows {
    const struct report *report;
    struct logp_machine machine;
    size_t next[STREAM_CAPACITIES]; /* of by_question */
    size_t end[STREAM_CAPACITIES];
};

/* The next machine from by_question[*at] on; *at is then behind it. False: there is none. */
bool stream_rows_open(struct stream_rows *rows, const struct report *report, size_t *at);

/* Its rows, by processors, one after the other. False behind the last. */
bool stream_rows_next(struct stream_rows *rows, struct stream_row *row);

#endif
