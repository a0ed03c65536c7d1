/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/picture.h"

enum { TABLE_MARGIN = 12, TIMES = 20, LEAST_CELL = 24, LONG = 20, LEGEND_WIDTH = 516 };

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double number_width(long number) {
    char text[32];
    snprintf(text, sizeof text, "%ld", number);
    return text_width(text, PICTURE_SMALL, true);
}

static double column_width(const struct item_table *table) {
    double cell = larger(LEAST_CELL, number_width(table->largest) + 8);
    return larger(table->together * cell, number_width(table->last_time) + 6);
}

static double left_of(const struct item_table *table) {
    return TABLE_MARGIN + larger(table->names, text_width(table->heading, PICTURE_TEXT, false)) +
           10;
}

static double row_top(const struct item_table *table, int row) {
    return table->top + TIMES + row * PICTURE_CELL;
}

double item_table_width(const struct item_table *table) {
    int columns = table->last_time - table->first_time + 1;
    return larger(left_of(table) + columns * column_width(table) + TABLE_MARGIN,
                  LEGEND_WIDTH + 2 * TABLE_MARGIN);
}

static bool is_long(const struct item_table *table) {
    return table->rows > LONG;
}

static void draw_times(const struct item_table *table, double y) {
    double wide = column_width(table);
    for (int time = table->first_time; time <= table->last_time; time++)
        picture_label(table->file, left_of(table) + (time - table->first_time + .5) * wide, y + 14,
                      "soft mid small", "%d", time);
}

void item_table_begin(const struct item_table *table) {
    double left = left_of(table), width = item_table_width(table) - TABLE_MARGIN;
    picture_label(table->file, left - 10, table->top + 14, "soft end", "%s", table->heading);
    draw_times(table, table->top);
    for (int row = 0; row < table->rows; row += 2)
        picture_box(table->file, TABLE_MARGIN / 2., row_top(table, row), width, PICTURE_CELL,
                    "band");
    for (int time = table->first_time; table->together > 1 && time <= table->last_time + 1;
         time++) {
        double x = left + (time - table->first_time) * column_width(table);
        picture_line(table->file, x, row_top(table, 0), x, row_top(table, table->rows), "rule");
    }
    if (is_long(table))
        draw_times(table, row_top(table, table->rows));
}

void item_table_name(const struct item_table *table, int row, const char *name) {
    picture_label(table->file, left_of(table) - 10, row_top(table, row) + PICTURE_CELL / 2. + 4,
                  "soft end", "%s", name);
}

void item_table_put(const struct item_table *table, int row, int time, int place, long item,
                    bool sent) {
    double wide = column_width(table) / table->together;
    picture_item(table->file,
                 left_of(table) + (time - table->first_time) * column_width(table) + place * wide,
                 row_top(table, row), wide, item, sent);
}

double item_table_end(const struct item_table *table) {
    double x, y, below = row_top(table, table->rows) + (is_long(table) ? TIMES : 0) + 8;
    struct legend legend =
        legend_begin(table->file, TABLE_MARGIN, below, TABLE_MARGIN + LEGEND_WIDTH);
    legend_add(&legend, "received", &x, &y);
    picture_item(table->file, x, y - 5, PICTURE_CELL, 1, false);
    legend_add(&legend, "received, and sent on", &x, &y);
    picture_item(table->file, x, y - 5, PICTURE_CELL, 1, true);
    return legend_end(&legend) + 2;
}

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
