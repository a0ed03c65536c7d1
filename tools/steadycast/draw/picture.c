/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/picture.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/markup.h"

enum { MARGIN = 12, TITLE_LINE = 22, TEXT_LINE = 17, LEAST_WIDTH = 540, MOST_TEXT_WIDTH = 900 };

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
    *picture = (struct picture){0};
}

void picture_add_text(struct picture *picture, const char *format, ...) {
    size_t length = strlen(picture->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(picture->text + length, sizeof picture->text - length, format, arguments);
    va_end(arguments);
}

static const double TEXT = PICTURE_TEXT, TITLE = PICTURE_TITLE;

/* Lines of at most `width`, the first one's top at y; returns where they end below. */
static double print_lines(FILE *file, double y, double width, const char *text, bool title) {
    double size = title ? TITLE : TEXT;
    for (; *text; y += title ? TITLE_LINE : TEXT_LINE) {
        size_t length = text_line(text, width, size, title);
        picture_label(file, MARGIN, y + size, title ? "title" : "soft", "%.*s", (int)length, text);
        text += length;
        text += *text == ' ' || *text == '\n';
    }
    return y;
}

double picture_heading(FILE *file, double y, double width, const char *heading, const char *note) {
    picture_label(file, MARGIN, y + 24, "bold", "%s", heading);
    return print_lines(file, y + 30, width - 2 * MARGIN, note, false) + 4;
}

/* The title and the text, as lines no wider than the picture. Returns where they end. */
static double print_head(FILE *file, const struct picture *picture, double width) {
    double room = width - 2 * MARGIN, y = print_lines(file, 8, room, picture->title, true);
    room = room < MOST_TEXT_WIDTH ? room : MOST_TEXT_WIDTH;
    return print_lines(file, y, room, picture->text, false) + 4;
}

static void print_begin(FILE *file, const struct picture *picture, int width, int height) {
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"group\" "
            "width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" aria-label=\"",
            width, height, width, height);
    markup_print(file, "%s. %s", picture->title, picture->text);
    fputs("\">\n", file);
}

/* The head is drawn first, to know how high it is. */
static void print_alone(FILE *file, const struct picture *picture) {
    int width = picture->width > LEAST_WIDTH ? picture->width : LEAST_WIDTH;
    FREED char *head = NULL;
    size_t length = 0;
    FILE *text = open_memstream(&head, &length);
    int below = text ? (int)ceil(print_head(text, picture, width)) : 0;
    bool whole = text && fclose(text) == 0;
    print_begin(file, picture, width, picture->height + below);
    fputs("<title>", file);
    markup_text(file, picture->title);
    fputs("</title>\n<desc>", file);
    markup_text(file, picture->text);
    fprintf(file, "</desc>\n<style>%s</style>\n", picture_style);
    picture_box(file, 0, 0, width, picture->height + below, "paper");
    if (whole)
        fwrite(head, 1, length, file);
    fprintf(file, "<g transform=\"translate(0 %d)\">\n", below);
    fwrite(picture->body, 1, picture->length, file);
    fputs("</g>\n", file);
}

void picture_print(FILE *file, const struct picture *picture, bool alone) {
    if (alone) {
        print_alone(file, picture);
    } else {
        print_begin(file, picture, picture->width, picture->height);
        picture_box(file, 0, 0, picture->width, picture->height, "paper");
        fwrite(picture->body, 1, picture->length, file);
    }
    fputs("</svg>\n", file);
}

