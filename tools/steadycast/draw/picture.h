/* SPDX-License-Identifier: MIT */
/*
 * Pictures (SVG) that stand in a page or in a file of their own, in colours that people tell apart
 * whatever colours they see (Okabe and Ito, "Color universal design", 2008), each with a shape of
 * its own besides; light, or dark where the reader asks for it.
 *
 * Colours are classes of the style below: ink, soft, rule (lines of a grid), paper, and series s0
 * .. s6, which serve as fill and, with the class `line`, as a stroke; `pale` is a lighter
 * fill, `flat` has no stroke; i0 .. i6 are grounds for numbers. Everything that is SVG is written
 * here. Texts are measured by text_width.h, so that none reaches into another.
 */
#ifndef STEADYCAST_TOOLS_PICTURE_H
#define STEADYCAST_TOOLS_PICTURE_H

#include <stdbool.h>
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

/* The whole <svg>. `alone`: for a place where nothing else tells what it is; it has its own style,
 * and shows title and text above what is drawn. */
void picture_print(FILE *file, const struct picture *picture, bool alone);

/* Lines of at most `width`, the first one's top at y; returns where they end below. */
double picture_paragraph(FILE *file, double x, double y, double width, const char *text);

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

#endif
