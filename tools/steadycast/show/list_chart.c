/* SPDX-License-Identifier: MIT */
/* Who does what when, of a list of messages: a row for each processor, a column for each cycle
 * (Gantt chart). What a processor sends stands in the upper half of its row, what it receives in
 * the lower half, and additions fill the row; so each is known by its place and its shape, not by
 * its colour alone. */
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/show/list_picture.h"

enum { ROW = 22, HALF = 8, MARGIN = 12, TIMES = 20, LEGEND_WIDTH = 516, LONG = 20 };

/* More lines hide what is behind them, and none is drawn. */
enum { MOST_LINES = 600 };

enum activity {
    ACTIVITY_SEND,
    ACTIVITY_RECEIVE,
    ACTIVITY_WAIT, /* a message that is there waits until it is received */
    ACTIVITY_ADD,
    ACTIVITY_ADD_RECEIVED,
    ACTIVITIES
};

static const struct {
    const char *name, *verb, *class;
} looks[ACTIVITIES] = {
    [ACTIVITY_SEND] = {"sends", "sends to", "s4 flat"},
    [ACTIVITY_RECEIVE] = {"receives", "receives a message of", "s0 flat"},
    [ACTIVITY_WAIT] = {"a message waits to be received", "is kept waiting by a message of", "idle"},
    [ACTIVITY_ADD] = {"adds an operand of its own", "", "s2 pale"},
    [ACTIVITY_ADD_RECEIVED] = {"adds what it received", "", "s2 flat"},
};

/* The messages are gone through several times: what there is, lines below, then boxes. */
enum pass { PASS_COUNT, PASS_LINES, PASS_BOXES };

struct chart {
    const struct messages_read *read;
    FILE *file;
    enum pass pass;
    long first_row; /* rows first_row .. first_row + rows - 1 are drawn */
    int rows;
    long first_cycle; /* and these cycles */
    int cycles;
    bool has[ACTIVITIES];
    size_t lines;
};

/* --- where things are --- */

static const double TOP = 4;

static int cell(const struct chart *chart) {
    return chart->cycles <= 60 ? 16 : chart->cycles <= 120 ? 10 : 6;
}

static double number_width(const char *before, long number, double size) {
    char text[32];
    snprintf(text, sizeof text, "%s%ld", before, number);
    return text_width(text, size, false);
}

static double left_of(const struct chart *chart) {
    return MARGIN + number_width("P", chart->first_row + chart->rows - 1, PICTURE_TEXT) + 10;
}

static double x_of(const struct chart *chart, long cycle) {
    return left_of(chart) + (double)(cycle - chart->first_cycle) * cell(chart);
}

static double y_of(const struct chart *chart, long row) {
    return TOP + TIMES + (double)(row - chart->first_row) * ROW;
}

static bool has_row(const struct chart *chart, long row) {
    return row >= chart->first_row && row < chart->first_row + chart->rows;
}

static bool has_cycle(const struct chart *chart, long cycle) {
    return cycle >= chart->first_cycle && cycle <= chart->first_cycle + chart->cycles;
}

/* --- the ground --- */

/* Cycles from one number to the next: 1, 2, 5, 10, .., so that there is room for them. */
static long number_step(const struct chart *chart) {
    double wide = number_width("", chart->first_cycle + chart->cycles, PICTURE_SMALL) + 8;
    static const int factors[] = {1, 2, 5};
    for (long power = 1;; power *= 10)
        for (int i = 0; i < 3; i++)
            if ((double)(power * factors[i] * cell(chart)) >= wide)
                return power * factors[i];
}

static void draw_numbers(const struct chart *chart, double y) {
    long step = number_step(chart), first = chart->first_cycle + step - 1;
    for (long at = first - first % step; has_cycle(chart, at); at += step)
        picture_label(chart->file, x_of(chart, at), y, "soft mid small", "%ld", at);
}

