/* SPDX-License-Identifier: MIT */
/* Streams on LogP machines: the delay over the number of processors, and what it is above the
 * bound, pictures for each machine. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/report/report_page.h"
#include "tools/steadycast/report/stream_rows.h"

enum { WIDTH = 650, HEIGHT = 460, LEFT = 60, RIGHT = 620, TOP = 76, BOTTOM = 400 };
enum { MOST_MACHINES = 24 };

static double across(const struct stream_row *row) {
    long exponent;
    mpz_t processors;
    mpz_init(processors);
    question_big(row->question, KEY_PROCESSORS, processors);
    double mantissa = mpz_get_d_2exp(&exponent, processors);
    mpz_clear(processors);
    return log10(mantissa) + (double)exponent * log10(2);
}

/* Marks that would hide the one below them are left out: a capacity's where a stricter one has the
 * same delay. */
static bool is_hidden(const struct stream_row *row, int curve) {
    const char *value = stream_row_value(row, curve);
    for (int other = STREAM_FULL; other < curve; other++) {
        const char *delay = stream_row_value(row, other);
        if (delay && report_compare_decimals(delay, value) == 0)
            return true;
    }
    return false;
}

/* One picture: the delays themselves, or what they are above the bound. */
struct drawing {
    struct chart chart;
    struct stream_rows rows;
    bool above;
};

/* Where a curve stands in a row; false: nowhere. */
static bool find_height(const struct drawing *drawing, const struct stream_row *row, int curve,
                        double *height) {
    const char *value = stream_row_value(row, curve);
    if (!value || (drawing->above && !row->lower))
        return false;
    *height = strtod(value, NULL) - (drawing->above ? strtod(row->lower, NULL) : 0);
    return true;
}

static void include(struct drawing *drawing) {
    struct stream_rows rows = drawing->rows;
    double height;
    for (struct stream_row row; stream_rows_next(&rows, &row);)
        for (int curve = 0; curve < STREAM_CURVES; curve++)
            if (find_height(drawing, &row, curve, &height)) {
                axis_include(&drawing->chart.x, across(&row));
                axis_include(&drawing->chart.y, height);
            }
}

static void draw_line(const struct drawing *drawing, int curve) {
    const struct chart *chart = &drawing->chart;
    struct stream_rows rows = drawing->rows;
    char class[32];
    double height;
    bool begun = false;
    snprintf(class, sizeof class, curve == STREAM_BOUND ? "bound" : "s%d line", curve);
    picture_path(chart->file);
    for (struct stream_row row; stream_rows_next(&rows, &row);)
        if (find_height(drawing, &row, curve, &height)) {
            fprintf(chart->file, "%c%.1f %.1f", begun ? 'L' : 'M',
                    axis_place(&chart->x, across(&row)), axis_place(&chart->y, height));
            begun = true;
        }
    fputs(begun ? "" : "M0 0", chart->file);
    picture_path_end(chart->file, class);
}

/* The certificates behind a mark of Theorem F are those of the capacity under which it was asked:
 * it has no tip of its own. */
static void draw_mark(const struct drawing *drawing, const struct stream_row *row, int curve,
                      double height, const char *prefix) {
    char tip[REPORT_TIP_ROOM], address[REPORT_LINK_ROOM];
    FILE *file = drawing->chart.file;
    double x = axis_place(&drawing->chart.x, across(row));
    double y = axis_place(&drawing->chart.y, height);
    if (curve == STREAM_ROUNDING) {
        picture_mark(file, x, y, curve);
        return;
    }
    const struct report_group *group = &row->groups[curve - STREAM_FULL];
    const char *link = report_group_link(drawing->rows.report, group, prefix, address);
    report_tip(drawing->rows.report, group, tip);
    picture_tip(file, link, "%s", tip);
    picture_mark(file, x, y, curve);
    picture_tip_end(file, link);
}

static void draw_marks(const struct drawing *drawing, int curve, const char *prefix) {
    struct stream_rows rows = drawing->rows;
    double height;
    for (struct stream_row row; stream_rows_next(&rows, &row);)
        if (find_height(drawing, &row, curve, &height) && !is_hidden(&row, curve))
            draw_mark(drawing, &row, curve, height, prefix);
}

static void draw_legend(FILE *file) {
    static const char *const names[] = {"whole steps (Theorem F)", "capacity full", "flight",
                                        "none"};
    chart_legend(file, 20, 11, WIDTH - 40, names, STREAM_BOUND);
    picture_line(file, 20, 40, 52, 40, "bound");
    picture_label(file, 58, 44, "", "no stream has less");
}

static struct picture picture_of(const struct logp_machine *machine, bool above) {
    struct picture picture = {0};
    snprintf(picture.name, sizeof picture.name, "stream-%sL%d-o%d-g%d", above ? "above-" : "",
             machine->latency, machine->overhead, machine->gap);
    snprintf(picture.title, sizeof picture.title, "%s, LogP machine L = %d, o = %d, g = %d",
             above ? "Streams above the bound" : "Delays of streams", machine->latency,
             machine->overhead, machine->gap);
    snprintf(
        picture.text, sizeof picture.text,
        "%s, in cycles, of an endless stream with an item in max(g,2o) cycles to P processors, "
        "the source included: rounded up to whole steps, and by the best schedule that is "
        "known under each capacity. The broken line is what no stream has less than. A mark "
        "stands for all capacities from its own on that have the same delay. The scale of "
        "processors is logarithmic.",
        above ? "Delay above the bound" : "Delay");
    return picture;
}

static enum status draw_machine(struct report_pictures *pictures, const struct stream_rows *rows,
                                bool above, struct failure *failure) {
    struct picture picture = picture_of(&rows->machine, above);
    struct drawing drawing = {
        .chart = {.x = {true, 1, 0, LEFT, RIGHT, "P, processors with the source"},
                  .y = {false, 1, 0, BOTTOM, TOP,
                        above ? "cycles above the bound" : "delay, cycles"}},
        .rows = *rows,
        .above = above};
    const struct chart *chart = &drawing.chart;
    include(&drawing);
    /* nothing is answered, or nothing is above */
    if (chart->x.first > chart->x.last || (above && chart->y.last <= 0))
        return STATUS_OK;
    enum status status = picture_begin(&picture, failure);
    if (status)
        return status;
    drawing.chart.file = picture.file;
    axis_round(&drawing.chart.x);
    axis_round(&drawing.chart.y);
    chart_frame(chart);
    draw_legend(picture.file);
    for (int curve = 0; curve < STREAM_CURVES; curve++)
        draw_line(&drawing, curve);
    for (int curve = 0; curve < STREAM_BOUND; curve++)
        draw_marks(&drawing, curve, pictures->prefix);
    status = picture_end(&picture, WIDTH, HEIGHT, failure);
    return status ? status : report_pictures_add(pictures, SECTION_STREAM, &picture, failure);
}

enum status draw_streams(struct report_pictures *pictures, const struct report *report,
                         struct failure *failure) {
    struct stream_rows rows;
    enum status status = STATUS_OK;
    int machines = 0;
    for (size_t at = 0; !status && stream_rows_open(&rows, report, &at);) {
        if (machines++ == MOST_MACHINES) {
            report_pictures_remark(pictures, SECTION_STREAM, "The first %d machines are drawn.",
                                   MOST_MACHINES);
            break;
        }
        for (int above = 0; above < 2 && !status; above++)
            status = draw_machine(pictures, &rows, above == 1, failure);
    }
    return status;
}
