#include "tools/claims/figures/activity_chart.h"

#include <stdbool.h>
#include <stdlib.h>

#include "automata/memory.h"

enum { CELL = 16, ROW = 22, LEFT = 44, TOP = 24, LEGEND = 26, LEGEND_STEP = 170 };

static const struct {
    const char *name;
    const char *colour;
} looks[ACTIVITIES] = {
    [ACTIVITY_SEND] = {"sends", "#e67e22"},
    [ACTIVITY_RECEIVE] = {"receives", "#2e86c1"},
    [ACTIVITY_ADD] = {"adds an operand of its own", "#abebc6"},
    [ACTIVITY_ADD_RECEIVED] = {"adds what it received", "#27ae60"},
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
        fprintf(file, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#ddd\" />\n",
                x_of(cycle), TOP, x_of(cycle), y_of(chart->rows));
        if (cycle % 2 == 0)
            fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x_of(cycle),
                    TOP - 8, cycle);
    }
    for (int row = 0; row < chart->rows; row++)
        fprintf(file, "<text x=\"%d\" y=\"%d\">P%d</text>\n", 6, y_of(row) + 15, row);
}

static void draw_interval(FILE *file, const struct activity_interval *at) {
    int width = (at->to - at->from) * CELL;
    fprintf(
        file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#555\" />\n",
        x_of(at->from), y_of(at->row) + 4, width ? width : 3, ROW - 8, looks[at->activity].colour);
}

static void draw_line(FILE *file, const struct activity_line *line) {
    fprintf(file,
            "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#555\" "
            "stroke-dasharray=\"3 3\" />\n",
            x_of(line->from), y_of(line->from_row) + ROW / 2, x_of(line->to),
            y_of(line->to_row) + ROW / 2);
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
        fprintf(file,
                "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"12\" fill=\"%s\" stroke=\"#555\" />"
                "<text x=\"%d\" y=\"%d\">%s</text>\n",
                place, y_of(chart->rows) + 8, looks[i].colour, place + 20, y_of(chart->rows) + 18,
                looks[i].name);
        place += LEGEND_STEP;
    }
}

void activity_chart_draw(FILE *file, const struct activity_chart *chart) {
    int width = x_of(chart->cycles) + 12, height = y_of(chart->rows) + LEGEND;
    if (width < legend_width(chart))
        width = legend_width(chart);
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">\n",
            width, height, width, height);
    draw_frame(file, chart);
    for (size_t i = 0; i < chart->line_count; i++)
        draw_line(file, &chart->lines[i]);
    for (size_t i = 0; i < chart->interval_count; i++)
        draw_interval(file, &chart->intervals[i]);
    draw_legend(file, chart);
    fputs("</svg>\n", file);
}
