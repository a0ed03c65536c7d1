/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/chart.h"

#include <math.h>
#include <string.h>

#include "tools/steadycast/draw/picture.h"

void axis_include(struct axis *axis, double value) {
    if (axis->first > axis->last) {
        axis->first = axis->last = value;
        return;
    }
    axis->first = value < axis->first ? value : axis->first;
    axis->last = value > axis->last ? value : axis->last;
}

/* 1, 2 or 5 times a power of ten, so that there are at most ten or so. */
static double step_of(const struct axis *axis) {
    double span = axis->last - axis->first, power = pow(10, floor(log10(span / 10)));
    for (int i = 0; i < 4; i++) {
        static const double factors[] = {1, 2, 5, 10};
        if (span <= 10 * power * factors[i]) {
            power *= factors[i];
            break;
        }
    }
    return power < 1 ? 1 : power;
}

void axis_round(struct axis *axis) {
    if (axis->first > axis->last)
        axis->first = axis->last = 0;
    if (axis->last - axis->first < 1e-9)
        axis->last = axis->first + 1;
    for (double step = 0; step < step_of(axis);) { /* a wider axis may have wider steps */
        step = step_of(axis);
        axis->first = floor(axis->first / step) * step;
        axis->last = ceil(axis->last / step) * step;
    }
}

double axis_place(const struct axis *axis, double value) {
    return axis->from +
           (value - axis->first) / (axis->last - axis->first) * (axis->to - axis->from);
}

double decimal_log(const char *decimal) {
    double leading = 0;
    size_t length = strlen(decimal), taken = length < 15 ? length : 15;
    for (size_t i = 0; i < taken; i++)
        leading = 10 * leading + (decimal[i] - '0');
    return leading > 0 ? log10(leading) + (double)(length - taken) : -1;
}

double number_log(mpz_srcptr number) {
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, number);
    return log10(mantissa) + (double)exponent * log10(2);
}

/* 0.001, 1000, 1e9; or as the axis has it. */
static const char *number(char text[AXIS_TEXT_ROOM], const struct axis *axis, double value) {
    if (axis->text)
        return axis->text(text, axis->log ? pow(10, value) : value);
    if (!axis->log || (value > -4 && value < 5))
        snprintf(text, AXIS_TEXT_ROOM, "%.12g", axis->log ? pow(10, value) : value);
    else
        snprintf(text, AXIS_TEXT_ROOM, "1e%.0f", value);
    return text;
}

/* A line at a round value, with its number. */
static void draw_value(const struct chart *chart, bool across, double value) {
    char room[AXIS_TEXT_ROOM];
    const struct axis *x = &chart->x, *y = &chart->y;
    double at = axis_place(across ? x : y, value);
    const char *text = number(room, across ? x : y, value);
    if (across) {
        picture_line(chart->file, at, y->from, at, y->to, "rule");
        picture_label(chart->file, at, y->from + 18, "soft mid", "%s", text);
    } else {
        picture_line(chart->file, x->from, at, x->to, at, "rule");
        picture_label(chart->file, x->from - 6, at + 4, "soft end", "%s", text);
    }
}

void chart_frame(const struct chart *chart) {
    const struct axis *x = &chart->x, *y = &chart->y;
    for (int across = 1; across >= 0; across--) {
        const struct axis *axis = across ? x : y;
        double step = step_of(axis);
        for (double value = axis->first; value <= axis->last + step / 100; value += step)
            draw_value(chart, across, value);
    }
    picture_box(chart->file, x->from, y->to, x->to - x->from, y->from - y->to, "frame");
    picture_label(chart->file, (x->from + x->to) / 2, y->from + 38, "mid", "%s", x->label);
    picture_label(chart->file, x->from - 40, y->to - 14, "", "%s", y->label);
}

double chart_legend(FILE *file, double x, double y, double width, const char *const *names,
                    int count) {
    struct legend legend = legend_begin(file, x, y, x + width);
    for (int i = 0; i < count; i++) {
        double left, top;
        legend_add(&legend, names[i], &left, &top);
        picture_mark(file, left + LEGEND_SAMPLE / 2., top + 7, i);
    }
    return legend_end(&legend);
}
