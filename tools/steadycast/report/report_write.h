/* SPDX-License-Identifier: MIT */
/*
 * The page and the pictures of a report as files. What refers to certificates does so from where
 * the file stands.
 */
#ifndef STEADYCAST_TOOLS_REPORT_WRITE_H
#define STEADYCAST_TOOLS_REPORT_WRITE_H

#include "tools/steadycast/report/picture_files.h"

/* `path` may be "-". STATUS_INPUT for a file that is there, unless `overwrite`. */
enum status report_write_page(const struct report *report, const char *path, bool overwrite,
                              size_t *pictures_drawn, struct failure *failure);

/* All pictures into a folder, which is made; errors as picture_files_write. */
enum status report_write_pictures(const struct report *report, const char *folder,
                                  enum report_format format, bool overwrite, bool *without_png,
                                  struct failure *failure);

#endif
