/* SPDX-License-Identifier: MIT */
#include "tools/claims/figures/activity_chart.h"

#include <stdbool.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/picture.h"

enum { CELL = 16, ROW = 22, LEFT = 44, TOP = 24, LEGEND = 26, LEGEND_STEP = 200 };

static const struct {
    const char *name;
    const char *class;
} looks[ACTIVITIES] = {
    [ACTIVITY_SEND] = {"sends", "s4"},
    [ACTIVITY_RECEIVE] = {"receives", "s0"},
    [ACTIVITY_ADD] = {"adds an operand of its own", "s2 pale"},
    [ACTIVITY_ADD_RECEIVED] = {"adds what it received", "s2"},
};

enum status activity_chart_add(struct activity_chart *chart, struct activity_interval interval,
                               struct failure *failure) {
    struct activity_interval *list =
        memory_resize(chart->intervals, chart->interval_count + 1, sizeof *list);
    if (!list)
        return failure_memory(failure, "a picture");
    chart->intervals = list;
    list[chart->interval_count++] = interval;
    return STATUS_OK;
}

enum status activity_chart_join(struct activity_chart *chart, struct activity_line line,
                                struct failure *failure) {
    struct activity_line *list = memory_resize(chart->lines, chart->line_count + 1, sizeof *list);
    if (!list)
        return failure_memory(failure, "a picture");
    chart->lines = list;
    list[chart->line_count++] = line;
    return STATUS_OK;
}

void activity_chart_clear(struct activity_chart *chart) {
    free(chart->intervals);
    free(chart->lines);
    *chart = (struct activity_chart){0};
}

static int x_of(int cycle) {
    return LEFT + cycle * CELL;
}

static int y_of(int row) {
    return TOP + row * ROW;
}

static void draw_frame(FILE *file, const struct activity_chart *chart) {
    for (int cycle = 0; cycle <= chart->cycles; cycle++) {
        picture_line(file, x_of(cycle), TOP, x_of(cycle), y_of(chart->rows), "rule");
        if (cycle % 2 == 0)
            picture_label(file, x_of(cycle), TOP - 8, "soft mid small", "%d", cycle);
    }
    for (int row = 0; row < chart->rows; row++)
        picture_label(file, 6, y_of(row) + 15, "", "P%d", row);
}

static void draw_interval(FILE *file, const struct activity_interval *at) {
    int width = (at->to - at->from) * CELL;
    picture_box(file, x_of(at->from), y_of(at->row) + 4, width ? width : 3, ROW - 8,
                looks[at->activity].class);
}

static void draw_line(FILE *file, const struct activity_line *line) {
    picture_line(file, x_of(line->from), y_of(line->from_row) + ROW / 2.0, x_of(line->to),
                 y_of(line->to_row) + ROW / 2.0, "bound");
}

static bool has(const struct activity_chart *chart, enum activity activity) {
    for (size_t i = 0; i < chart->interval_count; i++)
        if (chart->intervals[i].activity == activity)
            return true;
    return false;
}

static int legend_width(const struct activity_chart *chart) {
    int width = LEFT;
    for (int i = 0; i < ACTIVITIES; i++)
        width += has(chart, (enum activity)i) ? LEGEND_STEP : 0;
    return width;
}

static void draw_legend(FILE *file, const struct activity_chart *chart) {
    int place = LEFT;
    for (int i = 0; i < ACTIVITIES; i++) {
        if (!has(chart, (enum activity)i))
            continue;
        picture_box(file, place, y_of(chart->rows) + 8, 14, 12, looks[i].class);
        picture_label(file, place + 20, y_of(chart->rows) + 18, "", "%s", looks[i].name);
        place += LEGEND_STEP;
    }
}

enum status activity_chart_draw(FILE *file, const struct activity_chart *chart,
                                struct failure *failure) {
    int width = x_of(chart->cycles) + 12, height = y_of(chart->rows) + LEGEND;
    struct picture picture = {.title = "Who does what when",
                              .text = "A row for each processor, a column for each cycle."};
    enum status status = picture_begin(&picture, failure);
    if (status)
        return status;
    draw_frame(picture.file, chart);
    for (size_t i = 0; i < chart->line_count; i++)
        draw_line(picture.file, &chart->lines[i]);
    for (size_t i = 0; i < chart->interval_count; i++)
        draw_interval(picture.file, &chart->intervals[i]);
    draw_legend(picture.file, chart);
    return picture_file(&picture, file, width < legend_width(chart) ? legend_width(chart) : width,
                        height, failure);
}
