/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "automata/letter.h"
#include "tools/steadycast/show/show.h"

enum { LINE_LETTERS = 70 };

/* The leaves of an ordered block, one range each: letters on the whole tree, else values. */
static void print_leaves(FILE *file, const struct schedule *schedule,
                         const struct block_class *class, bool letters) {
    bool apart = !letters || schedule->latency > LETTER_NAMED_ALPHABET;
    for (size_t i = class->first; i < class->range_end; i++) {
        char name[LETTER_NAME_SIZE];
        int leaf = schedule->ranges[i].first;
        if (i > class->first && (i - class->first) % LINE_LETTERS == 0)
            fprintf(file, "\n%28s", "");
        if (letters)
            fprintf(file, apart ? "%s " : "%s", letter_name(name, leaf, schedule->latency));
        else
            fprintf(file, "%d ", leaf);
    }
    fputc('\n', file);
}

static void print_blocks(FILE *file, const struct schedule *schedule) {
    char name[LETTER_NAME_SIZE];
    bool letters = show_is_whole(schedule);
    fprintf(file, letters
                      ? "words (a block of r processors holds r-1 letters; a = 0)\n"
                      : "words (a block of r processors holds r-1 leaves, here their values)\n");
    for (size_t i = 0; i < schedule->block_count; i++) {
        const struct block_class *class = &schedule->blocks[i];
        fprintf(file, "  block of %-6d ", class->size);
        if (!letters)
            fprintf(file, "head %d  ", class->head);
        show_number(file, class->count);
        fprintf(file, " x  ");
        print_leaves(file, schedule, class, letters);
    }
    if (schedule->depth < schedule->latency)
        return;
    if (letters)
        letter_name(name, schedule->receive_only, schedule->latency);
    else
        snprintf(name, sizeof name, "%d", schedule->receive_only);
    fprintf(file, "  receive-only         %s\n", name);
}

static void print_values(FILE *file, const char *name, const int *values, size_t length) {
    char line[SHOW_LINE_SIZE];
    for (size_t place = 0; place < length; name = "") {
        place = show_values(line, values, length, place);
        fprintf(file, "    %-8s  %s\n", name, line);
    }
}

static void print_closed_words(FILE *file, const struct schedule *schedule) {
    if (schedule->word_count > 0)
        fprintf(file, "words (%s)\n", show_values_legend);
    for (size_t i = 0; i < schedule->word_count; i++) {
        const struct word_class *class = &schedule->words[i];
        size_t servers = class->length / (size_t)schedule->period;
        fprintf(file, "  word %zu: ", i + 1);
        show_number(file, class->count);
        fprintf(file, " x, length %zu, %zu processor%s\n", class->length, servers,
                servers == 1 ? "" : "s");
        print_values(file, "received", class->values, class->length);
        print_values(file, "sent", class->sends, class->length);
    }
}

/* One node a line, children below their parent; the numbers are labels, the times since the root
 * received the item. */
static void print_tree(FILE *file, const struct tree *tree) {
    fprintf(file, "\nbroadcast tree (labels: steps since the root's reception)\n");
    for (int i = 0; i < tree->count; i++) {
        int level = 0;
        for (int p = tree->nodes[i].parent; p >= 0; p = tree->nodes[p].parent)
            level++;
        fprintf(file, "  %*s%d", 2 * level, "", tree->nodes[i].label);
        if (tree->nodes[i].children)
            fprintf(file, "  (sends %d times)", tree->nodes[i].children);
        fputc('\n', file);
    }
}

static int width_of(long number) {
    return snprintf(NULL, 0, "%ld", number);
}

static void print_row(FILE *file, const struct view *view, int row, int width) {
    const struct receiver *receiver = &view->receivers[row];
    char name[SHOW_NAME_SIZE];
    show_row_name(name, view, row);
    fprintf(file, "%6ld  %-14s", view->first_row + row + 1, receiver->first ? name : "");
    for (int time = view->first_time; time <= view->last_time; time++) {
        struct reception reception = receiver_receives(view->table, receiver, time);
        if (reception.item)
            fprintf(file, " %*ld%c", width, reception.item, reception.head ? '*' : ' ');
        else
            fprintf(file, " %*s ", width, ".");
    }
    fputc('\n', file);
}

static void print_table(FILE *file, const struct view *view) {
    int width = width_of(view->last_time + 1);
    fprintf(file,
            "\nreception table: item received by each processor (rows) at each time (columns);\n"
            "* is sent on%s, item i is emitted by the source at time i-1\n",
            show_is_blocks(view->schedule) ? " from that step" : ", then or later");
    fprintf(file, "%6s  %-14s", "proc.", "");
    for (int time = view->first_time; time <= view->last_time; time++)
        fprintf(file, " %*d ", width, time);
    fputc('\n', file);
    for (int row = 0; row < view->receiver_count; row++)
        print_row(file, view, row, width);
}

static void print_kind(FILE *file, const struct schedule *schedule) {
    if (show_is_whole(schedule))
        return; /* for P(t) processors */
    if (show_is_blocks(schedule))
        fprintf(file, "block-cyclic schedule on a pruned tree for ");
    else if (schedule->period == 1)
        fprintf(file, "stationary schedule for ");
    else
        fprintf(file, "schedule of period %d for ", schedule->period);
    show_processors(file, schedule);
    fputc('\n', file);
}

void show_words(FILE *file, const struct view *view) {
    int latency = view->table->latency, depth = view->table->depth;
    fprintf(file, "latency %d, depth %d, delay %d\n", latency, depth, latency + depth);
    print_kind(file, view->schedule);
    if (view->schedule->receive_only != SCHEDULE_NOBODY || view->schedule->block_count > 0)
        print_blocks(file, view->schedule);
    print_closed_words(file, view->schedule);
}

void show_text(FILE *file, const struct view *view) {
    show_words(file, view);
    if (view->tree)
        print_tree(file, view->tree);
    print_table(file, view);
}
