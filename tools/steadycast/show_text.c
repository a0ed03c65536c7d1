#include <string.h>

#include "automata/letter.h"
#include "tools/steadycast/show.h"

enum { LINE_LETTERS = 70 };

static void print_letters(FILE *file, const struct block_class *class, int latency) {
    for (int i = 0; i < class->size - 1; i++) {
        char name[LETTER_NAME_SIZE];
        if (i && i % LINE_LETTERS == 0)
            fprintf(file, "\n%28s", "");
        fprintf(file, latency > LETTER_NAMED_ALPHABET ? "%s " : "%s",
                letter_name(name, class->letters[i], latency));
    }
    fputc('\n', file);
}

static void print_words(FILE *file, const struct schedule *schedule) {
    char name[LETTER_NAME_SIZE];
    fprintf(file, "words (a block of r processors holds r-1 letters; a = 0)\n");
    for (size_t i = schedule->class_count; i-- > 0;) {
        const struct block_class *class = &schedule->classes[i];
        fprintf(file, "  block of %-6d ", class->size);
        gmp_fprintf(file, "%Zd x  ", class->count);
        print_letters(file, class, schedule->latency);
    }
    if (schedule->depth >= schedule->latency)
        fprintf(file, "  receive-only         %s\n",
                letter_name(name, schedule->receive_only, schedule->latency));
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
    char place[40];
    if (receiver->block)
        snprintf(place, sizeof place, "block %d", receiver->block->size);
    else
        snprintf(place, sizeof place, "receive-only");
    fprintf(file, "%6ld  %-14s", view->first_row + row + 1, receiver->first ? place : "");
    for (int time = view->first_time; time <= view->last_time; time++) {
        struct reception reception = receiver_receives(view->schedule, receiver, time);
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
            "* is sent on from that step, item i is emitted by the source at time i-1\n");
    fprintf(file, "%6s  %-14s", "proc.", "");
    for (int time = view->first_time; time <= view->last_time; time++)
        fprintf(file, " %*d ", width, time);
    fputc('\n', file);
    for (int row = 0; row < view->receiver_count; row++)
        print_row(file, view, row, width);
}

void show_text(FILE *file, const struct view *view) {
    const struct schedule *schedule = view->schedule;
    fprintf(file, "latency %d, depth %d, delay %d\n", schedule->latency, schedule->depth,
            schedule->latency + schedule->depth);
    print_words(file, schedule);
    if (view->tree)
        print_tree(file, view->tree);
    print_table(file, view);
}
