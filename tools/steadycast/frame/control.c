/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/control.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/steadycast/frame/clock.h"

/* Seconds over which a rate is smoothed, and the shortest time between two looks at it. */
static const double SMOOTHING = 10, SHORTEST = 0.1;

/* --- pace --- */

static void begin(struct pace *pace, const struct progress *progress, double time) {
    *pace = (struct pace){.start = time,
                          .start_done = progress->done,
                          .time = time,
                          .done = progress->done,
                          .nodes = progress->nodes,
                          .left = pace->left};
    snprintf(pace->task, sizeof pace->task, "%s", progress->task);
}

void pace_note(struct pace *pace, const struct progress *progress, double time) {
    if (pace->time == 0 || strncmp(pace->task, progress->task, sizeof pace->task - 1) != 0 ||
        progress->done < pace->done || progress->nodes < pace->nodes) { /* another task */
        begin(pace, progress, time);
        return;
    }
    double step = time - pace->time;
    if (step < SHORTEST)
        return;
    /* The share of the step in all the time is what makes a plain mean. */
    double weight = fmax(step / (time - pace->start), 1 - exp(-step / SMOOTHING));
    pace->rate += weight * ((double)(progress->done - pace->done) / step - pace->rate);
    pace->node_rate += weight * ((double)(progress->nodes - pace->nodes) / step - pace->node_rate);
    pace->time = time;
    pace->done = progress->done;
    pace->nodes = progress->nodes;
}

double pace_left(const struct pace *pace, const struct progress *progress) {
    if (!progress->total)
        return -1;
    if (progress->done >= progress->total)
        return 0;
    if (pace->left > 0)
        return pace->left;
    if (pace->done <= pace->start_done || pace->time <= pace->start)
        return -1;
    /* The last parts of a search tree may be most of it. */
    if (progress->total == PROGRESS_WHOLE && progress->done > progress->total / 20 * 19)
        return -1;
    return (double)(progress->total - progress->done) * (pace->time - pace->start) /
           (double)(pace->done - pace->start_done);
}

/* --- line --- */

enum part { PART_PERCENT, PART_TIME, PART_RATE, PART_COUNT, PART_NODES, PARTS };
enum { PART_ROOM = 80, LEAST_BAR = 6 };

/* [part] its text, empty if there is none; in the order in which they are given up, last first. */
struct parts {
    char text[PARTS][PART_ROOM];
};

static void format_seconds(char *text, size_t room, double seconds) {
    const double most_days = 1e5;
    if (!(seconds >= 0) || seconds >= most_days * 86400)
        snprintf(text, room, "?");
    else if (seconds >= 100 * 3600)
        snprintf(text, room, "%.0f d", seconds / 86400);
    else
        snprintf(text, room, "%ld:%02ld:%02ld", (long)seconds / 3600, (long)seconds / 60 % 60,
                 (long)seconds % 60);
}

static int format_rate(char *text, size_t room, double rate, const char *unit) {
    const char *format = rate >= 1e5 ? "%.2g%s" : rate >= 10 ? "%.0f%s" : "%.2g%s";
    return snprintf(text, room, format, rate, unit);
}

static bool is_share(const struct progress *progress) {
    return progress->total == PROGRESS_WHOLE;
}

/* What a rate says: items, nodes, or both. */
static void format_rates(char *text, size_t room, const struct progress *progress,
                         const struct pace *pace) {
    int used = 0;
    if (pace->rate > 0 && !is_share(progress))
        used = format_rate(text, room, pace->rate, pace->node_rate > 0 ? "/s  " : "/s");
    if (pace->node_rate > 0)
        format_rate(text + used, room - (size_t)used, pace->node_rate, " nodes/s");
}

