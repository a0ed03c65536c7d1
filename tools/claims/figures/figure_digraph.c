/* SPDX-License-Identifier: MIT */
/* Figure 3: what the blocks of a single-sending schedule send each other of one item. */
#include <math.h>

#include "tools/claims/figures/figures.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/show/list_picture.h"

enum { CENTRE = 330, RING = 270, RADIUS = 15 };

/* Vertex 0 is the source, vertex i block i-1. */

static double angle_of(const struct block_digraph *digraph, int block) {
    return 6.283185307 * (block - 1) / digraph->block_count - 1.570796327;
}

static void place(const struct block_digraph *digraph, int block, double *x, double *y) {
    *x = block ? CENTRE + RING * cos(angle_of(digraph, block)) : CENTRE;
    *y = block ? CENTRE + RING * sin(angle_of(digraph, block)) : CENTRE;
}

/* A curve that leans to one side, so that both directions are seen; its weight stands upon it. */
static void draw_edge(FILE *file, const struct block_digraph *digraph, int from, int to, int weight,
                      bool active) {
    double x, y, u, v;
    place(digraph, from, &x, &y);
    place(digraph, to, &u, &v);
    double middle_x = (x + u) / 2 + (v - y) * 0.12, middle_y = (y + v) / 2 - (u - x) * 0.12;
    if (from == to) {
        double out = angle_of(digraph, from);
        picture_circle(file, x + 24 * cos(out), y + 24 * sin(out), 14, "edge");
        picture_label(file, x + 46 * cos(out), y + 46 * sin(out) + 4, "mid", "%d", weight);
        return;
    }
    picture_path(file);
    fprintf(file, "M %.1f %.1f Q %.1f %.1f %.1f %.1f", x, y, middle_x, middle_y, u, v);
    picture_path_end(file, active ? "s1 line" : "edge");
    double angle = atan2(v - middle_y, u - middle_x);
    picture_arrow(file, u - RADIUS * cos(angle), v - RADIUS * sin(angle), angle);
    if (!active)
        picture_label(file, 0.49 * x + 0.42 * middle_x + 0.09 * u,
                      0.49 * y + 0.42 * middle_y + 0.09 * v + 4, "mid", "%d", weight);
}

static void draw_block(FILE *file, const struct block_digraph *digraph, int block) {
    double x, y;
    place(digraph, block, &x, &y);
    picture_circle(file, x, y, RADIUS, "node");
    if (block)
        picture_label(file, x, y + 4, "mid", "%d", digraph->sizes[block - 1]);
    else
        picture_label(file, x, y + 28, "mid", "source");
}

static enum status draw(FILE *file, const struct block_digraph *digraph, struct failure *failure) {
    CLEANUP(picture_clear)
    struct picture picture = {.title = "What the blocks send each other of one item",
                              .text = "A vertex is a block, an edge a message."};
    TRY(picture_begin(&picture, failure));
    fprintf(
        file,
        "<p>L = %d, P-1 = %d. A vertex is a block of so many processors (0: the receive-only "
        "one); orange: a message to the processor that sends the item on, grey with its weight: "
        "the others.</p>\n",
        digraph->latency, digraph->processors);
    for (size_t i = 0; i < digraph->edge_count; i++) {
        const struct block_edge *edge = &digraph->edges[i];
        draw_edge(picture.file, digraph, edge->from + 1, edge->to + 1, edge->weight, edge->active);
    }
    for (int block = 0; block <= digraph->block_count; block++)
        draw_block(picture.file, digraph, block);
    TRY(picture_end(&picture, 2 * CENTRE, 2 * CENTRE, failure));
    picture_print(file, &picture, true);
    return STATUS_OK;
}

enum status draw_digraph(FILE *file, const struct claim_figure *figure, const char *folder,
                         struct failure *failure) {
    CLEANUP(messages_read_clear) struct messages_read read = {0};
    CLEANUP(block_digraph_clear) struct block_digraph digraph = {0};
    TRY(figure_messages(&read, folder, figure->file, failure));
    TRY(list_digraph(&read, &digraph, failure));
    return draw(file, &digraph, failure);
}
