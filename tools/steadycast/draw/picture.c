/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/picture.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/draw/markup.h"

const char picture_style[] =
    ".picture text{font:12px sans-serif;fill:#222}"
    ".picture .soft{fill:#555}.picture .small{font-size:10px}.picture .bold{font-weight:bold}"
    ".picture .title{font-size:16px;font-weight:bold}.picture .mono{font-family:monospace}"
    ".picture .mid{text-anchor:middle}.picture .end{text-anchor:end}"
    ".picture .paper{fill:#fff}.picture .frame{fill:none;stroke:#666}"
    ".picture .rule{stroke:#ddd;fill:none}.picture .edge{stroke:#666;fill:none}"
    ".picture .node{fill:#fff;stroke:#333}.picture .start{fill:#fbe3c0;stroke:#333}"
    ".picture .sent{stroke:#222;stroke-width:2}"
    ".picture .bound{stroke:#222;fill:none;stroke-width:1.5;stroke-dasharray:5 3}"
    ".picture .s0{fill:#0072b2;stroke:#0072b2}.picture .s1{fill:#d55e00;stroke:#d55e00}"
    ".picture .s2{fill:#009e73;stroke:#009e73}.picture .s3{fill:#cc79a7;stroke:#cc79a7}"
    ".picture .s4{fill:#e69f00;stroke:#e69f00}.picture .s5{fill:#56b4e9;stroke:#56b4e9}"
    ".picture .s6{fill:#777;stroke:#777}"
    ".picture .line{fill:none;stroke-width:1.6}.picture .pale{fill-opacity:.3}"
    ".picture .half{fill-opacity:.6}.picture .flat{stroke:none}.picture .dot{fill:#222}"
    ".picture .alarm{fill:#f0e442;stroke:#000;stroke-width:2}"
    ".picture text.on{fill:#fff}.picture text.dark{fill:#111}"
    ".picture a:hover *{opacity:.75}\n"
    "@media(prefers-color-scheme:dark){"
    ".picture text{fill:#e6e6e6}.picture .soft{fill:#b5b5b5}.picture .paper{fill:#181a1b}"
    ".picture .frame,.picture .edge{stroke:#aaa}.picture .rule{stroke:#3a3d3f}"
    ".picture .node{fill:#26292b;stroke:#ccc}.picture .start{fill:#6b4a12;stroke:#ccc}"
    ".picture .sent{stroke:#fff;stroke-width:3}.picture .bound{stroke:#eee}"
    ".picture .s0{fill:#3d9bdc;stroke:#3d9bdc}.picture .s1{fill:#f0843c;stroke:#f0843c}"
    ".picture .s2{fill:#2fc39a;stroke:#2fc39a}.picture .s6{fill:#999;stroke:#999}"
    ".picture .dot{fill:#eee}.picture text.on{fill:#000}.picture text.dark{fill:#111}}\n";

enum status picture_begin(struct picture *picture, struct failure *failure) {
    picture->body = NULL;
    picture->length = 0;
    picture->file = open_memstream(&picture->body, &picture->length);
    return picture->file ? STATUS_OK : failure_memory(failure, "a picture");
}

enum status picture_end(struct picture *picture, double width, double height,
                        struct failure *failure) {
    bool whole = !ferror(picture->file);
    if (fclose(picture->file) != 0)
        whole = false;
    picture->file = NULL;
    picture->width = (int)ceil(width);
    picture->height = (int)ceil(height);
    if (whole)
        return STATUS_OK;
    picture_clear(picture);
    return failure_memory(failure, "a picture");
}

void picture_clear(struct picture *picture) {
    if (picture->file)
        fclose(picture->file);
    free(picture->body);
    picture->file = NULL;
    picture->body = NULL;
    picture->length = 0;
}

void picture_print(FILE *file, const struct picture *picture, bool alone) {
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"group\" "
            "width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" aria-label=\"",
            picture->width, picture->height, picture->width, picture->height);
    markup_print(file, "%s. %s", picture->title, picture->text);
    fputs("\">\n", file);
    if (alone) {
        fputs("<title>", file);
        markup_text(file, picture->title);
        fputs("</title>\n<desc>", file);
        markup_text(file, picture->text);
        fprintf(file, "</desc>\n<style>%s</style>\n", picture_style);
    }
    picture_box(file, 0, 0, picture->width, picture->height, "paper");
    fwrite(picture->body, 1, picture->length, file);
    fputs("</svg>\n", file);
}

