/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/network_picture.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/draw/text_width.h"

enum { SPACE = 88, MARGIN = 36, BULGE = 60, PLATE = 15, LEGEND_WIDTH = 516 };

static const double NEAR = 1e-6;

struct spot {
    double x;
    double y;
};

struct box {
    double x, y, width, height;
};

/* Where texts and nodes stand already, so that no label is put upon another one. */
struct taken {
    size_t count;
    struct box *boxes; /* owned; room for all nodes and edges */
};

static bool is_free(const struct taken *taken, struct box box) {
    for (size_t i = 0; i < taken->count; i++) {
        const struct box *at = &taken->boxes[i];
        if (box.x < at->x + at->width && at->x < box.x + box.width && box.y < at->y + at->height &&
            at->y < box.y + box.height)
            return false;
    }
    return true;
}

/* --- curves --- */

/* From node to node; straight if both bends are on the line. */
struct curve {
    struct spot points[4];
};

static struct spot along(const struct curve *curve, double t) {
    double u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
    const struct spot *p = curve->points;
    return (struct spot){a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                         a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

/* Is another node on the line between these two? */
static bool is_hidden(const struct network_picture *network, int from, int to) {
    const struct network_node *a = &network->nodes[from], *b = &network->nodes[to];
    double x = b->x - a->x, y = b->y - a->y, length = hypot(x, y);
    for (int i = 0; i < network->node_count; i++) {
        const struct network_node *c = &network->nodes[i];
        double forward = ((c->x - a->x) * x + (c->y - a->y) * y) / length;
        double aside = fabs((c->x - a->x) * y - (c->y - a->y) * x) / length;
        if (i != from && i != to && aside < 20 && forward > NEAR && forward < length - NEAR)
            return true;
    }
    return false;
}

/* Around those between them, to the left of the direction to the node with the larger number; the
 * longer, the farther out. */
static struct curve curve_of(const struct network_picture *network, int from, int to) {
    const struct network_node *a = &network->nodes[from], *b = &network->nodes[to];
    double x = b->x - a->x, y = b->y - a->y, length = hypot(x, y), out = 0;
    if (is_hidden(network, from, to)) {
        out = 30 + 5 * length / SPACE;
        out = (out > BULGE ? BULGE : out) * (from < to ? 1 : -1);
    }
    struct spot side = {y / length * out, -x / length * out};
    double near = out == 0 ? 1 / 3. : .12;
    return (struct curve){{{a->x, a->y},
                           {a->x + near * x + side.x, a->y + near * y + side.y},
                           {b->x - near * x + side.x, b->y - near * y + side.y},
                           {b->x, b->y}}};
}

static void draw_curve(FILE *file, const struct curve *curve, const char *class) {
    const struct spot *p = curve->points;
    picture_path(file);
    fprintf(file, "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", p[0].x, p[0].y, p[1].x, p[1].y,
            p[2].x, p[2].y, p[3].x, p[3].y);
    picture_path_end(file, class);
}

/* --- nodes --- */

static double number_width(int number, double size, bool bold) {
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    return text_width(text, size, bold);
}

static double radius_of(const struct network_picture *network) {
    double radius = 12;
    for (int i = 0; i < network->node_count; i++) {
        double wide = number_width(network->nodes[i].number, PICTURE_TEXT, true) / 2 + 3;
        radius = wide > radius ? wide : radius;
    }
    return radius;
}

/* Moves all nodes so that there is room around them: for a label that stands half beside the last
 * node, and for curves beyond it if there are some. Returns the size of all. */
static struct spot move_nodes(struct network_picture *network) {
    struct spot least = {1e9, 1e9}, most = {0, 0};
    double margin = MARGIN;
    for (int i = 0; i < network->node_count; i++) {
        least.x = fmin(least.x, network->nodes[i].x);
        least.y = fmin(least.y, network->nodes[i].y);
    }
    for (int i = 0; i < network->node_count; i++) {
        network->nodes[i].x = (network->nodes[i].x - least.x) * SPACE;
        network->nodes[i].y = (network->nodes[i].y - least.y) * SPACE;
    }
    for (int i = 0; i < network->edge_count && margin == MARGIN; i++)
        if (is_hidden(network, network->edges[i].from, network->edges[i].to))
            margin = MARGIN + .6 * BULGE;
    for (int i = 0; i < network->node_count; i++) {
        most.x = fmax(most.x, network->nodes[i].x += margin);
        most.y = fmax(most.y, network->nodes[i].y += margin);
    }
    return (struct spot){most.x + margin, most.y + margin};
}

static void draw_node(FILE *file, const struct network_node *node, double radius, bool source) {
    picture_circle(file, node->x, node->y, radius, source ? "start" : "node");
    if (source)
        picture_circle(file, node->x, node->y, radius + 3, "edge");
    picture_label(file, node->x, node->y + 4, source ? "mid bold" : "mid", "%d", node->number);
}

/* --- the way of the item --- */

/* The point of the curve where the arrow ends: at the circle of the receiver. */
static double arrow_end(const struct curve *curve, double radius) {
    double t = 1;
    struct spot end = curve->points[3];
    while (t > .5) {
        struct spot at = along(curve, t);
        if (hypot(at.x - end.x, at.y - end.y) > radius + 4)
            break;
        t -= .01;
    }
    return t;
}

static void draw_way(FILE *file, const struct curve *curve, double radius) {
    double t = arrow_end(curve, radius);
    struct spot tip = along(curve, t), before = along(curve, t - .06);
    draw_curve(file, curve, "s1 way");
    picture_head(file, tip.x, tip.y, atan2(tip.y - before.y, tip.x - before.x), "s1");
}

static bool is_short(const struct curve *curve) {
    const struct spot *p = curve->points;
    return hypot(p[3].x - p[0].x, p[3].y - p[0].y) < 1.5 * SPACE;
}

/* The step, on the curve where there is room: in the middle first, of long ones, which cross there,
 * nearer to the sender. */
static bool label_way(FILE *file, const struct curve *curve, int step, struct taken *taken) {
    double wide = number_width(step, PICTURE_TEXT, true) + 8;
    for (int i = 0; i < 33; i++) {
        double t = (is_short(curve) ? .5 : .38) + (i % 2 ? .03 : -.03) * (double)((i + 1) / 2);
        if (t < .12 || t > .88)
            continue;
        struct spot at = along(curve, t);
        struct box box = {at.x - wide / 2 - 1, at.y - PLATE / 2. - 1, wide + 2, PLATE + 2};
        if (!is_free(taken, box))
            continue;
        taken->boxes[taken->count++] = box;
        picture_box(file, box.x + 1, box.y + 1, wide, PLATE, "plate");
        picture_label(file, at.x, at.y + 4.5, "mid bold", "%d", step);
        return true;
    }
    return false;
}

static void draw_edges(FILE *file, const struct network_picture *network, double radius) {
    for (int i = 0; i < network->edge_count; i++)
        if (!network->edges[i].step) {
            struct curve curve = curve_of(network, network->edges[i].from, network->edges[i].to);
            draw_curve(file, &curve, "thread");
        }
    for (int i = 0; i < network->edge_count; i++) {
        const struct network_edge *edge = &network->edges[i];
        if (!edge->step)
            continue;
        struct curve curve = curve_of(network, edge->from, edge->to);
        picture_tip(file, NULL, "step %d: from %d to %d", edge->step,
                    network->nodes[edge->from].number, network->nodes[edge->to].number);
        draw_way(file, &curve, radius);
        picture_tip_end(file, NULL);
    }
}

static int label_ways(FILE *file, const struct network_picture *network, double radius,
                      struct taken *taken) {
    int without = 0;
    for (int i = 0; i < network->node_count; i++) {
        const struct network_node *node = &network->nodes[i];
        taken->boxes[taken->count++] = (struct box){node->x - radius - 1, node->y - radius - 1,
                                                    2 * radius + 2, 2 * radius + 2};
    }
    for (int pass = 0; pass < 2; pass++) /* short ones have the least room */
        for (int i = 0; i < network->edge_count; i++) {
            const struct network_edge *edge = &network->edges[i];
            if (!edge->step)
                continue;
            struct curve curve = curve_of(network, edge->from, edge->to);
            if (is_short(&curve) == (pass == 0))
                without += !label_way(file, &curve, edge->step, taken);
        }
    return without;
}

static double draw_legend(FILE *file, const struct network_picture *network, double top) {
    double x, y;
    struct legend legend = legend_begin(file, 12, top, 12 + LEGEND_WIDTH);
    if (network->source >= 0) {
        legend_add(&legend, "where the item begins", &x, &y);
        picture_circle(file, x + 12, y + 7, 5, "start");
        picture_circle(file, x + 12, y + 7, 8, "edge");
    }
    legend_add(&legend, "its way, and in which step", &x, &y);
    picture_line(file, x, y + 7, x + 18, y + 7, "s1 way");
    picture_head(file, x + LEGEND_SAMPLE, y + 7, 0, "s1");
    legend_add(&legend, "another edge", &x, &y);
    picture_line(file, x, y + 7, x + LEGEND_SAMPLE, y + 7, "thread");
    return legend_end(&legend) + 4;
}

enum status network_picture_draw(struct picture *picture, struct network_picture *network,
                                 int *unlabelled, struct failure *failure) {
    struct taken taken = {0, memory_new((size_t)network->node_count + (size_t)network->edge_count,
                                        sizeof *taken.boxes)};
    if (!taken.boxes)
        return failure_memory(failure, "a picture");
    enum status status = picture_begin(picture, failure);
    if (!status) {
        double radius = radius_of(network);
        struct spot size = move_nodes(network);
        FILE *file = picture->file;
        draw_edges(file, network, radius);
        for (int i = 0; i < network->node_count; i++)
            draw_node(file, &network->nodes[i], radius, i == network->source);
        *unlabelled = label_ways(file, network, radius, &taken);
        double below = draw_legend(file, network, size.y), wide = size.x;
        status = picture_end(picture, wide > LEGEND_WIDTH + 24 ? wide : LEGEND_WIDTH + 24, below,
                             failure);
    }
    free(taken.boxes);
    return status;
}
