/* SPDX-License-Identifier: MIT */
/* Figure 2: a block-cyclic schedule with its broadcast tree and automaton, and the broadcast of
 * eight items. */
#include "automata/juggling.h"
#include "automata/letter.h"
#include "solver/construction/schedule_read.h"
#include "tools/claims/figures/figures.h"
#include "tools/steadycast/show/show.h"

enum { ROWS = 20, LAST_TIME = 24, TREE_NODES = 60 };

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

static enum status draw(FILE *file, struct schedule *schedule, struct view *view,
                        struct failure *failure) {
    struct reception_table table;
    struct receiver receivers[ROWS];
    struct tree tree;
    struct picture picture = {0};
    enum status status = schedule_order(schedule, failure);
    if (status)
        return status;
    schedule_sort(schedule);
    status = reception_of_schedule(&table, schedule, failure);
    if (status)
        return status;
    status = tree_init(&tree, schedule->latency, schedule->depth, TREE_NODES, failure);
    if (!status) {
        view->schedule = schedule;
        view->table = &table;
        view->receivers = receivers;
        view->receiver_count = receivers_list(&table, 0, ROWS, receivers);
        view->last_time = LAST_TIME;
        view->tree = &tree;
        status = schedule_picture(&picture, view, failure);
        if (!status)
            picture_print(file, &picture, true);
        picture_clear(&picture);
        tree_clear(&tree);
    }
    reception_clear(&table);
    return status;
}

enum status draw_continuous(FILE *file, const char *folder, struct failure *failure) {
    char path[4096];
    struct schedule schedule;
    struct view view = {0};
    snprintf(path, sizeof path, "%s/figure-2.cert", folder);
    enum status status = schedule_read_file(&schedule, path, SCHEDULE_READ_ANY_DEPTH, failure);
    if (status)
        return status;
    status = draw(file, &schedule, &view, failure);
    print_automaton(file, schedule.latency);
    schedule_clear(&schedule);
    return status;
}