static void draw_frame(const struct chart *chart) {
    long last_row = chart->first_row + chart->rows;
    double right = x_of(chart, chart->first_cycle + chart->cycles), bottom = y_of(chart, last_row);
    for (long row = chart->first_row; row < last_row; row += 2)
        picture_box(chart->file, MARGIN / 2., y_of(chart, row), right - MARGIN / 2., ROW, "band");
    long step = cell(chart) < 16 ? number_step(chart) : 1;
    for (long cycle = chart->first_cycle; has_cycle(chart, cycle); cycle++)
        if (cycle % step == 0)
            picture_line(chart->file, x_of(chart, cycle), TOP + TIMES, x_of(chart, cycle), bottom,
                         "rule");
    draw_numbers(chart, TOP + 14);
    if (chart->rows > LONG)
        draw_numbers(chart, bottom + 14);
    for (long row = chart->first_row; row < last_row; row++)
        picture_label(chart->file, left_of(chart) - 10, y_of(chart, row) + 15, "soft end", "P%ld",
                      row);
}

/* --- what is done --- */

/* The box of an activity whose row begins at y. */
static void draw_look(FILE *file, enum activity activity, double x, double y, double width) {
    double high = activity >= ACTIVITY_ADD ? ROW - 6 : HALF;
    double down = activity == ACTIVITY_RECEIVE || activity == ACTIVITY_WAIT ? 3 + HALF : 3;
    picture_box(file, x, y + down, width, high, looks[activity].class);
}

/* What takes no time is a line two pixels wide. `message`: the one that it is about, from or to a
 * processor; NULL. */
static void draw_interval(struct chart *chart, enum activity activity, long row, long begin,
                          long end, const struct message *message, int other) {
    long last = chart->first_cycle + chart->cycles;
    long from = begin < chart->first_cycle ? chart->first_cycle : begin;
    long to = end > last ? last : end;
    char item[32] = "";
    chart->has[activity] = true;
    if (chart->pass != PASS_BOXES || !has_row(chart, row) || from > to ||
        (from == to && begin < end))
        return;
    if (message && !chart->read->list.operands && list_items(&chart->read->list) > 1)
        snprintf(item, sizeof item, ", item %d", message->item);
    if (message)
        picture_tip(chart->file, NULL, "%ld to %ld: P%ld %s P%d%s", begin, end, row,
                    looks[activity].verb, other, item);
    else
        picture_tip(chart->file, NULL, "%ld to %ld: P%ld %s", begin, end, row,
                    looks[activity].name);
    draw_look(chart->file, activity, x_of(chart, from) + (from < to ? .5 : -1), y_of(chart, row),
              from < to ? (double)(to - from) * cell(chart) - 1 : 2);
    picture_tip_end(chart->file, NULL);
}

/* A message under way, from the upper half of one row to the lower half of another. Lines with an
 * end outside of the chart are left out. */
static void draw_line(struct chart *chart, const struct message *message, long from, long to) {
    if (!has_row(chart, message->from) || !has_row(chart, message->to) || !has_cycle(chart, from) ||
        !has_cycle(chart, to))
        return;
    chart->lines += chart->pass == PASS_COUNT;
    if (chart->pass == PASS_LINES && chart->lines <= MOST_LINES)
        picture_line(chart->file, x_of(chart, from), y_of(chart, message->from) + 3 + HALF / 2.,
                     x_of(chart, to), y_of(chart, message->to) + 3 + 1.5 * HALF, "thread");
}

/* Where sending and receiving take no cycles of their own they are shown as the first and the last
 * step of the message. */
static long busy(const struct message_machine *machine) {
    return machine->overhead ? machine->overhead : 1;
}

/* When a message can be received, when it is, and the line from its sender. */
static void draw_received(struct chart *chart, const struct message *message) {
    const struct message_machine *machine = &chart->read->list.machine;
    long there = (long)message->time + message_machine_flight(machine, message);
    long received = there - busy(machine), arrived = received - message->wait;
    draw_line(chart, message, message->time + machine->overhead,
              machine->overhead ? arrived : there - message->wait);
    draw_interval(chart, ACTIVITY_RECEIVE, message->to, received, there, message, message->from);
    if (message->wait)
        draw_interval(chart, ACTIVITY_WAIT, message->to, arrived, received, message, message->from);
    if (chart->read->list.reduce)
        draw_interval(chart, ACTIVITY_ADD_RECEIVED, message->to, there, there + 1, NULL, 0);
}

