/* SPDX-License-Identifier: MIT */
#include "tools/claims/figures/figures.h"

#include <string.h>

#include "automata/juggling.h"
#include "automata/word.h"
#include "tools/steadycast/show/list_picture.h"
#include "tools/steadycast/show/show.h"

enum { PATH_ROOM = 4096, MOST_PROCESSORS = 200, MOST_TIME = 400 };

enum status figure_messages(struct messages_read *read, const char *folder, const char *name,
                            const char *kind, struct failure *failure) {
    char path[PATH_ROOM];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return failure_set(failure, STATUS_INPUT, "the name of the folder is too long");
    CLEANUP(certificate_unload) struct certificate_input input = {0};
    TRY(certificate_load(&input, path, failure));
    if (strcmp(input.kind, kind) == 0)
        TRY(messages_read_all(read, &input, failure));
    else
        return failure_set(failure, STATUS_INPUT, "%s: expected kind %s", path, kind);
    if (read->list.processors > MOST_PROCESSORS || read->list.finish > MOST_TIME) {
        messages_read_clear(read);
        return failure_set(failure, STATUS_INPUT, "%s: too large for a picture", path);
    }
    return STATUS_OK;
}

/* Figures 4 and 5: who receives which item when, as a table. */

static enum status draw_grid(FILE *file, const struct claim_figure *figure, const char *folder,
                             struct failure *failure) {
    CLEANUP(messages_read_clear) struct messages_read read = {0};
    TRY(figure_messages(&read, folder, figure->file, "messages", failure));
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
    TRY(figure_messages(&read, folder, figure->file, figure->kind, failure));
    struct list_view view = list_view_of(&read.list);
    snprintf(tree.text, sizeof tree.text, "Time to the right; the number is when a processor %s",
             figure->tree);
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

const struct claim_figure claim_figures[] = {
    {"figure-1", "Figure 1 of Karp et al. 1993: optimal broadcast tree",
     "The paper shows, for P = 8, L = 6, g = 4, o = 2, the tree with the labels 0, 10, 14, 18, 20, "
     "22, 24, 24 and the activity of each processor over time. Read from figure-1.cert.",
     NULL, draw_list, "figure-1.cert", .kind = "messages", .tree = "has the item."},
    {"figure-2", "Figure 2 of Karp et al. 1993: continuous broadcast, L = 3, P = 10",
     "The paper shows the optimal tree of 9 processors, the automaton for L = 3, the legal "
     "patterns ca((ca)*(bb*ca)*)* and cc*, and the reception table of the block-cyclic schedule "
     "with the words H5 acab, E2 a, D1 and b. Read from figure-2.cert.",
     NULL, draw_continuous, .file = "figure-2.cert"},
    {"figure-2-items", "Figure 2 of Karp et al. 1993, lower part: eight items",
     "The paper shows the broadcast of 8 values by the same schedule, which ends one step later "
     "than the bound of Theorem 3.1. Read from figure-2-items.cert.",
     NULL, draw_grid, .file = "figure-2-items.cert"},
    {"figure-3", "Figure 3 of Karp et al. 1993: block transmission digraph",
     "The paper shows it for L = 3 and P-1 = P(11) = 41: active transmissions thick, inactive ones "
     "with their weights. Read from figure-3.cert.",
     NULL, draw_digraph, .file = "figure-3.cert"},
    {"figure-4", "Figure 4 of Karp et al. 1993: reception table of a block of 7",
     "The paper shows it for L = 5, r = 7 and k = 16, active items bold; its entries, as "
     "they stand in the text that we have, without their columns, follow. Read from figure-4.cert.",
     "p1: 1 8 2 3 4 5 7 15 6 9 10 11 12 14 13 16\n"
     "p2: 2 1 9 3 4 5 8 16 7 6 10 11 12 15 14 13\n"
     "p3: 3 1 10 2 6 4 5 8 9 7 13 11 12 15 16 14\n"
     "p4: 4 1 11 2 3 6 7 5 8 9 10 13 14 12 15 16 14\n"
     "p5: 5 1 12 2 3 4 7 6 8 9 10 11 14 13 15 16 14\n"
     "p6: 6 1 13 2 3 4 5 7 8 9 10 11 12 14 15 16 14\n"
     "p7: 7 2 3 4 5 1 14 6 9 10 11 12 8 13 16 15\n",
     draw_grid, "figure-4.cert", .rows = 7 /* the largest block is that of the first L + 2 */},
    {"figure-5", "Figure 5 of Karp et al. 1993: broadcast with buffers",
     "The paper shows an optimal schedule for L = 3, P-1 = 13, k = 14, with circles around active "
     "items that delay another, here (i), and squares around items that were delayed, here [i]; "
     "its entries are not in the text that we have. Read from figure-5.cert.",
     NULL, draw_grid, .file = "figure-5.cert"},
    {"figure-6", "Figure 6 of Karp et al. 1993: summation",
     "The paper shows the computation schedule and the communication tree for t = 28, P = 8, "
     "L = 5, g = 4, o = 2. Read from figure-6.cert.",
     NULL, draw_list, "figure-6.cert", .kind = "summation",
     .tree = "begins to send, at the root when it has received the last message."},
    {.name = NULL},
};

const struct claim_figure *claim_figure(const char *name) {
    for (int i = 0; claim_figures[i].name; i++)
        if (strcmp(claim_figures[i].name, name) == 0)
            return &claim_figures[i];
    return NULL;
}
