/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/show/show.h"

enum { MARGIN = 12, ROW = 17, NAME_ROOM = SHOW_NAME_SIZE + 32 };

/* --- the words --- */

/* Blanks that stay where they are, so that columns stand below each other. */
static void put_line(FILE *file, double y, const char *line) {
    char text[MARKUP_ROOM];
    size_t used = 0;
    for (; *line && used + 3 < sizeof text; line++)
        used += (size_t)snprintf(text + used, 3, *line == ' ' ? "\xc2\xa0" : "%c", *line);
    picture_label(file, MARGIN, y, "mono", "%s", text);
}

/* *width becomes that of the longest line, if it is more. Returns where the lines end below. */
static double draw_lines(FILE *file, char *text, double *width) {
    double y = 0;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        double wide = 2 * MARGIN + text_width_mono(line, PICTURE_TEXT);
        *width = wide > *width ? wide : *width;
        put_line(file, y + PICTURE_TEXT, line);
        y += ROW;
    }
    return y;
}

/* --- the table --- */

static void row_name(const struct view *view, int row, char name[NAME_ROOM]) {
    char word[SHOW_NAME_SIZE];
    show_row_name(word, view, row);
    snprintf(name, NAME_ROOM, "%ld  %s", view->first_row + row + 1, word);
}

static struct item_table table_of(FILE *file, const struct view *view, double top) {
    struct item_table table = {.file = file,
                               .heading = "time",
                               .top = top,
                               .rows = view->receiver_count,
                               .first_time = view->first_time,
                               .last_time = view->last_time,
                               .largest = view->last_time + 1L,
                               .together = 1};
    char name[NAME_ROOM];
    for (int row = 0; row < table.rows; row++) {
        row_name(view, row, name);
        double wide = text_width(name, PICTURE_TEXT, false);
        table.names = wide > table.names ? wide : table.names;
    }
    return table;
}

static double draw_table(const struct item_table *table, const struct view *view) {
    char name[NAME_ROOM];
    item_table_begin(table);
    for (int row = 0; row < view->receiver_count; row++) {
        row_name(view, row, name);
        item_table_name(table, row, name);
        for (int time = view->first_time; time <= view->last_time; time++) {
            struct reception reception =
                receiver_receives(view->table, &view->receivers[row], time);
            if (reception.item)
                item_table_put(table, row, time, 0, reception.item, reception.head);
        }
    }
    return item_table_end(table);
}

enum status schedule_picture_table(struct picture *picture, const struct view *view,
                                   struct failure *failure) {
    TRY(picture_begin(picture, failure));
    struct item_table table = table_of(picture->file, view, 4);
    double below = draw_table(&table, view);
    return picture_end(picture, item_table_width(&table), below, failure);
}

/* --- the tree --- */

static struct tree_row *rows_of(const struct tree *tree, struct failure *failure) {
    struct tree_row *rows = memory_new((size_t)tree->count, sizeof *rows);
    if (!rows)
        failure_memory(failure, "a tree");
    for (int i = 0; rows && i < tree->count; i++)
        rows[i] = (struct tree_row){tree->nodes[i].label, tree->nodes[i].parent, -1,
                                    tree->nodes[i].children};
    return rows;
}

enum status schedule_picture_tree(struct picture *picture, const struct tree *tree,
                                  struct failure *failure) {
    FREED struct tree_row *rows = rows_of(tree, failure);
    TRY(rows ? picture_begin(picture, failure) : STATUS_MEMORY);
    double below = tree_rows_draw(picture->file, rows, tree->count, 6);
    return picture_end(picture, tree_rows_width(rows, tree->count), below + 6, failure);
}

/* --- all of it --- */

static enum status note_cut(struct picture *picture, const struct view *view,
                            struct failure *failure) {
    CLEANUP(output_bytes_clear) struct output_bytes processors = {.purpose = "a picture"};
    TRY(output_bytes_open(&processors, failure));
    show_processors(processors.stream, view->schedule);
    TRY(output_bytes_close(&processors, STATUS_OK, failure));
    long last = view->first_row + view->receiver_count;
    bool all = view->first_row == 0 && strtol(processors.text, NULL, 10) == last;
    if (!all && view->first_row == 0)
        picture_add_text(picture, " Shown are the first %ld of %s.", last, processors.text);
    else if (!all)
        picture_add_text(picture, " Shown are %ld to %ld of %s.", view->first_row + 1, last,
                         processors.text);
    return STATUS_OK;
}

static enum status draw(struct picture *picture, const struct view *view, char *words,
                        const struct tree_row *rows, struct failure *failure) {
    struct item_table table = table_of(NULL, view, 0);
    double width = item_table_width(&table);
    if (rows && tree_rows_width(rows, view->tree->count) > width)
        width = tree_rows_width(rows, view->tree->count);
    TRY(picture_begin(picture, failure));
    FILE *file = picture->file;
    double y = draw_lines(file, words, &width);
    if (rows) {
        y = picture_heading(file, y, width, "Broadcast tree",
                            "Numbers are steps since the root received the item. A line leads from "
                            "each processor to those that it sends the item to.");
        y = tree_rows_draw(file, rows, view->tree->count, y);
    }
    y = picture_heading(file, y, width, "Reception table",
                        "A row for each processor, a column for each time step, in it the number "
                        "of the item that is received then.");
    table = table_of(file, view, y);
    y = draw_table(&table, view);
    return picture_end(picture, width, y, failure);
}

enum status schedule_picture(struct picture *picture, const struct view *view,
                             struct failure *failure) {
    CLEANUP(output_bytes_clear) struct output_bytes words = {.purpose = "a picture"};
    FREED struct tree_row *rows = view->tree ? rows_of(view->tree, failure) : NULL;
    TRY(view->tree && !rows ? STATUS_MEMORY : STATUS_OK);
    TRY(output_bytes_open(&words, failure));
    show_words(words.stream, view);
    TRY(output_bytes_close(&words, STATUS_OK, failure));
    size_t first = strcspn(words.text, "\n");
    snprintf(picture->title, sizeof picture->title, "%.*s", (int)first, words.text);
    snprintf(picture->text, sizeof picture->text, "Who receives which item when.");
    TRY(note_cut(picture, view, failure));
    return draw(picture, view, words.text + first, rows, failure);
}
