/* SPDX-License-Identifier: MIT */
/*
 * The page and the pictures of a report as files. What refers to certificates does so from where
 * the file stands.
 */
#ifndef STEADYCAST_TOOLS_REPORT_WRITE_H
#define STEADYCAST_TOOLS_REPORT_WRITE_H

#include "tools/steadycast/report/report_picture.h"

/* `path` may be "-". STATUS_INPUT for a file that is there, unless `overwrite`. */
enum status report_write_page(const struct report *report, const char *path, bool overwrite,
                              size_t *pictures_drawn, struct failure *failure);

enum report_format { REPORT_SVG, REPORT_PNG, REPORT_BOTH };

/*
 * All pictures into a folder, which is made: FOLDER/NAME.svg and .png; PNG by rsvg-convert. Where
 * that is not installed *without_png is set and SVG files are written instead. STATUS_INPUT for
 * files that are there, unless `overwrite`.
 */
enum status report_write_pictures(const struct report *report, const char *folder,
                                  enum report_format format, bool overwrite, bool *without_png,
                                  struct failure *failure);

#endif
