/* SPDX-License-Identifier: MIT */
/*
 * Who does what when, of a list of messages: a row for each processor, a column for each cycle
 * (Gantt chart). What a processor sends stands in the upper half of its row, what it receives in
 * the lower half, and additions fill the row; so each is told by its place and its shape, not by
 * its colour alone.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/status.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/draw/text_width.h"
#include "tools/steadycast/show/list_parts.h"

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
enum { ROW = 22, HALF = 8, MARGIN = 12, TIMES = 20, LEGEND_WIDTH = 516, LONG = 20 };

static const struct {
    const char *name;
    const char *class;
} looks[ACTIVITIES] = {
    [ACTIVITY_SEND] = {"sends", "s4 flat"},
    [ACTIVITY_RECEIVE] = {"receives", "s0 flat"},
    [ACTIVITY_WAIT] = {"a message waits to be received", "idle"},
    [ACTIVITY_ADD] = {"adds an operand of its own", "s2 pale"},
    [ACTIVITY_ADD_RECEIVED] = {"adds what it received", "s2 flat"},
};

static enum status activity_chart_add(struct activity_chart *chart,
                                      struct activity_interval interval, struct failure *failure) {
    if (chart->interval_count == chart->interval_room) {
        size_t room = 2 * chart->interval_room + 64;
        struct activity_interval *list = memory_resize(chart->intervals, room, sizeof *list);
        if (!list)
            return failure_memory(failure, "a picture");
        chart->intervals = list;
        chart->interval_room = room;
    }
    chart->intervals[chart->interval_count++] = interval;
    return STATUS_OK;
}

static enum status activity_chart_join(struct activity_chart *chart, struct activity_line line,
                                       struct failure *failure) {
    if (chart->line_count == chart->line_room) {
        size_t room = 2 * chart->line_room + 64;
        struct activity_line *list = memory_resize(chart->lines, room, sizeof *list);
        if (!list)
            return failure_memory(failure, "a picture");
        chart->lines = list;
        chart->line_room = room;
    }
    chart->lines[chart->line_count++] = line;
    return STATUS_OK;
}

static void activity_chart_clear(struct activity_chart *chart) {
    free(chart->intervals);
    free(chart->lines);
    *chart = (struct activity_chart){0};
}

/* --- where things are --- */

static int cell(const struct activity_chart *chart) {
    return chart->cycles <= 60 ? 16 : chart->cycles <= 120 ? 10 : 6;
}

static double number_width(const char *before, long number, double size) {
    char text[32];
    snprintf(text, sizeof text, "%s%ld", before, number);
    return text_width(text, size, false);
}

static double left_of(const struct activity_chart *chart) {
    return MARGIN + number_width("P", chart->first_row + chart->rows - 1, PICTURE_TEXT) + 10;
}

static double x_of(const struct activity_chart *chart, long cycle) {
    return left_of(chart) + (double)(cycle - chart->first_cycle) * cell(chart);
}

static double y_of(long row) {
    return TIMES + (double)row * ROW;
}

static bool has_row(const struct activity_chart *chart, long row) {
    return row >= chart->first_row && row < chart->first_row + chart->rows;
}

static bool has_cycle(const struct activity_chart *chart, long cycle) {
    return cycle >= chart->first_cycle && cycle <= chart->first_cycle + chart->cycles;
}

static double activity_chart_width(const struct activity_chart *chart) {
    long last = chart->first_cycle + chart->cycles;
    double width = x_of(chart, last) + number_width("", last, PICTURE_SMALL) / 2 + MARGIN;
    return width > LEGEND_WIDTH + 2 * MARGIN ? width : LEGEND_WIDTH + 2 * MARGIN;
}

/* --- the ground --- */

/* Cycles from one number to the next: 1, 2, 5, 10, .., so that there is room for them. */
static long number_step(const struct activity_chart *chart) {
    double wide = number_width("", chart->first_cycle + chart->cycles, PICTURE_SMALL) + 8;
    static const int factors[] = {1, 2, 5};
    for (long power = 1;; power *= 10)
        for (int i = 0; i < 3; i++)
            if ((double)(power * factors[i] * cell(chart)) >= wide)
                return power * factors[i];
}

static void draw_numbers(FILE *file, const struct activity_chart *chart, double y) {
    long step = number_step(chart), first = chart->first_cycle + step - 1;
    for (long at = first - first % step; has_cycle(chart, at); at += step)
        picture_label(file, x_of(chart, at), y, "soft mid small", "%ld", at);
}

