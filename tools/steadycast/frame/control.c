/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/control.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/steadycast/frame/steady_clock.h"

static volatile sig_atomic_t signal_came;

/* The second signal finds the default action again and ends the program at once. */
static void note_signal(int number) {
    signal_came = 1;
    signal(number, SIG_DFL);
}

static const struct option_value *find(const struct arguments *arguments, const char *name) {
    for (int i = 0; i < arguments->spec_count; i++)
        if (strcmp(arguments->specs[i].name, name) == 0 && arguments->values[i].given)
            return &arguments->values[i];
    return NULL;
}

/* A regular file is a log. */
static enum control_place control_place_of(int file) {
    struct stat status;
    if (isatty(file))
        return CONTROL_TERMINAL;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) ? CONTROL_LOG : CONTROL_NOWHERE;
}

void control_init(struct control *control, const struct arguments *arguments) {
    *control = (struct control){.start = steady_clock(), .place = control_place_of(STDERR_FILENO)};
    const struct option_value *time = find(arguments, "time");
    control->seconds = time ? (double)time->number : 0;
    control->quiet = find(arguments, "quiet") != NULL;
    control->reported = control->start;
    struct sigaction action = {.sa_handler = note_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction hangup; /* of a closed terminal; nohup ignores it, and that stays so */
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}

double control_elapsed(const struct control *control) {
    return steady_clock() - control->start;
}

void control_tell_left(struct control *control, double seconds) {
    control->pace.left = seconds > 0 ? seconds : 0;
}

bool control_stopped(const struct control *control) {
    return signal_came || (control->seconds > 0 && control_elapsed(control) >= control->seconds);
}

/* Columns of the terminal but the last, where some begin a new line. */
static int terminal_width(void) {
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

static void show(struct control *control, const struct progress *progress, double time) {
    char line[PROGRESS_LINE_ROOM];
    bool terminal = control->place == CONTROL_TERMINAL;
    if (control->quiet || control->place == CONTROL_NOWHERE)
        return;
    control->reported = time;
    progress_line(line, terminal ? terminal_width() : 0, progress, &control->pace,
                  time - control->start);
    fprintf(stderr, terminal ? "\r%s\033[K" : "%s\n", line);
    fflush(stderr);
    control->line_open = terminal;
}

void control_report(struct control *control, const struct progress *progress) {
    double time = steady_clock();
    pace_note(&control->pace, progress, time);
    if (time - control->reported >= (control->place == CONTROL_TERMINAL ? 0.2 : 10))
        show(control, progress, time);
}

void control_report_always(struct control *control, const struct progress *progress) {
    double time = steady_clock();
    pace_note(&control->pace, progress, time);
    show(control, progress, time);
}

void control_end_line(struct control *control) {
    if (control->line_open)
        fprintf(stderr, "\r\033[K");
    control->line_open = false;
}

static bool stop(void *context) {
    return control_stopped(context);
}

static void report(void *context, const struct progress *progress) {
    control_report(context, progress);
}

struct limits control_limits(struct control *control, const struct arguments *arguments) {
    const struct option_value *threads = find(arguments, "threads");
    const struct option_value *nodes = find(arguments, "nodes");
    return (struct limits){.threads = threads ? (int)threads->number : 0,
                           .nodes = nodes ? (uint64_t)nodes->number : 0,
                           .stop = stop,
                           .report = report,
                           .context = control};
}
