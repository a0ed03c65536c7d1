/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/convert.h"

#include <stdlib.h>

#include "tools/steadycast/draw/outside.h"

static enum status write_svg(const struct picture *picture, char **bytes, size_t *size,
                             struct failure *failure) {
    FILE *file = open_memstream(bytes, size);
    if (!file)
        return failure_memory(failure, "a picture");
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", file);
    picture_print(file, picture, true);
    bool whole = !ferror(file);
    if (fclose(file) == 0 && whole)
        return STATUS_OK;
    free(*bytes);
    *bytes = NULL;
    return failure_memory(failure, "a picture");
}

enum status picture_convert(const struct picture *picture, enum picture_format format, char **bytes,
                            size_t *size, bool *missing, struct failure *failure) {
    const char *const arguments[] = {"rsvg-convert",
                                     format == PICTURE_PDF ? "--format=pdf" : "--format=png", NULL};
    char *svg = NULL;
    size_t length = 0;
    *bytes = NULL;
    *missing = false;
    enum status status = write_svg(picture, &svg, &length, failure);
    if (status || format == PICTURE_SVG) {
        *bytes = svg;
        *size = length;
        return status;
    }
    status = outside_run(arguments, svg, length, bytes, size, missing, failure);
    free(svg);
    return status;
}
