/* SPDX-License-Identifier: MIT */
/* How a running verb is stopped (Ctrl-C, SIGTERM, --time) and how it shows progress on stderr: a
 * bar that is rewritten on a terminal, a plain line every ten seconds in a file (a log), nothing
 * anywhere else (a pipe, /dev/null). */
#pragma once

#include <stddef.h>

#include "solver/base/limits.h"
#include "tools/steadycast/frame/options.h"

/* Progress in one line of text: a bar, the share, the count, the rate and the time left. It reads
 * no clock and writes nothing. */

enum {
    PROGRESS_TASK_ROOM = 80,
    PROGRESS_LINE_ROOM = 512, /* characters of the longest line, with its end */
    PROGRESS_LEAST_WIDTH = 8
};

/* How fast a task goes. It begins with the first report of the task, whose `done` may be what an
 * earlier run has left; another task, or a smaller `done`, begins again. Rates are smoothed over
 * about ten seconds, and are plain means before that. All zero is a pace that has seen nothing. */
struct pace {
    char task[PROGRESS_TASK_ROOM];
    double start; /* seconds of the clock that the reports come with */
    uint64_t start_done;
    double time;
    uint64_t done, nodes;
    double rate;      /* items a second; 0: not known */
    double node_rate; /* nodes a second; 0: not known */
    double left;      /* seconds that are left, by who knows better than the rate; 0: nobody does */
};

/* Takes notice of a report at `time`, in seconds. Times never decrease. */
void pace_note(struct pace *pace, const struct progress *progress, double time);

/* Seconds until total is reached, as given, or by the mean rate since the start of the task: 0 when
 * it is reached, negative when nothing is known. */
double pace_left(const struct pace *pace, const struct progress *progress);

/* Writes the line and gives its length, which is at most `width` and less than PROGRESS_LINE_ROOM.
 * With a known total a bar takes the room that the other parts leave, so that the line has exactly
 * `width` characters; where there is little room, the bar, the nodes, the count, the rate and the
 * time go in this order, and the name of the task is cut. A width of 0 is a line of a log: no bar,
 * and all parts. Characters of the task that do not print become `?`. `elapsed` is in seconds. */
size_t progress_line(char line[PROGRESS_LINE_ROOM], int width, const struct progress *progress,
                     const struct pace *pace, double elapsed);

/* Where progress goes. */
enum control_place { CONTROL_NOWHERE, CONTROL_LOG, CONTROL_TERMINAL };

struct control {
    double start;    /* seconds of a steady clock */
    double seconds;  /* time limit; 0: none */
    double reported; /* when progress was last shown */
    struct pace pace;
    bool quiet;
    enum control_place place;
    bool line_open; /* a line that is rewritten stands on the terminal */
};

/* Reads --time and --quiet where the verb has them, and starts to listen to signals. */
void control_init(struct control *control, const struct arguments *arguments);

/* Limits for the engines, bound to this control; reads --threads and --nodes where the verb has
 * them. */
struct limits control_limits(struct control *control, const struct arguments *arguments);

/* A signal came, or the time is over; the second one is for limits, from any thread. */
bool control_stopped(const struct control *control);
bool control_asked(void *control);
double control_elapsed(const struct control *control);

/* Shows progress if it is time to: after 0.2 s on a terminal, after ten seconds in a log. */
void control_report(struct control *control, const struct progress *progress);

/* The same at once, for a last state that nobody should miss; not against --quiet. */
void control_report_always(struct control *control, const struct progress *progress);

/* How long it will go on, for who knows it better than by the rate: seconds from now. 0 or less:
 * nobody does. */
void control_report_left(struct control *control, double seconds);

/* Ends a rewritten line, so that other output starts on a line of its own. */
void control_end_line(struct control *control);
