/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/report/grid.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/draw/text_width.h"

enum { MARGIN = 12, TOP = 94, HIGH = 22, LEAST_WIDTH = 340, ROW_NAME = 48 };

enum look { LOOK_YES, LOOK_NO, LOOK_OPEN, LOOK_UNTRIED, LOOK_CONTRADICTION, LOOKS };

/* Class of the box, class of the text in it, the letter, and what it means. */
static const struct {
    const char *box;
    const char *text;
    const char *letter;
    const char *means;
} looks[LOOKS] = {{"s0", "mid bold on", "F", "feasible"},
                  {"s1", "mid bold dark", "I", "infeasible"},
                  {"s6 pale", "mid bold", "?", "open"},
                  {"frame", "mid soft", "-", "not tried yet"},
                  {"alarm", "mid bold dark", "!", "contradiction"}};

enum status grid_add(struct grid *grid, struct grid_cell cell, struct failure *failure) {
    if (grid->count == grid->room) {
        size_t room = grid->room ? 2 * grid->room : 64;
        struct grid_cell *cells = memory_resize(grid->cells, room, sizeof *cells);
        if (!cells)
            return failure_memory(failure, "a picture");
        grid->cells = cells;
        grid->room = room;
    }
    grid->cells[grid->count++] = cell;
    return STATUS_OK;
}

void grid_clear(struct grid *grid) {
    free(grid->cells);
    *grid = (struct grid){0};
}

static int by_value(const void *left, const void *right) {
    long a = *(const long *)left, b = *(const long *)right;
    return (a > b) - (a < b);
}

/* Ascending, each once; returns how many are left. */
static size_t sort_values(long *values, size_t count) {
    size_t kept = 0;
    qsort(values, count, sizeof *values, by_value);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || values[i] != values[i - 1])
            values[kept++] = values[i];
    return kept;
}

static size_t columns_of(const struct grid *grid, long *columns) {
    for (size_t i = 0; i < grid->count; i++)
        columns[i] = grid->cells[i].column;
    return sort_values(columns, grid->count);
}

/* The rows that have cells in these columns. */
static size_t rows_of(const struct grid *grid, long first, long last, long *rows) {
    size_t count = 0;
    for (size_t i = 0; i < grid->count; i++)
        if (grid->cells[i].column >= first && grid->cells[i].column <= last)
            rows[count++] = grid->cells[i].row;
    return sort_values(rows, count);
}

static size_t place_of(const long *values, size_t count, long value) {
    const long *found = bsearch(&value, values, count, sizeof *values, by_value);
    return found ? (size_t)(found - values) : count;
}

static enum look look_of(const struct report_group *group) {
    if (group->contradiction)
        return LOOK_CONTRADICTION;
    if (group->feasible || group->settled)
        return LOOK_YES;
    if (group->infeasible)
        return LOOK_NO;
    return group->unknown ? LOOK_OPEN : LOOK_UNTRIED;
}

/* The letter with the number of engines that say so, if there are several; or the least time. */
static void words_of(const struct grid *grid, const struct report_group *group, enum look look,
                     char words[64]) {
    int agreeing = look == LOOK_NO ? group->infeasible : group->feasible;
    if (grid->numbers && group->lower && !group->contradiction)
        snprintf(words, 64, group->settled ? "%.20s" : "%.20s-%.20s", group->lower,
                 group->upper ? group->upper : "?");
    else if (!grid->numbers && agreeing > 1 && look <= LOOK_NO)
        snprintf(words, 64, "%s%d", looks[look].letter, agreeing);
    else
        snprintf(words, 64, "%s", looks[look].letter);
}

static void draw_legend(FILE *file, const struct grid *grid) {
    struct legend legend = legend_begin(file, MARGIN, 8, LEAST_WIDTH);
    for (int i = 0; i < LOOKS; i++) {
        double x, y;
        if (grid->numbers && i == LOOK_NO)
            continue;
        legend_add(&legend, grid->numbers && i == LOOK_YES ? "settled" : looks[i].means, &x, &y);
        picture_box(file, x, y - 1, LEGEND_SAMPLE, 16, looks[i].box);
        picture_label(file, x + LEGEND_SAMPLE / 2., y + 11, looks[i].text, "%s",
                      grid->numbers && i == LOOK_YES ? "7" : looks[i].letter);
    }
}

struct layout {
    const long *rows;
    size_t row_count;
    const long *columns;
    size_t column_count;
    double left; /* where the columns begin */
    double wide; /* a column */
};

static void draw_cell(FILE *file, const struct grid *grid, const struct layout *layout,
                      const struct report *report, const char *prefix, const struct grid_cell *at) {
    char words[64], tip[REPORT_TIP_ROOM], address[REPORT_LINK_ROOM];
    size_t row = place_of(layout->rows, layout->row_count, at->row);
    size_t column = place_of(layout->columns, layout->column_count, at->column);
    if (row == layout->row_count || column == layout->column_count)
        return;
    enum look look = look_of(&at->group);
    double x = layout->left + (double)column * layout->wide, y = TOP + (double)row * HIGH;
    const char *link = report_group_link(report, &at->group, prefix, address);
    report_tip(report, &at->group, tip);
    words_of(grid, &at->group, look, words);
    picture_tip(file, link, "%s", tip);
    picture_box(file, x + 1, y + 1, layout->wide - 2, HIGH - 2, looks[look].box);
    picture_label(file, x + layout->wide / 2, y + 15, looks[look].text, "%s", words);
    picture_tip_end(file, link);
}

