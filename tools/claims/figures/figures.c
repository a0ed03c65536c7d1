/* SPDX-License-Identifier: MIT */
#include "tools/claims/figures/figures.h"

#include <string.h>

#include "automata/juggling.h"
#include "automata/word.h"
#include "tools/steadycast/show/list_picture.h"
#include "tools/steadycast/show/show.h"

enum { PATH_ROOM = 4096, MOST_PROCESSORS = 200, MOST_TIME = 400 };

enum status figure_messages(struct messages_read *read, const char *folder, const char *name,
                            struct failure *failure) {
    char path[PATH_ROOM];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return failure_input(failure, "the name of the folder is too long");
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    TRY(certificate_load(&input, path, failure));
    if (strcmp(input.kind, "messages") != 0 && strcmp(input.kind, "summation") != 0)
        return failure_input(failure, "%s: expected a list of messages", path);
    TRY(messages_read_all(read, &input, failure));
    if (read->list.processors > MOST_PROCESSORS || read->list.finish > MOST_TIME) {
        messages_read_clear(read);
        return failure_input(failure, "%s: too large for a picture", path);
    }
    return STATUS_OK;
}

/* Figures 4 and 5: who receives which item when, as a table. */

static enum status draw_grid(FILE *file, const struct claim_figure *figure, const char *folder,
                             struct failure *failure) {
    CLEANUP(messages_read_clear) struct messages_read read = {0};
    TRY(figure_messages(&read, folder, figure->file, failure));
    const struct message_list *list = &read.list;
    int last = figure->rows && figure->rows < list->processors ? figure->rows : list->processors;
    fprintf(file,
            "<p>L = %d, P-1 = %d, %d items, the last one received at %d; rows: processors 1 "
            "to %d, columns: time; a star: sent on.</p>\n<pre>",
            list->machine.latency, list->processors, list->items, list->finish, last);
    enum status status =
        list_text(file, &read, (struct list_text){LIST_TEXT_GRID, 1, last, 1}, failure);
    fputs("</pre>\n", file);
    return status;
}

/* Figures 1 and 6: what each processor of a LogP machine does, and the tree of its messages. */

static enum status print_picture(FILE *file, struct picture *picture, enum status status) {
    if (!status)
        picture_print(file, picture, true);
    picture_clear(picture);
    return status;
}

static enum status draw_list(FILE *file, const struct claim_figure *figure, const char *folder,
                             struct failure *failure) {
    CLEANUP(messages_read_clear) struct messages_read read = {0};
    struct picture chart = {0}, tree = {.title = "The tree of the messages"};
    TRY(figure_messages(&read, folder, figure->file, failure));
    struct list_view view = list_view_of(&read.list);
    snprintf(tree.text, sizeof tree.text, "Time to the right; the number is when a processor %s",
             read.list.reduce ? "begins to send, at the root when it has received the last message."
                              : "has the item.");
    TRY(print_picture(file, &tree, item_tree(&tree, &read, failure)));
    return print_picture(file, &chart, list_picture(&chart, &read, &view, failure));
}

/* Figure 2: a block-cyclic schedule with its broadcast tree and automaton, and the broadcast of
 * eight items. */

enum { ROWS = 20, LAST_TIME = 24 };

static void print_state(FILE *file, juggling_state state, int throws) {
    for (int bit = 0; bit < throws; bit++)
        fputc(state >> bit & 1 ? 'x' : '.', file);
}

/* Each state with its letters and where they lead: which of the next steps are taken already. */
static void print_automaton(FILE *file, int latency) {
    int throws = latency - 1;
    fprintf(file, "<pre>automaton for L = %d: which of the next %d items it has already\n", latency,
            throws);
    for (juggling_state state = 0; state >> throws == 0; state++) {
        print_state(file, state, throws);
        for (int letter = 0; letter <= throws; letter++) {
            char name[LETTER_NAME_SIZE];
            if (!juggling_may_throw(state, letter))
                continue;
            letter_name(name, letter, latency);
            fprintf(file, "   %s &#8594; ", name);
            print_state(file, juggling_successor(state, letter), throws);
        }
        fputc('\n', file);
    }
    fputs("</pre>\n", file);
}

static enum status draw_continuous(FILE *file, const struct claim_figure *figure,
                                   const char *folder, struct failure *failure) {
    char path[PATH_ROOM];
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    struct picture picture = {0};
    snprintf(path, sizeof path, "%s/%s", folder, figure->file);
    TRY(certificate_load(&input, path, failure));
    CLEANUP(shown_clear) struct shown shown = {0};
    TRY(shown_load(&shown, &input, SHOWN_OWN_DEPTH, failure));
    TRY(shown_choose(&shown, 0, ROWS, 0, LAST_TIME, failure));
    TRY(print_picture(file, &picture, schedule_picture(&picture, &shown.view, failure)));
    print_automaton(file, shown.schedule.latency);
    return STATUS_OK;
}

bool claim_figure_read(const char *text, struct claim_figure *figure) {
    static const struct {
        const char *kind;
        claim_figure_draw *draw;
    } kinds[] = {{"list", draw_list},
                 {"grid", draw_grid},
                 {"continuous", draw_continuous},
                 {"digraph", draw_digraph}};
    char kind[16] = "";
    *figure = (struct claim_figure){.rows = 0};
    if (sscanf(text, "%*s %15s %63s %d", kind, figure->file, &figure->rows) < 2)
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !figure->draw; i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            figure->draw = kinds[i].draw;
    return figure->draw;
}
