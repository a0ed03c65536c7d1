#include "automata/letter.h"
#include "tools/steadycast/show/show.h"

enum { CELL = 26, LEFT = 150, TOP = 60, TREE_STEP = 30, TREE_ROW = 22, WORD_ROW = 18 };

/* A colour for an item that differs from those of its neighbours: the golden angle around the
 * colour circle. */
static double hue(long item) {
    double angle = 137.508 * (double)(item % 100000);
    return angle - 360 * (double)(long)(angle / 360);
}

static void text(FILE *file, int x, int y, const char *style, const char *words) {
    fprintf(file, "<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>\n", x, y, style, words);
}

static void cell(FILE *file, const struct reception *reception, int x, int y) {
    fprintf(file,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"hsl(%.0f,70%%,%d%%)\"%s/>\n"
            "<text x=\"%d\" y=\"%d\" class=\"item%s\">%ld</text>\n",
            x + 1, y + 1, CELL - 2, CELL - 2, hue(reception->item), reception->head ? 62 : 84,
            reception->head ? " stroke=\"#222\" stroke-width=\"2\"" : "", x + CELL / 2,
            y + CELL / 2 + 4, reception->head ? " head" : "", reception->item);
}

static int draw_table(FILE *file, const struct view *view, int top) {
    char name[SHOW_NAME_SIZE], words[SHOW_NAME_SIZE + 32];
    text(file, 10, top, "title", "Reception table");
    text(file, 10, top + 18, "note",
         view->schedule ? "rows: processors, columns: time; framed items are sent on from that step"
                        : "rows: processors, columns: time; framed items are sent on");
    top += 46;
    for (int time = view->first_time; time <= view->last_time; time++) {
        snprintf(words, sizeof words, "%d", time);
        text(file, LEFT + (time - view->first_time) * CELL + CELL / 2, top - 4, "item", words);
    }
    for (int row = 0; row < view->receiver_count; row++, top += CELL) {
        const struct receiver *receiver = &view->receivers[row];
        show_row_name(name, view, row);
        snprintf(words, sizeof words, "%ld  %s", view->first_row + row + 1, name);
        text(file, 10, top + CELL / 2 + 4, "note", words);
        for (int time = view->first_time; time <= view->last_time; time++) {
            struct reception reception = receiver_receives(view->table, receiver, time);
            if (reception.item)
                cell(file, &reception, LEFT + (time - view->first_time) * CELL, top);
        }
    }
    return top + 40;
}

/* Time runs to the right; a node stands at its label, on a row of its own, with a line from its
 * parent. */
static int draw_tree(FILE *file, const struct tree *tree, int top) {
    text(file, 10, top, "title", "Broadcast tree");
    text(file, 10, top + 18, "note", "numbers: steps since the root received the item");
    top += 40;
    for (int i = 0; i < tree->count; i++) {
        const struct tree_node *node = &tree->nodes[i];
        int x = 24 + node->label * TREE_STEP, y = top + i * TREE_ROW;
        if (node->parent >= 0) {
            int parent_x = 24 + tree->nodes[node->parent].label * TREE_STEP;
            int parent_y = top + node->parent * TREE_ROW;
            fprintf(file, "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#888\"/>\n", parent_x,
                    parent_y, y, x);
        }
    }
    for (int i = 0; i < tree->count; i++) {
        const struct tree_node *node = &tree->nodes[i];
        int x = 24 + node->label * TREE_STEP, y = top + i * TREE_ROW;
        fprintf(file,
                "<circle cx=\"%d\" cy=\"%d\" r=\"10\" fill=\"%s\" stroke=\"#333\"/>\n"
                "<text x=\"%d\" y=\"%d\" class=\"item\">%d</text>\n",
                x, y, node->children ? "#ffd28a" : "#fff", x, y + 4, node->label);
    }
    return top + tree->count * TREE_ROW + 30;
}

