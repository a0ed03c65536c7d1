/* SPDX-License-Identifier: MIT */
/*
 * Progress in one line of text: a bar, the share, the count, the rate and the time left. Nothing
 * here reads a clock or writes anything, so that it can be tested.
 */
#ifndef STEADYCAST_TOOLS_PROGRESS_BAR_H
#define STEADYCAST_TOOLS_PROGRESS_BAR_H

#include <stddef.h>

#include "solver/base/limits.h"

enum {
    PROGRESS_TASK_ROOM = 80,
    PROGRESS_LINE_ROOM = 512, /* characters of the longest line, with its end */
    PROGRESS_LEAST_WIDTH = 8
};

/*
 * How fast a task goes. It begins with the first report of the task, whose `done` may be what an
 * earlier run has left; another task, or a smaller `done`, begins again. Rates are smoothed over
 * about ten seconds, and are plain means before that. All zero is a pace that has seen nothing.
 */
struct pace {
    char task[PROGRESS_TASK_ROOM];
    double start; /* seconds of the clock that the reports come with */
    uint64_t start_done;
    double time;
    uint64_t done;
    uint64_t nodes;
    double rate;      /* items a second; 0: not known */
    double node_rate; /* nodes a second; 0: not known */
    double left;      /* seconds that are left, by who knows better than the rate; 0: nobody does */
};

/* Takes notice of a report at `time`, in seconds. Times never decrease. */
void pace_note(struct pace *pace, const struct progress *progress, double time);

/* Seconds until total is reached, as told, or by the mean rate since the start of the task: 0 when
 * it is reached, negative when nothing is known. */
double pace_left(const struct pace *pace, const struct progress *progress);

/*
 * Writes the line and gives its length, which is at most `width` and less than PROGRESS_LINE_ROOM.
 * With a known total a bar takes the room that the other parts leave, so that the line has exactly
 * `width` characters; where there is little room, the bar, the nodes, the count, the rate and the
 * time go in this order, and the name of the task is cut. A width of 0 is a line of a log: no bar,
 * and all parts. Characters of the task that do not print become `?`. `elapsed` is in seconds.
 */
size_t progress_line(char line[PROGRESS_LINE_ROOM], int width, const struct progress *progress,
                     const struct pace *pace, double elapsed);

#endif
