/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/report/picture_files.h"

#include <stdlib.h>

#include "tools/steadycast/draw/convert.h"
#include "tools/steadycast/frame/output_file.h"

/* *missing: nothing is written, as the program that makes this format is not installed. */
static enum status write_one(const struct picture *picture, const char *folder,
                             enum picture_format format, bool overwrite, bool *missing,
                             struct failure *failure) {
    char name[sizeof picture->name + 8], path[CAMPAIGN_PATH_ROOM];
    struct output_bytes bytes = {NULL, 0};
    snprintf(name, sizeof name, "%s.%s", picture->name, format == PICTURE_PNG ? "png" : "svg");
    enum status status = campaign_folder_path(folder, name, path, failure);
    if (!status)
        status = picture_convert(picture, format, &bytes.text, &bytes.size, missing, failure);
    if (!status && !*missing)
        status = output_file_write(path, overwrite, output_file_bytes, &bytes, failure);
    free(bytes.text);
    return status;
}

static enum status write_picture(const struct picture *picture, const char *folder,
                                 enum report_format format, bool overwrite, bool *without_png,
                                 struct failure *failure) {
    bool missing;
    enum status status = STATUS_OK;
    if (format != REPORT_SVG && !*without_png)
        status = write_one(picture, folder, PICTURE_PNG, overwrite, without_png, failure);
    if (!status && (format != REPORT_PNG || *without_png))
        status = write_one(picture, folder, PICTURE_SVG, overwrite, &missing, failure);
    return status;
}

enum status picture_files_write(const struct report_pictures *pictures, const char *folder,
                                enum report_format format, bool overwrite, bool *without_png,
                                struct failure *failure) {
    enum status status = output_folder_make(folder, failure);
    *without_png = false;
    for (size_t i = 0; i < pictures->count && !status; i++)
        status = write_picture(&pictures->list[i], folder, format, overwrite, without_png, failure);
    return status;
}
