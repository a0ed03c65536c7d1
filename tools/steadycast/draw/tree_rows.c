/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/picture.h"

enum { ROW = 24, MARGIN = 12, MOST_STEP = 34, MOST_WIDTH = 1400 };

struct layout {
    int first; /* least label */
    int last;
    double radius; /* of a node, so that its label is in it */
    double step;   /* of time */
};

static struct layout layout_of(const struct tree_row *rows, int count) {
    struct layout layout = {rows[0].label, rows[0].label, 10, MOST_STEP};
    char text[16];
    for (int i = 0; i < count; i++) {
        layout.first = rows[i].label < layout.first ? rows[i].label : layout.first;
        layout.last = rows[i].label > layout.last ? rows[i].label : layout.last;
    }
    snprintf(text, sizeof text, "%d", layout.last);
    double wide = text_width(text, PICTURE_SMALL, false) / 2 + 2;
    layout.radius = wide > layout.radius ? wide : layout.radius;
    double steps = (double)layout.last - layout.first;
    if (steps * layout.step > MOST_WIDTH)
        layout.step = MOST_WIDTH / steps;
    return layout;
}

static double x_of(const struct layout *layout, const struct tree_row *row) {
    return MARGIN + layout->radius + ((double)row->label - layout->first) * layout->step;
}

static double y_of(double top, int row) {
    return top + (row + .5) * ROW;
}

static double name_width(const struct tree_row *row) {
    char text[16];
    snprintf(text, sizeof text, "P%d", row->name);
    return row->name < 0 ? 0 : 4 + text_width(text, PICTURE_SMALL, false);
}

static void draw_node(FILE *file, const struct layout *layout, const struct tree_row *row,
                      double y) {
    double x = x_of(layout, row), radius = layout->radius < 11 ? layout->radius : 11;
    if (layout->radius > 11)
        picture_box(file, x - layout->radius, y - radius, 2 * layout->radius, 2 * radius,
                    row->inner ? "start" : "node");
    else
        picture_circle(file, x, y, radius, row->inner ? "start" : "node");
    picture_label(file, x, y + 4, row->inner ? "mid small bold" : "mid small", "%d", row->label);
    if (row->name >= 0)
        picture_label(file, x + layout->radius + 4, y + 4, "soft small", "P%d", row->name);
}

double tree_rows_draw(FILE *file, const struct tree_row *rows, int count, double y) {
    struct layout layout = layout_of(rows, count);
    for (int i = 0; i < count; i++) {
        if (rows[i].parent < 0)
            continue;
        picture_path(file);
        fprintf(file, "M%.1f %.1fV%.1fH%.1f", x_of(&layout, &rows[rows[i].parent]),
                y_of(y, rows[i].parent), y_of(y, i), x_of(&layout, &rows[i]));
        picture_path_end(file, "edge");
    }
    for (int i = 0; i < count; i++)
        draw_node(file, &layout, &rows[i], y_of(y, i));
    return y + count * ROW;
}

double tree_rows_width(const struct tree_row *rows, int count) {
    struct layout layout = layout_of(rows, count);
    double width = 0;
    for (int i = 0; i < count; i++) {
        double wide = x_of(&layout, &rows[i]) + layout.radius + name_width(&rows[i]) + MARGIN;
        width = wide > width ? wide : width;
    }
    return width;
}