static int draw_words(FILE *file, const struct schedule *schedule, int top) {
    char name[LETTER_NAME_SIZE];
    text(file, 10, top, "title", "Words");
    for (size_t i = schedule->class_count; i-- > 0;) {
        const struct block_class *class = &schedule->classes[i];
        top += WORD_ROW;
        fprintf(file, "<text x=\"10\" y=\"%d\" class=\"note\">block of %d, ", top, class->size);
        gmp_fprintf(file, "%Zd times: ", class->count);
        for (int p = 0; p < class->size - 1; p++)
            fprintf(file, "%s ", letter_name(name, class->letters[p], schedule->latency));
        fprintf(file, "</text>\n");
    }
    if (schedule->depth >= schedule->latency)
        fprintf(file, "<text x=\"10\" y=\"%d\" class=\"note\">receive-only: %s</text>\n",
                top += WORD_ROW, letter_name(name, schedule->receive_only, schedule->latency));
    return top + 40;
}

/* The lines of one list; returns the place below them. Without a file it only measures. */
static int draw_values(FILE *file, const char *name, const int *values, size_t length, int top) {
    char line[SHOW_LINE_SIZE];
    for (size_t place = 0; place < length; name = "") {
        place = show_values(line, values, length, place);
        top += WORD_ROW;
        if (!file)
            continue;
        text(file, 30, top, "note", name);
        text(file, 90, top, "note", line);
    }
    return top;
}

static int draw_closed_words(FILE *file, const struct periodic *periodic, int top) {
    if (file) {
        text(file, 10, top, "title", "Words");
        text(file, 10, top + 18, "note", show_values_legend);
    }
    top += 24;
    for (size_t i = 0; i < periodic->class_count; i++) {
        const struct word_class *class = &periodic->classes[i];
        size_t servers = class->length / (size_t)periodic->period;
        top += WORD_ROW;
        if (file) {
            fprintf(file, "<text x=\"10\" y=\"%d\" class=\"note\">word %zu, ", top, i + 1);
            show_number(file, class->count);
            fprintf(file, " x, length %zu, %zu processor%s</text>\n", class->length, servers,
                    servers == 1 ? "" : "s");
        }
        top = draw_values(file, "received", class->values, class->length, top);
        top = draw_values(file, "sent", class->sends, class->length, top) + 6;
    }
    return top + 40;
}

static int height_of(const struct view *view) {
    int words = view->schedule ? TOP + 60 + WORD_ROW * (int)view->schedule->class_count
                               : draw_closed_words(NULL, view->periodic, TOP);
    int height = words + 120 + CELL * view->receiver_count;
    return height + (view->tree ? view->tree->count * TREE_ROW + 80 : 0);
}

static void draw_title(FILE *file, const struct view *view) {
    int latency = view->table->latency, depth = view->table->depth;
    fprintf(file, "<text x=\"10\" y=\"26\" class=\"title\">");
    if (view->schedule)
        fprintf(file, "Continuous broadcast");
    else if (view->periodic->period == 1)
        fprintf(file, "Stationary schedule");
    else
        fprintf(file, "Schedule of period %d", view->periodic->period);
    fprintf(file, ", L = %d, t = %d, delay %d", latency, depth, latency + depth);
    if (view->periodic) {
        fprintf(file, ", ");
        show_processors(file, view->periodic);
    }
    fprintf(file, "</text>\n");
}

void show_svg(FILE *file, const struct view *view) {
    int width = LEFT + CELL * (view->last_time - view->first_time + 1) + 20;
    if (view->tree && 60 + TREE_STEP * (view->tree->depth + 1) > width)
        width = 60 + TREE_STEP * (view->tree->depth + 1);
    if (width < (view->schedule ? 560 : 760))
        width = view->schedule ? 560 : 760;
    int height = height_of(view), top = TOP;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\">\n<style>text{font-family:sans-serif;fill:#222}"
            ".title{font-size:16px;font-weight:bold}.note{font-size:12px}"
            ".item{font-size:11px;text-anchor:middle}.head{font-weight:bold}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            width, height, width, height);
    draw_title(file, view);
    top = view->schedule ? draw_words(file, view->schedule, top)
                         : draw_closed_words(file, view->periodic, top);
    if (view->tree)
        top = draw_tree(file, view->tree, top);
    draw_table(file, view, top);
    fprintf(file, "</svg>\n");
}
