/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/legend.h"

#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/draw/text_width.h"

enum { BEHIND_SAMPLE = 6, BETWEEN = 18, LINE = 20 };

struct legend legend_begin(FILE *file, double left, double top, double right) {
    return (struct legend){file, left, right, left, top, left};
}

void legend_add(struct legend *legend, const char *text, double *x, double *y) {
    double wide = LEGEND_SAMPLE + BEHIND_SAMPLE + text_width(text, PICTURE_TEXT, false);
    if (legend->x > legend->left && legend->x + wide > legend->right) {
        legend->x = legend->left;
        legend->y += LINE;
    }
    *x = legend->x;
    *y = legend->y;
    picture_label(legend->file, *x + LEGEND_SAMPLE + BEHIND_SAMPLE, *y + 11, "", "%s", text);
    legend->x += wide;
    legend->widest = legend->x > legend->widest ? legend->x : legend->widest;
    legend->x += BETWEEN;
}

double legend_end(const struct legend *legend) {
    return legend->y + LINE;
}
