/* SPDX-License-Identifier: MIT */
/* The pictures of a report as files. */
#ifndef STEADYCAST_TOOLS_PICTURE_FILES_H
#define STEADYCAST_TOOLS_PICTURE_FILES_H

#include "tools/steadycast/report/report_picture.h"

enum report_format { REPORT_SVG, REPORT_PNG, REPORT_BOTH };

/*
 * Writes FOLDER/NAME.svg and .png; PNG by rsvg-convert. Where that is not installed *without_png is
 * set and SVG files are written instead. STATUS_INPUT for files that are there, unless `overwrite`.
 */
enum status picture_files_write(const struct report_pictures *pictures, const char *folder,
                                enum report_format format, bool overwrite, bool *without_png,
                                struct failure *failure);

#endif
