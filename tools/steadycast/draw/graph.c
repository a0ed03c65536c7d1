/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/graph.h"

#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/draw/outside.h"

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
        return failure_set(failure, STATUS_SYSTEM, "the program dot drew nothing");
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
    char *svg = NULL;
    size_t length = 0;
    *drawn = (struct graph_drawn){false, 0, 0};
    snprintf(kind, sizeof kind, "-K%s", layout);
    enum status status =
        outside_run(arguments, text, count, &svg, &length, &drawn->missing, failure);
    if (!status && !drawn->missing)
        status = copy(file, svg, drawn, failure);
    free(svg);
    return status;
}