static void describe(struct parts *parts, const struct progress *progress, const struct pace *pace,
                     double elapsed, bool log) {
    double share = progress->total ? (double)progress->done / (double)progress->total : 0;
    char seconds[32], left[32];
    *parts = (struct parts){.text = {""}};
    format_seconds(seconds, sizeof seconds, elapsed);
    format_seconds(left, sizeof left, pace_left(pace, progress));
    if (progress->total) {
        snprintf(parts->text[PART_PERCENT], PART_ROOM, "%3.0f%%",
                 share >= 1 ? 100 : floor(100 * share));
        if (!is_share(progress))
            snprintf(parts->text[PART_COUNT], PART_ROOM, "%" PRIu64 "/%" PRIu64, progress->done,
                     progress->total);
        snprintf(parts->text[PART_TIME], PART_ROOM, "%s%sleft %s", log ? seconds : "",
                 log ? "  " : "", left);
    } else {
        if (progress->done)
            snprintf(parts->text[PART_COUNT], PART_ROOM, "%" PRIu64, progress->done);
        snprintf(parts->text[PART_TIME], PART_ROOM, "%s", seconds);
    }
    if (progress->nodes)
        snprintf(parts->text[PART_NODES], PART_ROOM, "%.3g nodes", (double)progress->nodes);
    format_rates(parts->text[PART_RATE], PART_ROOM, progress, pace);
}

static size_t parts_length(const struct parts *parts) {
    size_t length = 0;
    for (int part = 0; part < PARTS; part++)
        length += parts->text[part][0] ? strlen(parts->text[part]) + 2 : 0;
    return length;
}

/* Empties parts until they and `task` characters have room. */
static void give_up(struct parts *parts, size_t task, size_t width) {
    for (int part = PARTS - 1; part > PART_PERCENT && task + parts_length(parts) > width; part--)
        parts->text[part][0] = '\0';
}

static size_t put_task(char *line, const char *task, size_t most) {
    size_t length = strlen(task);
    length = length < most ? length : most;
    for (size_t i = 0; i < length; i++)
        line[i] = task[i] >= ' ' && task[i] <= '~' ? task[i] : '?';
    return length;
}

/* Two spaces, brackets and `room` - 4 cells. */
static size_t put_bar(char *line, size_t room, const struct progress *progress) {
    size_t cells = room - 4;
    double share = (double)progress->done / (double)progress->total;
    size_t full = share >= 1 ? cells : (size_t)(share * (double)cells);
    memcpy(line, "  [", 3);
    memset(line + 3, '#', full);
    memset(line + 3 + full, '-', cells - full);
    line[room - 1] = ']';
    return room;
}

static size_t put_parts(char *line, const struct parts *parts) {
    static const enum part order[] = {PART_PERCENT, PART_COUNT, PART_NODES, PART_RATE, PART_TIME};
    size_t used = 0;
    for (int i = 0; i < PARTS; i++)
        if (parts->text[order[i]][0])
            used += (size_t)sprintf(line + used, "  %s", parts->text[order[i]]);
    return used;
}

size_t progress_line(char line[PROGRESS_LINE_ROOM], int width, const struct progress *progress,
                     const struct pace *pace, double elapsed) {
    struct parts parts;
    size_t room = width <= 0                     ? PROGRESS_LINE_ROOM - 1
                  : width < PROGRESS_LEAST_WIDTH ? PROGRESS_LEAST_WIDTH
                  : width >= PROGRESS_LINE_ROOM  ? PROGRESS_LINE_ROOM - 1
                                                 : (size_t)width;
    size_t task = strlen(progress->task);
    task = task < PROGRESS_TASK_ROOM ? task : PROGRESS_TASK_ROOM;
    describe(&parts, progress, pace, elapsed, width <= 0);
    give_up(&parts, task, room);
    size_t others = parts_length(&parts);
    size_t used = put_task(line, progress->task, room - others < task ? room - others : task);
    if (width > 0 && progress->total && room - others - used >= LEAST_BAR)
        used += put_bar(line + used, room - others - used, progress);
    used += put_parts(line + used, &parts);
    line[used] = '\0';
    return used;
}

static volatile sig_atomic_t signal_came;

/* The second signal finds the default action again and ends the program at once. */
static void note_signal(int number) {
    signal_came = 1;
    signal(number, SIG_DFL);
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
    const struct option_value *time = option_given(arguments, "time");
    control->seconds = time ? time->seconds : 0;
    control->quiet = option_is_given(arguments, "quiet");
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

void control_report_left(struct control *control, double seconds) {
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

bool control_asked(void *control) {
    return control_stopped(control);
}

static void report(void *context, const struct progress *progress) {
    control_report(context, progress);
}

struct limits control_limits(struct control *control, const struct arguments *arguments) {
    return (struct limits){.threads = (int)option_number(arguments, "threads", 0),
                           .nodes = (uint64_t)option_number(arguments, "nodes", 0),
                           .stop = control_asked,
                           .report = report,
                           .context = control};
}