enum status picture_svg(FILE *file, const void *picture, struct failure *failure) {
    (void)failure;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", file);
    picture_print(file, picture, true);
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

void picture_item(FILE *file, double x, double y, double width, long item, bool sent) {
    fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" class=\"i%d%s\" />\n",
            x + 2, y + 2, width - 4, PICTURE_CELL - 4, (int)(item % PICTURE_SERIES),
            sent ? " sent" : "");
    picture_label(file, x + width / 2, y + PICTURE_CELL / 2.0 + 4,
                  sent ? "mid small bold" : "mid small", "%ld", item);
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

enum { BEHIND_SAMPLE = 6, BETWEEN = 18, LINE = 20 };

struct legend legend_begin(FILE *file, double left, double top, double right) {
    return (struct legend){file, left, right, left, top};
}

void legend_add(struct legend *legend, const char *text, double *x, double *y) {
    double wide = LEGEND_SAMPLE + BEHIND_SAMPLE + text_width(text, PICTURE_TEXT, false);
    if (legend->x > legend->left && legend->x + wide > legend->right) {
        legend->x = legend->left;
        legend->y += LINE;
    }
    *x = legend->x;
    *y = legend->y;
    picture_label(legend->file, *x + LEGEND_SAMPLE + BEHIND_SAMPLE, *y + 11, "", "%s", text);
    legend->x += wide;
    legend->x += BETWEEN;
}

double legend_end(const struct legend *legend) {
    return legend->y + LINE;
}

/* How all pictures look, in one place. Text on a ground has a contrast of 4.5 to 1 at least, which
 * tests/report/browser.sh measures. What has no fill or stroke says so with its element, so that
 * the dark colours, which come later, do not give it one. */

const char picture_style[] =
    ".picture text{font:12px Helvetica,Arial,\"Liberation Sans\",sans-serif;fill:#222;stroke:none}"
    ".picture .soft{fill:#555}.picture .small{font-size:10px}.picture .bold{font-weight:bold}"
    ".picture .title{font-size:16px;font-weight:bold}"
    ".picture .mono{font-family:\"DejaVu Sans Mono\",\"Liberation Mono\",Menlo,monospace}"
    ".picture .mid{text-anchor:middle}.picture .end{text-anchor:end}"
    ".picture .paper{fill:#fff}.picture .frame{fill:none;stroke:#666}"
    ".picture .band{fill:#f3f4f5}"
    ".picture .rule{stroke:#ddd;fill:none}.picture .edge{stroke:#666;fill:none}"
    ".picture .thread{stroke:#666;stroke-opacity:.55;fill:none}"
    ".picture .node{fill:#fff;stroke:#333}.picture .start{fill:#fbe3c0;stroke:#333}"
    ".picture g.node ellipse{fill:#fff;stroke:#333}.picture g.start ellipse{fill:#fbe3c0}"
    ".picture g.node ellipse+ellipse{fill:none}"
    ".picture g.node text+text{font-weight:bold}.picture g.edge "
    "path{stroke:#666;stroke-opacity:.55}.picture g.edge text{font-weight:bold}"
    ".picture g.edge polygon{fill:#666;stroke:#666}.picture g.cluster polygon{stroke:#ddd}"
    ".picture g.way path{stroke:#d55e00;stroke-width:2.2;stroke-opacity:1}"
    ".picture g.way polygon{fill:#d55e00;stroke:#d55e00}"
    ".picture .sent{stroke:#222;stroke-width:2}"
    ".picture .bound{stroke:#222;fill:none;stroke-width:1.5;stroke-dasharray:5 3}"
    ".picture .idle{stroke:#222;fill:none;stroke-dasharray:2 2}"
    ".picture .s0{fill:#0072b2;stroke:#0072b2}.picture .s1{fill:#d55e00;stroke:#d55e00}"
    ".picture .s2{fill:#009e73;stroke:#009e73}.picture .s3{fill:#cc79a7;stroke:#cc79a7}"
    ".picture .s4{fill:#e69f00;stroke:#e69f00}.picture .s5{fill:#56b4e9;stroke:#56b4e9}"
    ".picture .s6{fill:#777;stroke:#777}"
    ".picture .i0{fill:#b9d8ea}.picture .i1{fill:#f6cdb3}.picture .i2{fill:#b5dfd2}"
    ".picture .i3{fill:#eed3e2}.picture .i4{fill:#f8e0ab}.picture .i5{fill:#d5ebf9}"
    ".picture .i6{fill:#dcdcdc}"
    ".picture path.line{fill:none;stroke-width:1.6}.picture path.way{fill:none;stroke-width:2.2}"
    ".picture .pale{fill-opacity:.3}"
    ".picture rect.flat{stroke:none}"
    ".picture a:hover *{opacity:.75}\n"
    "@media(prefers-color-scheme:dark){"
    ".picture text{fill:#e6e6e6}.picture .soft{fill:#b5b5b5}.picture .paper{fill:#181a1b}"
    ".picture .frame,.picture .edge{stroke:#aaa}.picture .rule{stroke:#3a3d3f}"
    ".picture .band{fill:#202325}.picture .thread{stroke:#bbb}"
    ".picture .node{fill:#26292b;stroke:#ccc}.picture .start{fill:#6b4a12;stroke:#ccc}"
    ".picture g.node ellipse{fill:#26292b;stroke:#ccc}.picture g.start ellipse{fill:#6b4a12}"
    ".picture g.node ellipse+ellipse{fill:none}"
    ".picture g.edge path{stroke:#bbb}.picture g.edge polygon{fill:#bbb;stroke:#bbb}"
    ".picture g.cluster polygon{stroke:#3a3d3f}"
    ".picture g.way path{stroke:#f0843c}.picture g.way polygon{fill:#f0843c;stroke:#f0843c}"
    ".picture .sent{stroke:#fff}.picture .bound,.picture .idle{stroke:#eee}"
    ".picture .s0{fill:#3d9bdc;stroke:#3d9bdc}.picture .s1{fill:#f0843c;stroke:#f0843c}"
    ".picture .s2{fill:#2fc39a;stroke:#2fc39a}.picture .s6{fill:#999;stroke:#999}"
    ".picture .i0{fill:#1d4f6e}.picture .i1{fill:#74370f}.picture .i2{fill:#12564a}"
    ".picture .i3{fill:#693f58}.picture .i4{fill:#66480a}.picture .i5{fill:#2c5d78}"
    ".picture .i6{fill:#484b4e}"
    "}\n";

static const double MONO = .61, BOLD = 7 / 6.;

/* Characters of about the same width, in hundredths of an em. */
static const struct {
    int width;
    const char *characters;
} widths[] = {{37, "ijl'` .,"},
              {46, "ftrIJ()[]/\\|:;-\"!"},
              {53, "sz"},
              {66, "abcdeghknopquvxyLF0123456789?$*_{}"},
              {75, "ABCEKPRSTVXYZ"},
              {84, "DGHNOQUw&#+=<>~^"},
              {108, "mMW%@"}};

/* In hundredths of an em; the bytes of one character that follow its first one are no
 * characters. */
static int width_of(char character) {
    if (((unsigned char)character & 0xc0) == 0x80)
        return 0;
    for (size_t i = 0; character && i < sizeof widths / sizeof *widths; i++)
        if (strchr(widths[i].characters, character))
            return widths[i].width;
    return 108;
}

static double width_of_bytes(const char *text, size_t length, double size, bool bold) {
    long sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += width_of(text[i]);
    return (double)sum / 100 * size * (bold ? BOLD : 1);
}

double text_width(const char *text, double size, bool bold) {
    return width_of_bytes(text, strlen(text), size, bold);
}

double text_width_mono(const char *text, double size) {
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return MONO * size * (double)count;
}

size_t text_line(const char *text, double width, double size, bool bold) {
    size_t end = strcspn(text, "\n"), taken = 0;
    while (taken < end) {
        size_t word = taken + strspn(text + taken, " ");
        word += strcspn(text + word, " \n");
        if (word > end)
            word = end;
        if (taken && width_of_bytes(text, word, size, bold) > width)
            break;
        taken = word;
    }
    return taken;
}
