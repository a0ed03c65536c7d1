/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/progress_bar.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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

static bool same_task(const struct pace *pace, const struct progress *progress) {
    return strncmp(pace->task, progress->task, sizeof pace->task - 1) == 0 &&
           progress->done >= pace->done && progress->nodes >= pace->nodes;
}

void pace_note(struct pace *pace, const struct progress *progress, double time) {
    if (pace->time == 0 || !same_task(pace, progress)) {
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
