/* SPDX-License-Identifier: MIT */
/* Tables of receptions and trees, in pictures. */
#include "tools/steadycast/show/show.h"

enum { CELL = PICTURE_CELL, LEFT = 150, TREE_STEP = 34, TREE_ROW = 24 };

double show_draw_times(FILE *file, double top, int first, int last) {
    picture_label(file, 8, top + 14, "", "time:");
    for (int time = first; time <= last; time++)
        picture_label(file, LEFT + (time - first + .5) * CELL, top + 14, "soft mid small", "%d",
                      time);
    return top + 20;
}

void show_draw_row_name(FILE *file, double top, const char *name) {
    picture_label(file, LEFT - 8, top + CELL / 2.0 + 4, "soft end", "%s", name);
}

double show_column(int column) {
    return LEFT + column * CELL;
}

double show_draw_table(FILE *file, const struct view *view, double top) {
    char name[SHOW_NAME_SIZE], text[SHOW_NAME_SIZE + 32];
    top = show_draw_times(file, top, view->first_time, view->last_time);
    for (int row = 0; row < view->receiver_count; row++, top += CELL) {
        show_row_name(name, view, row);
        snprintf(text, sizeof text, "%ld  %s", view->first_row + row + 1, name);
        show_draw_row_name(file, top, text);
        for (int time = view->first_time; time <= view->last_time; time++) {
            struct reception reception =
                receiver_receives(view->table, &view->receivers[row], time);
            if (reception.item)
                picture_item(file, show_column(time - view->first_time), top, reception.item,
                             reception.head);
        }
    }
    return top;
}

/* Where a node stands: time runs to the right, each has a row of its own. */
static double node_x(const struct tree_node *node) {
    return 30 + node->label * TREE_STEP;
}

double show_draw_tree(FILE *file, const struct tree_node *nodes, int count, double top) {
    top += TREE_ROW / 2.0;
    for (int i = 0; i < count; i++) {
        int parent = nodes[i].parent;
        if (parent < 0)
            continue;
        picture_path(file);
        fprintf(file, "M%.0f %.0fV%.0fH%.0f", node_x(&nodes[parent]), top + parent * TREE_ROW,
                top + i * TREE_ROW, node_x(&nodes[i]));
        picture_path_end(file, "edge");
    }
    for (int i = 0; i < count; i++) {
        double x = node_x(&nodes[i]), y = top + i * TREE_ROW;
        picture_circle(file, x, y, 10, nodes[i].children ? "start" : "node");
        picture_label(file, x, y + 4, "mid small", "%d", nodes[i].label);
    }
    return top + (count - .5) * TREE_ROW;
}

double show_tree_width(const struct tree_node *nodes, int count) {
    double width = 0;
    for (int i = 0; i < count; i++)
        width = node_x(&nodes[i]) + 30 > width ? node_x(&nodes[i]) + 30 : width;
    return width;
}
