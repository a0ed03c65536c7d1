/* SPDX-License-Identifier: MIT */
/* Charts: two axes, linear or logarithmic, a frame with lines at round numbers, and a legend. */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stdio.h>

/* A value as it is written at an axis, with its unit: in `text`. */
enum { AXIS_TEXT_ROOM = 24 };
typedef const char *axis_text(char text[AXIS_TEXT_ROOM], double value);

/* Values first <= last at the places from and to, in pixels. A logarithmic axis is given log10 of
 * the values, so that numbers of any length fit. */
struct axis {
    bool log;
    double first, last, from, to;
    const char *label; /* with the unit, where `text` has none */
    axis_text *text;   /* NULL: the number alone */
};

struct chart {
    FILE *file; /* of a picture */
    struct axis x;
    struct axis y; /* `from` is the bottom, so from > to */
};

/* Widens first..last to hold a value. To begin with, first > last. */
void axis_include(struct axis *axis, double value);

/* To whole steps, or decades, with something between them. */
void axis_round(struct axis *axis);

double axis_place(const struct axis *axis, double value);

/* log10 of a decimal number of any length; of 0: -1. */
double decimal_log(const char *decimal);

/* The same of a number > 0. */
double number_log(mpz_srcptr number);

/* Frame, lines, numbers and the names of the axes. */
void chart_frame(const struct chart *chart);

/* Marks with names, from x,y on, lines as wide as `width`. Returns the place below it. */
double chart_legend(FILE *file, double x, double y, double width, const char *const *names,
                    int count);
