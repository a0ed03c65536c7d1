/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/show/show.h"

enum { LEFT = 10, ROW = 18, CHARACTER = 8, LEAST_WIDTH = 560 };

static double draw_heading(FILE *file, double top, const char *heading, const char *note) {
    picture_label(file, LEFT, top + 30, "bold", "%s", heading);
    picture_label(file, LEFT, top + 30 + ROW, "soft", "%s", note);
    return top + 30 + 2 * ROW;
}

/* Blanks that stay where they are, so that columns stand below each other. */
static void put_line(FILE *file, double top, const char *line) {
    char text[MARKUP_ROOM];
    size_t used = 0;
    for (; *line && used + 3 < sizeof text; line++)
        used += (size_t)snprintf(text + used, 3, *line == ' ' ? "\xc2\xa0" : "%c", *line);
    picture_label(file, LEFT, top, "mono", "%s", text);
}

/* The lines of a text, the first as a title. *width becomes that of the longest. */
static double draw_lines(FILE *file, char *text, double *width) {
    double top = 8;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        double wide = 2 * LEFT + CHARACTER * (double)strlen(line);
        *width = wide > *width ? wide : *width;
        top += ROW;
        if (line == text)
            picture_label(file, LEFT, top, "title", "%s", line);
        else
            put_line(file, top, line);
    }
    return top;
}

static enum status draw(FILE *svg, struct picture *picture, const struct view *view, char *words,
                        struct failure *failure) {
    double width = LEAST_WIDTH, across = show_column(view->last_time - view->first_time + 1) + 10;
    enum status status = picture_begin(picture, failure);
    if (status)
        return status;
    FILE *file = picture->file;
    double top = draw_lines(file, words, &width);
    if (view->tree) {
        double wide = show_tree_width(view->tree->nodes, view->tree->count);
        width = wide > width ? wide : width;
        top = draw_heading(file, top, "Broadcast tree",
                           "numbers: steps since the root received the item");
        top = show_draw_tree(file, view->tree->nodes, view->tree->count, top);
    }
    top = draw_heading(file, top, "Reception table",
                       "rows: processors, columns: time; framed items are sent on");
    top = show_draw_table(file, view, top);
    return picture_file(picture, svg, across > width ? across : width, top + LEFT, failure);
}

enum status show_svg(FILE *file, const struct view *view, struct failure *failure) {
    struct picture picture = {.text = "Who receives which item when."};
    char *words = NULL;
    size_t length;
    FILE *text = open_memstream(&words, &length);
    if (!text)
        return failure_memory(failure, "a picture");
    show_words(text, view);
    fclose(text);
    snprintf(picture.title, sizeof picture.title, "%.*s", (int)strcspn(words, "\n"), words);
    enum status status = draw(file, &picture, view, words, failure);
    free(words);
    return status;
}
