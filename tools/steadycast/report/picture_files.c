/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/report/picture_files.h"

#include <stdlib.h>

#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/report/outside.h"

static enum status write_svg(FILE *file, const void *context, struct failure *failure) {
    (void)failure;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", file);
    picture_print(file, context, true);
    return STATUS_OK;
}

struct bytes {
    char *text;
    size_t size;
};

static enum status write_bytes(FILE *file, const void *context, struct failure *failure) {
    const struct bytes *bytes = context;
    (void)failure;
    fwrite(bytes->text, 1, bytes->size, file);
    return STATUS_OK;
}

static enum status convert(const struct picture *picture, struct bytes *png, bool *missing,
                           struct failure *failure) {
    static const char *const arguments[] = {"rsvg-convert", "--format=png", NULL};
    struct bytes svg = {NULL, 0};
    FILE *file = open_memstream(&svg.text, &svg.size);
    if (!file)
        return failure_memory(failure, "a picture");
    write_svg(file, picture, failure);
    enum status status = STATUS_OK;
    if (fclose(file) != 0)
        status = failure_memory(failure, "a picture");
    if (!status)
        status =
            outside_run(arguments, svg.text, svg.size, &png->text, &png->size, missing, failure);
    free(svg.text);
    return status;
}

static enum status write_one(const struct picture *picture, const char *folder, const char *ending,
                             bool overwrite, output_file_body *body, const void *context,
                             struct failure *failure) {
    char name[sizeof picture->name + 8], path[CAMPAIGN_PATH_ROOM];
    snprintf(name, sizeof name, "%s%s", picture->name, ending);
    enum status status = campaign_folder_path(folder, name, path, failure);
    return status ? status : output_file_write(path, overwrite, body, context, failure);
}

static enum status write_picture(const struct picture *picture, const char *folder,
                                 enum picture_format format, bool overwrite, bool *without_png,
                                 struct failure *failure) {
    struct bytes png = {NULL, 0};
    enum status status = STATUS_OK;
    if (format != PICTURE_SVG && !*without_png)
        status = convert(picture, &png, without_png, failure);
    if (!status && png.text)
        status = write_one(picture, folder, ".png", overwrite, write_bytes, &png, failure);
    free(png.text);
    if (!status && (format != PICTURE_PNG || *without_png))
        status = write_one(picture, folder, ".svg", overwrite, write_svg, picture, failure);
    return status;
}

enum status picture_files_write(const struct report_pictures *pictures, const char *folder,
                                enum picture_format format, bool overwrite, bool *without_png,
                                struct failure *failure) {
    enum status status = output_folder_make(folder, failure);
    *without_png = false;
    for (size_t i = 0; i < pictures->count && !status; i++)
        status = write_picture(&pictures->list[i], folder, format, overwrite, without_png, failure);
    return status;
}
