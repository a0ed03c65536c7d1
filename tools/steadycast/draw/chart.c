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

/* 0.001, 1000, 1e9. */
static const char *number(char text[32], const struct axis *axis, double value) {
    if (!axis->log || (value > -4 && value < 5))
        snprintf(text, 32, "%.12g", axis->log ? pow(10, value) : value);
    else
        snprintf(text, 32, "1e%.0f", value);
    return text;
}

static void across(const struct chart *chart, double value) {
    char text[32];
    double x = axis_place(&chart->x, value);
    picture_line(chart->file, x, chart->y.from, x, chart->y.to, "rule");
    picture_label(chart->file, x, chart->y.from + 18, "soft mid", "%s",
                  number(text, &chart->x, value));
}

static void upward(const struct chart *chart, double value) {
    char text[32];
    double y = axis_place(&chart->y, value);
    picture_line(chart->file, chart->x.from, y, chart->x.to, y, "rule");
    picture_label(chart->file, chart->x.from - 6, y + 4, "soft end", "%s",
                  number(text, &chart->y, value));
}

void chart_frame(const struct chart *chart) {
    const struct axis *x = &chart->x, *y = &chart->y;
    double step = step_of(x);
    for (double value = x->first; value <= x->last + step / 100; value += step)
        across(chart, value);
    step = step_of(y);
    for (double value = y->first; value <= y->last + step / 100; value += step)
        upward(chart, value);
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
