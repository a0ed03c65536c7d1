/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/picture.h"

enum { MARGIN = 12, TIMES = 20, LEAST_CELL = 24, LONG = 20, LEGEND_WIDTH = 516 };

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double number_width(long number) {
    char text[32];
    snprintf(text, sizeof text, "%ld", number);
    return text_width(text, PICTURE_SMALL, true);
}

static double cell_width(const struct item_table *table) {
    return larger(LEAST_CELL, number_width(table->largest) + 8);
}

static double column_width(const struct item_table *table) {
    return larger(table->together * cell_width(table), number_width(table->last_time) + 6);
}

static double left_of(const struct item_table *table) {
    return MARGIN + larger(table->names, text_width(table->heading, PICTURE_TEXT, false)) + 10;
}

static double row_top(const struct item_table *table, int row) {
    return table->top + TIMES + row * PICTURE_CELL;
}

double item_table_width(const struct item_table *table) {
    int columns = table->last_time - table->first_time + 1;
    return larger(left_of(table) + columns * column_width(table) + MARGIN,
                  LEGEND_WIDTH + 2 * MARGIN);
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
    double left = left_of(table), width = item_table_width(table) - MARGIN;
    picture_label(table->file, left - 10, table->top + 14, "soft end", "%s", table->heading);
    draw_times(table, table->top);
    for (int row = 0; row < table->rows; row += 2)
        picture_box(table->file, MARGIN / 2., row_top(table, row), width, PICTURE_CELL, "band");
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
    struct legend legend = legend_begin(table->file, MARGIN, below, MARGIN + LEGEND_WIDTH);
    legend_add(&legend, "received", &x, &y);
    picture_item(table->file, x, y - 5, PICTURE_CELL, 1, false);
    legend_add(&legend, "received, and sent on", &x, &y);
    picture_item(table->file, x, y - 5, PICTURE_CELL, 1, true);
    return legend_end(&legend) + 2;
}
