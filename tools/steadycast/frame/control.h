/* SPDX-License-Identifier: MIT */
/*
 * How a running verb is stopped (Ctrl-C, SIGTERM, --time) and how it shows progress on stderr: a
 * bar that is rewritten on a terminal, a plain line every ten seconds in a file (a log), nothing
 * anywhere else (a pipe, /dev/null).
 */
#ifndef STEADYCAST_TOOLS_CONTROL_H
#define STEADYCAST_TOOLS_CONTROL_H

#include "solver/base/limits.h"
#include "tools/steadycast/frame/options.h"
#include "tools/steadycast/frame/progress_bar.h"

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

/* A signal came, or the time is over. */
bool control_stopped(const struct control *control);
double control_elapsed(const struct control *control);

/* Shows progress if it is time to: after 0.2 s on a terminal, after ten seconds in a log. */
void control_report(struct control *control, const struct progress *progress);

/* The same at once, for a last state that nobody should miss; not against --quiet. */
void control_report_always(struct control *control, const struct progress *progress);

/* How long it will go on, for who knows it better than the rate tells: seconds from now. 0 or less:
 * nobody does. */
void control_tell_left(struct control *control, double seconds);

/* Ends a rewritten line, so that other output starts on a line of its own. */
void control_end_line(struct control *control);

#endif
