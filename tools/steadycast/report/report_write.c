/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/draw/outside.h"
#include "tools/steadycast/frame/output_file.h"

/* --- pictures --- */

/* PNG first: where the program that makes it is not installed, *without_png is set, and it is SVG.
 */
static enum status write_picture(const struct picture *picture, const char *folder,
                                 enum report_format format, bool overwrite, bool *without_png,
                                 struct failure *failure) {
    char name[sizeof picture->name + 8], path[CAMPAIGN_PATH_ROOM];
    enum status status = STATUS_OK;
    for (int png = 1; png >= 0 && !status; png--) {
        struct output_bytes bytes = {NULL, 0};
        bool missing = false;
        if (png ? format == REPORT_SVG || *without_png : format == REPORT_PNG && !*without_png)
            continue;
        snprintf(name, sizeof name, "%s.%s", picture->name, png ? "png" : "svg");
        status = campaign_folder_path(folder, name, path, failure);
        if (!status)
            status = picture_convert(picture, png ? PICTURE_PNG : PICTURE_SVG, &bytes.text,
                                     &bytes.size, &missing, failure);
        *without_png |= missing;
        if (!status && !missing)
            status = output_file_write(path, overwrite, output_file_bytes, &bytes, failure);
        free(bytes.text);
    }
    return status;
}

/* --- the page --- */

/* The folder that a file is in. */
static enum status parent_of(const char *path, char parent[CAMPAIGN_PATH_ROOM],
                             struct failure *failure) {
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (length >= CAMPAIGN_PATH_ROOM)
        return failure_set(failure, STATUS_INPUT, "the name of the file is too long");
    snprintf(parent, CAMPAIGN_PATH_ROOM, "%.*s", (int)length, path);
    if (!length)
        strcpy(parent, slash ? "/" : ".");
    return STATUS_OK;
}

enum status report_write_page(const struct report *report, const char *path, bool overwrite,
                              size_t *pictures_drawn, struct failure *failure) {
    char parent[CAMPAIGN_PATH_ROOM], prefix[REPORT_LINK_ROOM];
    struct report_pictures pictures;
    enum status status = parent_of(strcmp(path, "-") == 0 ? "./page" : path, parent, failure);
    if (!status)
        status = report_prefix(parent, report->folder, prefix, failure);
    if (!status)
        status = report_pictures_draw(&pictures, report, prefix, failure);
    if (status)
        return status;
    struct report_page page = {report, &pictures, prefix};
    *pictures_drawn = pictures.count;
    status = output_file_write(path, overwrite, report_page, &page, failure);
    report_pictures_clear(&pictures);
    return status;
}

enum status report_write_pictures(const struct report *report, const char *folder,
                                  enum report_format format, bool overwrite, bool *without_png,
                                  struct failure *failure) {
    char prefix[REPORT_LINK_ROOM];
    struct report_pictures pictures;
    enum status status = output_folder_make(folder, failure);
    if (!status)
        status = report_prefix(folder, report->folder, prefix, failure);
    if (!status)
        status = report_pictures_draw(&pictures, report, prefix, failure);
    if (status)
        return status;
    *without_png = false;
    for (size_t i = 0; i < pictures.count && !status; i++)
        status = write_picture(&pictures.list[i].picture, folder, format, overwrite, without_png,
                               failure);
    report_pictures_clear(&pictures);
    return status;
}
