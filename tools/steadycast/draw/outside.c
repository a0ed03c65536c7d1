/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/outside.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/child.h"
#include "solver/base/files.h"
#include "tools/steadycast/frame/output_file.h"

static enum status read_all(FILE *printed, char **output, size_t *size, struct failure *failure) {
    if (fseek(printed, 0, SEEK_END) != 0)
        return failure_set(failure, status_of_errno(errno), "a temporary file can't be read: %s",
                           strerror(errno));
    long length = ftell(printed);
    rewind(printed);
    FREED char *text = length >= 0 ? memory_new((size_t)length + 1, 1) : NULL;
    TRY(memory_check(text, failure, "a picture"));
    if (fread(text, 1, (size_t)length, printed) != (size_t)length)
        return failure_system(failure, "a temporary file can't be read");
    *output = TAKE(text);
    *size = (size_t)length;
    return STATUS_OK;
}

/* Runs `arguments`, found on PATH as child_find does (never in the current folder), ended by NULL:
 * it reads `text` and what it prints is *output, owned by the caller, 0-terminated. *missing: there
 * is no such program, and no output. What it says on stderr is dropped. */
static enum status outside_run(const char *const *arguments, const char *text, size_t count,
                               char **output, size_t *size, bool *missing,
                               struct failure *failure) {
    char path[PATH_MAX];
    static const struct limits none = {.stop = NULL};
    int exit_status;
    *missing = !child_find(arguments[0], path, sizeof path);
    if (*missing)
        return STATUS_OK;
    FILE *input = temporary_file_open(), *printed = temporary_file_open();
    enum status status = STATUS_OK;
    if (!input || !printed || fwrite(text, 1, count, input) != count || fflush(input) != 0)
        status =
            failure_set(failure, status_of_errno(errno), "no temporary file: %s", strerror(errno));
    else if (child_run(path, arguments, input, printed, INT64_MAX, &none, &exit_status) !=
                 CHILD_EXITED ||
             exit_status != 0)
        status = failure_system(failure, "the program %s failed", arguments[0]);
    else
        status = read_all(printed, output, size, failure);
    if (input)
        fclose(input);
    if (printed)
        fclose(printed);
    return status;
}

static bool begins(const char *line, const char *start) {
    return strncmp(line, start, strlen(start)) == 0;
}

/* Without what names its parts, as several graphs may stand in one page; a tooltip becomes the
 * title of its group. */
static void copy_line(FILE *file, const char *line, int length) {
    static const char group[] = "<g id=\"", tip[] = "xlink:title=\"";
    const char *title = begins(line, "<g id=\"a_") ? strstr(line, tip) : NULL;
    if (title && title < line + length)
        fprintf(file, "<g><a><title>%.*s</title>\n", (int)strcspn(title + sizeof tip - 1, "\""),
                title + sizeof tip - 1);
    else if (begins(line, group)) {
        const char *rest = line + sizeof group + strcspn(line + sizeof group - 1, "\"");
        fprintf(file, "<g%.*s\n", length - (int)(rest - line), rest);
    } else if (!begins(line, "<title>") && !begins(line, "<!--"))
        fprintf(file, "%.*s\n", length, line);
}

/* What stands inside of <svg>. */
static enum status copy(FILE *file, const char *svg, struct graph_drawn *drawn,
                        struct failure *failure) {
    const char *head = strstr(svg, "<svg "), *at = strstr(svg, "<g id=\"graph0\"");
    const char *end = at ? strstr(at, "</svg>") : NULL;
    if (!head || !end ||
        sscanf(head, "<svg width=\"%lfpt\" height=\"%lfpt\"", &drawn->width, &drawn->height) != 2)
        return failure_system(failure, "the program dot drew nothing");
    while (at < end) {
        int length = (int)strcspn(at, "\n");
        copy_line(file, at, length);
        at += length + 1;
    }
    return STATUS_OK;
}

enum status graph_draw(FILE *file, const char *layout, const char *text, size_t count,
                       struct graph_drawn *drawn, struct failure *failure) {
    char kind[16];
    /* Letters are larger than those of the style, so that there is room whatever the font. */
    const char *const arguments[] = {"dot",
                                     kind,
                                     "-n2",
                                     "-Tsvg",
                                     "-Gbgcolor=transparent",
                                     "-Gfontname=Helvetica",
                                     "-Gfontsize=12",
                                     "-Nfontname=Helvetica",
                                     "-Nfontsize=14",
                                     "-Efontname=Helvetica-Bold",
                                     "-Efontsize=16",
                                     "-Earrowsize=.8",
                                     NULL};
    FREED char *svg = NULL;
    size_t length = 0;
    *drawn = (struct graph_drawn){false, 0, 0};
    snprintf(kind, sizeof kind, "-K%s", layout);
    TRY(outside_run(arguments, text, count, &svg, &length, &drawn->missing, failure));
    return !drawn->missing ? copy(file, svg, drawn, failure) : STATUS_OK;
}

enum status picture_convert(const struct picture *picture, enum picture_format format, char **bytes,
                            size_t *size, bool *missing, struct failure *failure) {
    const char *const arguments[] = {"rsvg-convert",
                                     format == PICTURE_PDF ? "--format=pdf" : "--format=png", NULL};
    CLEANUP(output_bytes_clear) struct output_bytes svg = {.purpose = "a picture"};
    *bytes = NULL;
    *missing = false;
    TRY(output_bytes_open(&svg, failure));
    TRY(output_bytes_close(&svg, picture_svg(svg.stream, picture, failure), failure));
    *size = svg.size;
    if (format == PICTURE_SVG)
        *bytes = TAKE(svg.text);
    return *bytes ? STATUS_OK
                  : outside_run(arguments, svg.text, svg.size, bytes, size, missing, failure);
}
