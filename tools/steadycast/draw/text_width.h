/* SPDX-License-Identifier: MIT */
/*
 * How wide a text is at most, whatever font a reader has: pictures are laid out before anyone knows
 * the font. The widths are those of DejaVu Sans and Verdana, the widest of the usual sans-serif
 * fonts, rounded up; a bold text is taken to be a sixth wider. A character that is not ASCII
 * counts as one em.
 */
#ifndef STEADYCAST_TOOLS_TEXT_WIDTH_H
#define STEADYCAST_TOOLS_TEXT_WIDTH_H

#include <stdbool.h>
#include <stddef.h>

/* In pixels, of a text of this size (also in pixels), UTF-8. */
double text_width(const char *text, double size, bool bold);

/* Of a monospaced text. */
double text_width_mono(const char *text, double size);

/* How many bytes of `text` stand in the first line, broken at blanks, if no line is wider than
 * `width`; a word that is wider stands alone. A line ends before '\n' too. At least 1 unless the
 * text is empty or begins with '\n'. */
size_t text_line(const char *text, double width, double size, bool bold);

#endif