static void draw_all(struct chart *chart, enum pass pass) {
    long last = chart->first_row + chart->rows - 1;
    struct list_walk sent = list_walk(chart->read, true, chart->first_row, last);
    struct list_walk received = list_walk(chart->read, false, chart->first_row, last);
    chart->pass = pass;
    for (size_t i = 0; i < chart->read->addition_count; i++) {
        const struct message_addition *at = &chart->read->additions[i];
        draw_interval(chart, ACTIVITY_ADD, at->processor, at->time, at->time + (long)at->count,
                      NULL, 0);
    }
    while (list_next(&sent))
        draw_interval(chart, ACTIVITY_SEND, sent.message.from, sent.message.time,
                      sent.message.time + busy(&chart->read->list.machine), &sent.message,
                      sent.message.to);
    while (list_next(&received))
        draw_received(chart, &received.message);
}

/* --- all of it --- */

static double draw_legend(const struct chart *chart) {
    char left_out[64];
    double x, y;
    double top = y_of(chart, chart->first_row + chart->rows) + (chart->rows > LONG ? TIMES : 0) + 8;
    struct legend legend = legend_begin(chart->file, MARGIN, top, MARGIN + LEGEND_WIDTH);
    for (int i = 0; i < ACTIVITIES; i++) {
        if (!chart->has[i])
            continue;
        legend_add(&legend, looks[i].name, &x, &y);
        draw_look(chart->file, (enum activity)i, x, y - 4, LEGEND_SAMPLE);
    }
    snprintf(left_out, sizeof left_out, "%zu messages under way: their lines are left out",
             chart->lines);
    if (chart->lines)
        legend_add(&legend, chart->lines > MOST_LINES ? left_out : "a message under way", &x, &y);
    if (chart->lines && chart->lines <= MOST_LINES)
        picture_line(chart->file, x, y + 2, x + LEGEND_SAMPLE, y + 12, "thread");
    return legend_end(&legend) + 2;
}

long list_last_cycle(const struct messages_read *read) {
    long last = read->list.finish + (read->list.reduce ? 1L : 0);
    for (size_t i = 0; i < read->addition_count; i++) {
        const struct message_addition *at = &read->additions[i];
        last = at->time + (long)at->count > last ? at->time + (long)at->count : last;
    }
    return last;
}

enum status list_chart(struct picture *picture, const struct messages_read *read,
                       const struct list_view *view, struct failure *failure) {
    long rows = read->list.processors + 1L, cycles = list_last_cycle(read);
    struct chart chart = {.read = read,
                          .first_row = view->first_row < 0 ? 0 : view->first_row,
                          .first_cycle = view->first_time < 0 ? 0 : view->first_time};
    if (chart.first_cycle >= cycles)
        return failure_input(failure, "--times: nothing happens from time %ld on", cycles);
    long left = cycles - chart.first_cycle, below = rows - chart.first_row;
    chart.rows = (int)(below < view->rows ? below : view->rows);
    chart.cycles = (int)(left < view->times ? left : view->times);
    list_note_cut(picture, "processors", 0, rows, chart.first_row, chart.rows);
    list_note_cut(picture, "cycles", 0, cycles, chart.first_cycle, chart.cycles);
    TRY(picture_begin(picture, failure));
    chart.file = picture->file;
    draw_frame(&chart);
    for (int pass = PASS_COUNT; pass <= PASS_BOXES; pass++)
        draw_all(&chart, (enum pass)pass);
    long last = chart.first_cycle + chart.cycles;
    double width = x_of(&chart, last) + number_width("", last, PICTURE_SMALL) / 2 + MARGIN;
    width = width > LEGEND_WIDTH + 2 * MARGIN ? width : LEGEND_WIDTH + 2 * MARGIN;
    return picture_end(picture, width, draw_legend(&chart), failure);
}
