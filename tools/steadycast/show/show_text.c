#include <string.h>

#include "automata/letter.h"
#include "tools/steadycast/show/show.h"

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

static void print_values(FILE *file, const char *name, const int *values, size_t length) {
    char line[SHOW_LINE_SIZE];
    for (size_t place = 0; place < length; name = "") {
        place = show_values(line, values, length, place);
        fprintf(file, "    %-8s  %s\n", name, line);
    }
}

static void print_closed_words(FILE *file, const struct periodic *periodic) {
    fprintf(file, "words (%s)\n", show_values_legend);
    for (size_t i = 0; i < periodic->class_count; i++) {
        const struct word_class *class = &periodic->classes[i];
        size_t servers = class->length / (size_t)periodic->period;
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
            view->schedule ? " from that step" : ", then or later");
    fprintf(file, "%6s  %-14s", "proc.", "");
    for (int time = view->first_time; time <= view->last_time; time++)
        fprintf(file, " %*d ", width, time);
    fputc('\n', file);
    for (int row = 0; row < view->receiver_count; row++)
        print_row(file, view, row, width);
}

static void print_kind(FILE *file, const struct periodic *periodic) {
    if (periodic->period == 1)
        fprintf(file, "stationary schedule for ");
    else
        fprintf(file, "schedule of period %d for ", periodic->period);
    show_processors(file, periodic);
    fputc('\n', file);
}

void show_words(FILE *file, const struct view *view) {
    int latency = view->table->latency, depth = view->table->depth;
    fprintf(file, "latency %d, depth %d, delay %d\n", latency, depth, latency + depth);
    if (view->schedule) {
        print_words(file, view->schedule);
    } else {
        print_kind(file, view->periodic);
        print_closed_words(file, view->periodic);
    }
}

void show_text(FILE *file, const struct view *view) {
    show_words(file, view);
    if (view->tree)
        print_tree(file, view->tree);
    print_table(file, view);
}