static void row_name(const struct grid *grid, long row, char name[ROW_NAME]) {
    snprintf(name, ROW_NAME, "%.20s = %ld", grid->rows, row);
}

static void draw_axes(FILE *file, const struct grid *grid, const struct layout *layout) {
    for (size_t i = 0; i < layout->column_count; i++)
        picture_label(file, layout->left + ((double)i + .5) * layout->wide, TOP - 6, "soft mid",
                      "%ld", layout->columns[i]);
    picture_label(file, layout->left, TOP - 24, "", "%s", grid->columns);
    for (size_t i = 0; i < layout->row_count; i++) {
        char name[ROW_NAME];
        row_name(grid, layout->rows[i], name);
        picture_label(file, layout->left - 8, TOP + (double)i * HIGH + 15, "soft end", "%s", name);
    }
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* Of a column: as wide as the widest text in it or above it. */
static double width_of(const struct grid *grid) {
    double wide = 28;
    char text[64];
    for (size_t i = 0; i < grid->count; i++) {
        words_of(grid, &grid->cells[i].group, look_of(&grid->cells[i].group), text);
        wide = larger(wide, 8 + text_width(text, PICTURE_TEXT, true));
        snprintf(text, sizeof text, "%ld", grid->cells[i].column);
        wide = larger(wide, 8 + text_width(text, PICTURE_TEXT, false));
    }
    return wide;
}

static double left_of(const struct grid *grid) {
    double left = 64;
    for (size_t i = 0; i < grid->count; i++) {
        char name[ROW_NAME];
        row_name(grid, grid->cells[i].row, name);
        left = larger(left, MARGIN + 8 + text_width(name, PICTURE_TEXT, false));
    }
    return left;
}

static enum status draw(const struct grid *grid, const struct layout *layout,
                        const struct report *report, const char *prefix, struct picture *picture,
                        struct failure *failure) {
    enum status status = picture_begin(picture, failure);
    if (status)
        return status;
    draw_legend(picture->file, grid);
    draw_axes(picture->file, grid, layout);
    for (size_t i = 0; i < grid->count; i++)
        draw_cell(picture->file, grid, layout, report, prefix, &grid->cells[i]);
    double width = layout->left + (double)layout->column_count * layout->wide + MARGIN;
    double named = layout->left + text_width(grid->columns, PICTURE_TEXT, false) + MARGIN;
    return picture_end(picture, larger(LEAST_WIDTH, larger(width, named)),
                       TOP + (double)layout->row_count * HIGH + 10, failure);
}

/* One picture for so many columns; `part` from 0. */
static enum status draw_part(const struct grid *grid, const long *columns, size_t count, long *rows,
                             int part, const struct report *report,
                             struct report_pictures *pictures, enum report_section section,
                             const struct picture *first, struct failure *failure) {
    struct picture picture = *first;
    size_t row_count = rows_of(grid, columns[0], columns[count - 1], rows);
    struct layout layout = {rows,          row_count < GRID_MOST_ROWS ? row_count : GRID_MOST_ROWS,
                            columns,       count,
                            left_of(grid), width_of(grid)};
    if (part)
        snprintf(picture.name, sizeof picture.name, "%.110s-%d", first->name, part + 1);
    if (row_count > GRID_MOST_ROWS)
        report_pictures_remark(pictures, section,
                               "%s: the first %d of %zu rows are drawn; the others are in the "
                               "table of all cases.",
                               picture.title, GRID_MOST_ROWS, row_count);
    enum status status = draw(grid, &layout, report, pictures->prefix, &picture, failure);
    return status ? status : report_pictures_add(pictures, section, &picture, failure);
}

enum status grid_draw(const struct grid *grid, const struct report *report,
                      struct report_pictures *pictures, enum report_section section,
                      const struct picture *picture, struct failure *failure) {
    long *rows = memory_new(grid->count, sizeof *rows);
    long *columns = memory_new(grid->count, sizeof *columns);
    enum status status = STATUS_OK;
    if (!rows || !columns)
        status = failure_memory(failure, "a picture");
    size_t count = status ? 0 : columns_of(grid, columns), drawn = 0;
    for (int part = 0; drawn < count && part < GRID_MOST_PARTS && !status; part++) {
        size_t here = count - drawn < GRID_MOST_COLUMNS ? count - drawn : GRID_MOST_COLUMNS;
        status = draw_part(grid, columns + drawn, here, rows, part, report, pictures, section,
                           picture, failure);
        drawn += here;
    }
    if (drawn < count && !status)
        report_pictures_remark(pictures, section,
                               "%s: the first %zu of %zu columns are drawn; the others are in the "
                               "table of all cases.",
                               picture->title, drawn, count);
    free(rows);
    free(columns);
    return status;
}
