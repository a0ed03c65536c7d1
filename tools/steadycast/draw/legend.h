/* SPDX-License-Identifier: MIT */
/*
 * Legends: samples with what they mean, side by side, and below each other where a line is full.
 */
#ifndef STEADYCAST_TOOLS_LEGEND_H
#define STEADYCAST_TOOLS_LEGEND_H

#include <stdio.h>

enum { LEGEND_SAMPLE = 24, LEGEND_HIGH = 14 };

struct legend {
    FILE *file; /* of a picture */
    double left;
    double right;  /* no line goes beyond it, but for a text that is wider alone */
    double x;      /* where the next sample stands .. */
    double y;      /* .. from here to LEGEND_HIGH below */
    double widest; /* the right end of the longest line so far */
};

struct legend legend_begin(FILE *file, double left, double top, double right);

/* Writes the text; the caller draws the sample, LEGEND_SAMPLE wide, at *x and *y. */
void legend_add(struct legend *legend, const char *text, double *x, double *y);

/* The place below it. */
double legend_end(const struct legend *legend);

#endif