static void draw_frame(FILE *file, const struct activity_chart *chart, double top) {
    double right = x_of(chart, chart->first_cycle + chart->cycles),
           bottom = top + y_of(chart->rows);
    for (int row = 0; row < chart->rows; row += 2)
        picture_box(file, MARGIN / 2., top + y_of(row), right - MARGIN / 2., ROW, "band");
    long step = cell(chart) < 16 ? number_step(chart) : 1;
    for (int cycle = 0; cycle <= chart->cycles; cycle++)
        if ((chart->first_cycle + cycle) % step == 0)
            picture_line(file, x_of(chart, chart->first_cycle + cycle), top + TIMES,
                         x_of(chart, chart->first_cycle + cycle), bottom, "rule");
    draw_numbers(file, chart, top + 14);
    if (chart->rows > LONG)
        draw_numbers(file, chart, bottom + 14);
    for (int row = 0; row < chart->rows; row++)
        picture_label(file, left_of(chart) - 10, top + y_of(row) + 15, "soft end", "P%ld",
                      chart->first_row + row);
}

/* --- what is done --- */

/* The box of an activity whose row begins at y. */
static void draw_look(FILE *file, enum activity activity, double x, double y, double width) {
    double high = activity >= ACTIVITY_ADD ? ROW - 6 : HALF;
    double down = activity == ACTIVITY_RECEIVE || activity == ACTIVITY_WAIT ? 3 + HALF : 3;
    picture_box(file, x, y + down, width, high, looks[activity].class);
}

static void tell(FILE *file, const struct activity_interval *at) {
    char item[32] = "";
    static const char *const verbs[ACTIVITIES] = {"sends", "receives", "is kept waiting by", "adds",
                                                  "adds"};
    if (at->item)
        snprintf(item, sizeof item, ", item %ld", at->item);
    if (at->processor < 0)
        picture_tip(file, NULL, "%ld to %ld: P%ld %s", at->from, at->to, at->row,
                    looks[at->activity].name);
    else
        picture_tip(file, NULL, "%ld to %ld: P%ld %s %s P%d%s", at->from, at->to, at->row,
                    verbs[at->activity], at->activity == ACTIVITY_SEND ? "to" : "a message of",
                    at->processor, item);
}

/* What takes no time is a line two pixels wide. */
static void draw_interval(FILE *file, const struct activity_chart *chart,
                          const struct activity_interval *at, double top) {
    long last = chart->first_cycle + chart->cycles;
    long from = at->from < chart->first_cycle ? chart->first_cycle : at->from;
    long to = at->to > last ? last : at->to;
    if (!has_row(chart, at->row) || from > to || (from == to && at->from < at->to))
        return;
    tell(file, at);
    draw_look(file, at->activity, x_of(chart, from) + (from < to ? .5 : -1),
              top + y_of(at->row - chart->first_row),
              from < to ? (double)(to - from) * cell(chart) - 1 : 2);
    picture_tip_end(file, NULL);
}

static bool line_shown(const struct activity_chart *chart, const struct activity_line *line) {
    return has_row(chart, line->from_row) && has_row(chart, line->to_row) &&
           has_cycle(chart, line->from) && has_cycle(chart, line->to);
}

static size_t lines_shown(const struct activity_chart *chart) {
    size_t count = 0;
    for (size_t i = 0; i < chart->line_count; i++)
        count += line_shown(chart, &chart->lines[i]);
    return count;
}

/* From the upper half of one row to the lower half of another. */
static void draw_lines(FILE *file, const struct activity_chart *chart, double top) {
    for (size_t i = 0; i < chart->line_count; i++) {
        const struct activity_line *line = &chart->lines[i];
        if (line_shown(chart, line))
            picture_line(file, x_of(chart, line->from),
                         top + y_of(line->from_row - chart->first_row) + 3 + HALF / 2.,
                         x_of(chart, line->to),
                         top + y_of(line->to_row - chart->first_row) + 3 + 1.5 * HALF, "thread");
    }
}

/* --- the legend --- */

static bool has(const struct activity_chart *chart, enum activity activity) {
    for (size_t i = 0; i < chart->interval_count; i++)
        if (chart->intervals[i].activity == activity)
            return true;
    return false;
}

static double draw_legend(FILE *file, const struct activity_chart *chart, double top,
                          size_t lines) {
    char left_out[64];
    double x, y;
    struct legend legend = legend_begin(file, MARGIN, top, MARGIN + LEGEND_WIDTH);
    for (int i = 0; i < ACTIVITIES; i++) {
        if (!has(chart, (enum activity)i))
            continue;
        legend_add(&legend, looks[i].name, &x, &y);
        draw_look(file, (enum activity)i, x, y - 4, LEGEND_SAMPLE);
    }
    snprintf(left_out, sizeof left_out, "%zu messages under way: their lines are left out", lines);
    if (lines)
        legend_add(&legend, lines > ACTIVITY_MOST_LINES ? left_out : "a message under way", &x, &y);
    if (lines && lines <= ACTIVITY_MOST_LINES)
        picture_line(file, x, y + 2, x + LEGEND_SAMPLE, y + 12, "thread");
    return legend_end(&legend) + 2;
}

