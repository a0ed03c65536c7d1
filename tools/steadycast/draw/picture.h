/* SPDX-License-Identifier: MIT */
/* Pictures (SVG) that stand in a page or in a file of their own, in colours that people can
 * distinguish whatever colours they see (Okabe and Ito, "Color universal design", 2008), each with
 * a shape of its own besides; light, or dark where the reader asks for it.
 *
 * Colours are classes of the style below: ink, soft, rule (lines of a grid), paper, and series s0
 * .. s6, which serve as fill and, with the class `line`, as a stroke; `pale` is a lighter
 * fill, `flat` has no stroke; i0 .. i6 are grounds for numbers. Everything that is SVG is written
 * here. Texts are measured by text_width.h, so that none reaches into another. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "automata/status.h"

/* Heights of letters, in pixels, and of a row of cells. */
enum { PICTURE_SERIES = 7, PICTURE_CELL = 24 };
enum { PICTURE_SMALL = 10, PICTURE_TEXT = 12, PICTURE_TITLE = 16 };

struct picture {
    char name[120];  /* of its file, without ending: letters, digits, - and . */
    char title[200]; /* any text */
    char text[1000]; /* what is seen, for those who do not see it, and below it: any text */
    int width;       /* in pixels */
    int height;
    FILE *file; /* while it is drawn: what stands inside of <svg>, from 0,0 at the left top */
    char *body; /* after that; owned */
    size_t length;
};

/* The style sheet, for a page's head: light and dark, whatever prefers-color-scheme says. */
extern const char picture_style[];

/* From here on `file` is drawn to. STATUS_MEMORY without memory. */
enum status picture_begin(struct picture *picture, struct failure *failure);

/* Sets the size. On failure the picture is cleared. */
enum status picture_end(struct picture *picture, double width, double height,
                        struct failure *failure);
void picture_clear(struct picture *picture);

/* Puts it behind the text, before picture_end. */
void picture_add_text(struct picture *picture, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The whole <svg>. `alone`: for a place where nothing else says what it is; it has its own style,
 * and shows title and text above what is drawn. */
void picture_print(FILE *file, const struct picture *picture, bool alone);

/* A `struct picture`, alone, as the whole of an SVG file: a body of output_file_write. */
enum status picture_svg(FILE *file, const void *picture, struct failure *failure);

/* Above a part of a picture of this width, from y on; returns where it ends below. */
double picture_heading(FILE *file, double y, double width, const char *heading, const char *note);

/* Elements. `class`: names of classes, with spaces between. Texts may hold anything. */
void picture_label(FILE *file, double x, double y, const char *class, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void picture_box(FILE *file, double x, double y, double width, double height, const char *class);
void picture_line(FILE *file, double x1, double y1, double x2, double y2, const char *class);

void picture_circle(FILE *file, double x, double y, double radius, const char *class);

/* A path is begun, gets commands as SVG has them ("M0 0L5 5"), and is ended. */
void picture_path(FILE *file);
void picture_path_end(FILE *file, const char *class);

/* The head of an arrow that points there, in a direction in radians. */
void picture_arrow(FILE *file, double x, double y, double angle);

/* A cell, PICTURE_CELL high, with an item's number, in a colour that differs from those of its
 * neighbours; framed, and bold, if it is sent on. */
void picture_item(FILE *file, double x, double y, double width, long item, bool sent);

/* The mark of a series, any number >= 0: circle, square, triangle, .. about 8 pixels wide. */
void picture_mark(FILE *file, double x, double y, int series);

/* What is drawn up to picture_tip_end shows this text when it is pointed at, and leads to the
 * address `link` (may be NULL; markup_address). */
void picture_tip(FILE *file, const char *link, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void picture_tip_end(FILE *file, const char *link);

/* How wide a text is at most, whatever font a reader has: pictures are laid out before anyone knows
 * the font. The widths are those of DejaVu Sans and Verdana, the widest of the usual sans-serif
 * fonts, rounded up; a bold text is taken to be a sixth wider. A character that is not ASCII counts
 * as one em. */

/* In pixels, of a text of this size (also in pixels), UTF-8. */
double text_width(const char *text, double size, bool bold);

/* Of a monospaced text. */
double text_width_mono(const char *text, double size);

/* How many bytes of `text` stand in the first line, broken at blanks, if no line is wider than
 * `width`; a word that is wider stands alone. A line ends before '\n' too. At least 1 unless the
 * text is empty or begins with '\n'. */
size_t text_line(const char *text, double width, double size, bool bold);

/* Legends: samples with what they mean, side by side, and below each other where a line is full. */

enum { LEGEND_SAMPLE = 24 };

struct legend {
    FILE *file; /* of a picture */
    double left;
    double right; /* no line goes beyond it, but for a text that is wider alone */
    double x;     /* where the next sample stands .. */
    double y;     /* .. its top */
};

struct legend legend_begin(FILE *file, double left, double top, double right);

/* Writes the text; the caller draws the sample, LEGEND_SAMPLE wide, at *x and *y. */
void legend_add(struct legend *legend, const char *text, double *x, double *y);

/* The place below it. */
double legend_end(const struct legend *legend);

/* Tables of receptions: processors down, time across, in the cells the items that come. Several
 * that come at one time stand side by side in their column. */

struct item_table {
    FILE *file;          /* of a picture */
    const char *heading; /* above the names of the rows; borrowed */
    double top;          /* where it begins */
    double names;        /* how wide the longest name of a row is, text_width */
    int rows;
    int first_time, last_time;
    long largest; /* number of an item */
    int together; /* as many items come to a row at one time, at most; >= 1 */
};

/* Draws the ground: bands behind every second row, the times above them, and below long ones. */
void item_table_begin(const struct item_table *table);

void item_table_name(const struct item_table *table, int row, const char *name);

/* An item that comes at a time of the table, beside `place` others, 0 <= place < together. */
void item_table_put(const struct item_table *table, int row, int time, int place, long item,
                    bool sent);

/* Below it, what cells look like that are sent on. Returns where that ends. */
double item_table_end(const struct item_table *table);

double item_table_width(const struct item_table *table);

/* Trees in time: a row for each node, time to the right, a line from each node down to those that
 * hang on it. */

struct tree_row {
    int label;  /* a time */
    int parent; /* the row of it; -1 for the root */
    int name;   /* of its processor; -1: none is shown */
    int inner;  /* does it have children? */
};

/* Draws `count` rows from y on; returns where they end below. */
double tree_rows_draw(FILE *file, const struct tree_row *rows, int count, double y);

double tree_rows_width(const struct tree_row *rows, int count);
