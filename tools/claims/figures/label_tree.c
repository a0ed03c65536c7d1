/* SPDX-License-Identifier: MIT */
#include "tools/claims/figures/label_tree.h"

#include <stdbool.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/picture.h"

enum { WIDE = 52, HIGH = 56, RADIUS = 16, MARGIN = 28 };

/* Where the nodes stand: leaves side by side, others above the middle of their children. */
struct layout {
    const struct label_node *nodes;
    int count;
    int *x; /* of each node, in half columns */
    int *y; /* its depth */
    int columns;
    int rows;
};

/* The child of `node` that comes after `last` (-1: the first); -1 if there is none. */
static int next_child(const struct layout *layout, int node, int last) {
    int found = -1;
    for (int i = 0; i < layout->count; i++) {
        const struct label_node *at = &layout->nodes[i];
        bool later = last < 0 || at->order > layout->nodes[last].order ||
                     (at->order == layout->nodes[last].order && i > last);
        if (at->parent == node && later && (found < 0 || at->order < layout->nodes[found].order))
            found = i;
    }
    return found;
}

/* Places the subtree of a node; returns how many nodes it has. */
static int place(struct layout *layout, int node, int depth) {
    int placed = 1, first = next_child(layout, node, -1), last = first;
    layout->y[node] = depth;
    if (depth + 1 > layout->rows)
        layout->rows = depth + 1;
    if (first < 0)
        layout->x[node] = 2 * layout->columns++;
    for (int child = first; child >= 0; child = next_child(layout, node, child)) {
        placed += place(layout, child, depth + 1);
        last = child;
    }
    if (first >= 0)
        layout->x[node] = (layout->x[first] + layout->x[last]) / 2;
    return placed;
}

static int x_of(const struct layout *layout, int node) {
    return MARGIN + layout->x[node] * WIDE / 2;
}

static int y_of(const struct layout *layout, int node) {
    return MARGIN + layout->y[node] * HIGH;
}

static void draw_node(FILE *file, const struct layout *layout, int node) {
    int x = x_of(layout, node), y = y_of(layout, node);
    picture_circle(file, x, y, RADIUS, "node");
    picture_label(file, x, y + 4, "mid", "%d", layout->nodes[node].label);
    picture_label(file, x + 12, y - 12, "soft small", "P%d", node);
}

static enum status draw(FILE *file, const struct layout *layout, struct failure *failure) {
    struct picture picture = {.title = "A tree", .text = "Labels: times, P: processors."};
    enum status status = picture_begin(&picture, failure);
    if (status)
        return status;
    for (int node = 0; node < layout->count; node++) {
        int parent = layout->nodes[node].parent;
        if (parent >= 0)
            picture_line(picture.file, x_of(layout, parent), y_of(layout, parent),
                         x_of(layout, node), y_of(layout, node), "edge");
    }
    for (int node = 0; node < layout->count; node++)
        draw_node(picture.file, layout, node);
    return picture_file(&picture, file, 2 * MARGIN + layout->columns * WIDE,
                        2 * MARGIN + layout->rows * HIGH, failure);
}

enum status label_tree_draw(FILE *file, const struct label_node *nodes, int count,
                            struct failure *failure) {
    struct layout layout = {.nodes = nodes, .count = count};
    int root = -1, roots = 0;
    for (int i = 0; i < count; i++)
        if (nodes[i].parent < 0) {
            root = i;
            roots++;
        }
    layout.x = memory_new((size_t)count, sizeof *layout.x);
    layout.y = memory_new((size_t)count, sizeof *layout.y);
    enum status status = STATUS_OK;
    if (!layout.x || !layout.y)
        status = failure_memory(failure, "a picture");
    else if (roots != 1 || place(&layout, root, 0) != count)
        status = failure_set(failure, STATUS_INPUT, "this is no tree with one root");
    if (!status)
        status = draw(file, &layout, failure);
    free(layout.x);
    free(layout.y);
    return status;
}