/* From y on, with a legend of the activities that are in it; returns where it ends below. */
static double activity_chart_draw(FILE *file, const struct activity_chart *chart, double y) {
    size_t lines = lines_shown(chart);
    draw_frame(file, chart, y);
    if (lines <= ACTIVITY_MOST_LINES)
        draw_lines(file, chart, y);
    for (size_t i = 0; i < chart->interval_count; i++)
        draw_interval(file, chart, &chart->intervals[i], y);
    double below = y + y_of(chart->rows) + (chart->rows > LONG ? TIMES : 0) + 8;
    return draw_legend(file, chart, below, lines);
}

struct filling {
    struct activity_chart chart;
    const struct messages_read *read;
};

/* Where sending and receiving take no cycles of their own they are shown as the first and the last
 * step of the message. */
static bool is_stepped(const struct message_machine *machine) {
    return machine->overhead == 0;
}

static long busy(const struct message_machine *machine) {
    return is_stepped(machine) ? 1 : machine->overhead;
}

static long item_of(const struct message_list *list, const struct message *message) {
    return list->operands || list_items(list) == 1 ? 0 : message->item;
}

static enum status take_sent(void *context, const struct message *message,
                             struct failure *failure) {
    struct filling *filling = context;
    const struct message_list *list = &filling->read->list;
    struct activity_interval sends = {
        message->from, message->time, message->time + busy(&list->machine),
        ACTIVITY_SEND, message->to,   item_of(list, message)};
    return activity_chart_add(&filling->chart, sends, failure);
}

/* When it can be received, when it is, and the line from its sender. */
static enum status take_received(void *context, const struct message *message,
                                 struct failure *failure) {
    struct filling *filling = context;
    const struct message_list *list = &filling->read->list;
    const struct message_machine *machine = &list->machine;
    long there = (long)message->time + message_machine_flight(machine, message);
    long received = there - busy(machine), arrived = received - message->wait;
    struct activity_interval receives = {message->to,      received,      there,
                                         ACTIVITY_RECEIVE, message->from, item_of(list, message)};
    struct activity_interval waits = {message->to,   arrived,       received,
                                      ACTIVITY_WAIT, message->from, item_of(list, message)};
    struct activity_interval adds = {message->to, there, there + 1, ACTIVITY_ADD_RECEIVED, -1, 0};
    struct activity_line line = {message->from, message->time + machine->overhead, message->to,
                                 is_stepped(machine) ? there - message->wait : arrived};
    enum status status = activity_chart_join(&filling->chart, line, failure);
    if (!status)
        status = activity_chart_add(&filling->chart, receives, failure);
    if (!status && message->wait)
        status = activity_chart_add(&filling->chart, waits, failure);
    if (!status && list->reduce)
        status = activity_chart_add(&filling->chart, adds, failure);
    return status;
}

/* Returns when the last addition ends. */
static long last_cycle(const struct messages_read *read) {
    long last = read->list.finish + (read->list.reduce ? 1L : 0);
    for (size_t i = 0; i < read->addition_count; i++) {
        const struct message_addition *at = &read->additions[i];
        last = at->time + (long)at->count > last ? at->time + (long)at->count : last;
    }
    return last;
}

static enum status add_additions(struct filling *filling, struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < filling->read->addition_count && !status; i++) {
        const struct message_addition *at = &filling->read->additions[i];
        struct activity_interval adds = {at->processor, at->time, at->time + (long)at->count,
                                         ACTIVITY_ADD,  -1,       0};
        status = activity_chart_add(&filling->chart, adds, failure);
    }
    return status;
}

static enum status fill(struct filling *filling, struct failure *failure) {
    long first = filling->chart.first_row, last = first + filling->chart.rows - 1;
    enum status status = add_additions(filling, failure);
    if (!status)
        status = list_sent(filling->read, first, last, take_sent, filling, failure);
    return status ? status
                  : list_received(filling->read, first, last, take_received, filling, failure);
}

enum status list_chart(struct picture *picture, const struct messages_read *read,
                       const struct list_view *view, struct failure *failure) {
    long rows = read->list.processors + 1L, cycles = last_cycle(read);
    struct filling filling = {.read = read};
    struct activity_chart *chart = &filling.chart;
    chart->first_row = view->first_row < 0 ? 0 : view->first_row;
    chart->rows =
        (int)(rows - chart->first_row < view->rows ? rows - chart->first_row : view->rows);
    chart->first_cycle = view->first_time < 0 ? 0 : view->first_time;
    if (chart->first_cycle >= cycles)
        return failure_set(failure, STATUS_INPUT, "--times: nothing happens from time %ld on",
                           cycles);
    long left = cycles - chart->first_cycle;
    chart->cycles = (int)(left < view->times ? left : view->times);
    list_tell_cut(picture, "processors", 0, rows, chart->first_row, chart->rows);
    list_tell_cut(picture, "cycles", 0, cycles, chart->first_cycle, chart->cycles);
    enum status status = fill(&filling, failure);
    if (!status)
        status = picture_begin(picture, failure);
    if (!status) {
        double below = activity_chart_draw(picture->file, chart, 4);
        status = picture_end(picture, activity_chart_width(chart), below, failure);
    }
    activity_chart_clear(chart);
    return status;
}