void picture_head(const struct picture *picture) {
    double y = 46;
    picture_label(picture->file, 10, 26, "title", "%s", picture->title);
    for (const char *line = picture->text; *line; y += 16) {
        size_t length = strcspn(line, "\n");
        picture_label(picture->file, 10, y, "", "%.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

enum status picture_file(struct picture *picture, FILE *file, double width, double height,
                         struct failure *failure) {
    enum status status = picture_end(picture, width, height, failure);
    if (status)
        return status;
    picture_print(file, picture, true);
    picture_clear(picture);
    return STATUS_OK;
}

void picture_label(FILE *file, double x, double y, const char *class, const char *format, ...) {
    char text[MARKUP_ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    markup_text(file, text);
    fputs("</text>\n", file);
}

void picture_box(FILE *file, double x, double y, double width, double height, const char *class) {
    fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\" />\n", x,
            y, width, height, class);
}

void picture_line(FILE *file, double x1, double y1, double x2, double y2, const char *class) {
    fprintf(file, "<path d=\"M%.1f %.1fL%.1f %.1f\" class=\"%s\" />\n", x1, y1, x2, y2, class);
}

void picture_circle(FILE *file, double x, double y, double radius, const char *class) {
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\" class=\"%s\" />\n", x, y, radius,
            class);
}

void picture_path(FILE *file) {
    fputs("<path d=\"", file);
}

void picture_path_end(FILE *file, const char *class) {
    fprintf(file, "\" class=\"%s\" />\n", class);
}

void picture_arrow(FILE *file, double x, double y, double angle) {
    for (int side = -1; side <= 1; side += 2)
        picture_line(file, x - 8 * cos(angle + side * .4), y - 8 * sin(angle + side * .4), x, y,
                     "edge");
}

/* The golden angle around the circle of colours; the number stands in the cell for those to whom
 * two look the same. */
void picture_item(FILE *file, double x, double y, long item, bool sent) {
    int hue = (int)((item % 1000) * 137508 / 1000 % 360);
    fprintf(file,
            "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\" fill=\"hsl(%d,70%%,%d%%)\"%s "
            "/>\n",
            x + 1, y + 1, PICTURE_CELL - 2, PICTURE_CELL - 2, hue, sent ? 66 : 86,
            sent ? " class=\"sent\"" : "");
    picture_label(file, x + PICTURE_CELL / 2.0, y + PICTURE_CELL / 2.0 + 4,
                  sent ? "mid dark small bold" : "mid dark small", "%ld", item);
}

void picture_mark(FILE *file, double x, double y, int series) {
    /* Corners of polygons and lines, from the middle. */
    static const char *const shapes[PICTURE_SERIES] = {NULL,
                                                       "m-3.5 -3.5h7v7h-7z",
                                                       "m0 -4.5l4.5 8h-9z",
                                                       "m0 -5l5 5l-5 5l-5 -5z",
                                                       "m-4.5 -3.5h9l-4.5 8z",
                                                       "m-1.5 -4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
                                                       "m-4 -4l8 8m0 -8l-8 8"};
    int kind = series % PICTURE_SERIES;
    char class[16];
    snprintf(class, sizeof class, "s%d%s", kind, kind == PICTURE_SERIES - 1 ? " line" : "");
    if (!shapes[kind])
        picture_circle(file, x, y, 4, class);
    else {
        picture_path(file);
        fprintf(file, "M%.1f %.1f%s", x, y, shapes[kind]);
        picture_path_end(file, class);
    }
}

void picture_tip(FILE *file, const char *link, const char *format, ...) {
    char text[MARKUP_ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (link)
        fprintf(file, "<a href=\"%s\">", link); /* has no marks in it */
    fputs("<g><title>", file);
    markup_text(file, text);
    fputs("</title>", file);
}

void picture_tip_end(FILE *file, const char *link) {
    fputs(link ? "</g></a>\n" : "</g>\n", file);
}
