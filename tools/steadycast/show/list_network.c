/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/outside.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/show/list_picture.h"
#include "tools/steadycast/show/show.h"

enum { DIMENSIONS = 3 };

/* Lengths of the sides; a node's number has one digit for each, the first one the highest. */
struct box {
    int sides[DIMENSIONS];
};

static void digits_of(const struct box *box, int node, int digits[DIMENSIONS]) {
    for (int i = DIMENSIONS - 1; i >= 0; i--) {
        digits[i] = node % box->sides[i];
        node /= box->sides[i];
    }
}

/* Do two nodes differ in one digit only, by one or around the end? */
static bool are_beside(const struct box *box, int a, int b) {
    int left[DIMENSIONS], right[DIMENSIONS], others = 0;
    digits_of(box, a, left);
    digits_of(box, b, right);
    for (int i = 0; i < DIMENSIONS; i++) {
        int apart = abs(left[i] - right[i]);
        if (apart > 1 && apart != box->sides[i] - 1)
            return false;
        others += apart > 0;
    }
    return others == 1;
}

/* Of the arcs of a link both ways the one that is drawn. */
static bool is_link(const struct network *network, const struct network_arc *arc) {
    return arc->from < arc->to || network_arc_number(network, arc->to, arc->from) < 0;
}

static long count_links(const struct network *network) {
    long count = 0;
    for (int a = 0; a < network->arc_count; a++)
        count += is_link(network, &network->arcs[a]);
    return count;
}

static bool is_grid(const struct network *network, const struct box *box) {
    for (int a = 0; a < network->arc_count; a++)
        if (!are_beside(box, network->arcs[a].from, network->arcs[a].to))
            return false;
    return true;
}

/* The first box that all edges fit, those of two dimensions first. A tree may fit too: so there
 * must be at least as many edges as a mesh has. */
static bool find_box(const struct network *network, struct box *box) {
    int all = network->nodes;
    long links = count_links(network);
    for (int slices = 1; slices <= all / 4; slices++)
        for (int rows = 2; all % slices == 0 && rows <= all / slices / 2; rows++) {
            int columns = all / slices / rows;
            *box = (struct box){{slices, rows, columns}};
            long edges = (long)(slices - 1) * rows * columns + (long)slices * (rows - 1) * columns +
                         (long)slices * rows * (columns - 1);
            if (slices * rows * columns == all && links >= edges && is_grid(network, box))
                return true;
        }
    return false;
}

/* Slices stand side by side. */
static void place_in_box(const struct box *box, int node, struct network_node *at) {
    int digits[DIMENSIONS];
    digits_of(box, node, digits);
    at->x = digits[2] + digits[0] * (box->sides[2] + .4);
    at->y = digits[1];
}

/* --- hypercubes --- */

static int cube_dimension(const struct network *network) {
    int dimension = 0, all = network->nodes;
    while (1L << dimension < all)
        dimension++;
    if (1L << dimension != all || dimension < 3 ||
        count_links(network) != (long)dimension * all / 2)
        return 0;
    for (int a = 0; a < network->arc_count; a++) {
        int differing = network->arcs[a].from ^ network->arcs[a].to;
        if (differing & (differing - 1))
            return 0;
    }
    return dimension;
}

/* The place of a code in the order in which neighbours differ in one bit (Gray). */
static int gray_place(int code) {
    int place = 0;
    for (; code; code >>= 1)
        place ^= code;
    return place;
}

/* --- circles --- */

/* Neighbours are as far apart as in a row, on large circles a little nearer. */
static void place_on_circle(int place, int count, struct network_node *at) {
    static const double turn = 6.283185307179586;
    double radius = count > 1 ? .5 / sin(turn / 2 / (count < 4 ? 4 : count)) : 0;
    radius *= count > 32 ? .8 : 1.05;
    at->x = radius * sin(turn * place / count);
    at->y = -radius * cos(turn * place / count);
}

static bool is_middle(const struct network *network) {
    int others = network->nodes - 1;
    return others > 2 && network->out[1] - network->out[0] == others &&
           count_links(network) <= 2 * others;
}

const char *network_places(const struct network *network, int first, int count,
                           struct network_node *nodes) {
    struct box box = {{1, 1, 1}};
    int dimension = cube_dimension(network), low = (dimension + 1) / 2;
    bool grid = !dimension && find_box(network, &box);
    bool middle = !dimension && !grid && is_middle(network) && first == 0;
    for (int i = 0; i < count; i++) {
        nodes[i] = (struct network_node){0, 0};
        if (dimension)
            nodes[i] = (struct network_node){gray_place((first + i) & ((1 << low) - 1)),
                                             gray_place((first + i) >> low)};
        else if (grid)
            place_in_box(&box, first + i, &nodes[i]);
        else if (!middle)
            place_on_circle(i, count, &nodes[i]);
        else if (i > 0)
            place_on_circle(i - 1, count - 1, &nodes[i]);
    }
    return dimension ? "A hypercube: neighbours differ in one bit."
           : grid    ? "A mesh or torus."
           : middle  ? "Node 0 is in the middle."
                     : "The nodes stand on a circle.";
}

/* The way of one item through a network: nodes are circles with their numbers, edges that the item
 * goes along are arrows with the step in which it does, the others are thin. */

enum { SPACE = 88, LEGEND_WIDTH = 516 };

/* The nodes shown, and the message that takes the item to each, or with `gathers` from each; time
 * -1: none. */
struct way {
    const struct network *links;
    int first, count, source;
    bool gathers;
    struct network_node *nodes;
    struct message *to; /* owned */
};

static bool is_shown(const struct way *network, int node) {
    return node >= network->first && node < network->first + network->count;
}

static void take_messages(struct way *network, const struct messages_read *read, long item) {
    for (int i = 0; i < network->count; i++)
        network->to[i].time = -1;
    for (size_t i = 0; i < read->array.count; i++) {
        const struct message *message = &read->array.messages[i];
        if (message->item == item && is_shown(network, message->from) &&
            is_shown(network, message->to))
            network->to[(network->gathers ? message->from : message->to) - network->first] =
                *message;
    }
}

/* Does the item go along it, in this direction? */
static bool is_way(const struct way *network, int from, int to) {
    const struct message *message = &network->to[(network->gathers ? from : to) - network->first];
    return message->time >= 0 && message->from == from && message->to == to;
}

/* --- curves, in distances of neighbours --- */

/* Is another node on the line between these two? */
static bool is_hidden(const struct way *network, int from, int to) {
    const struct network_node *a = &network->nodes[from], *b = &network->nodes[to];
    double x = b->x - a->x, y = b->y - a->y, length = hypot(x, y);
    for (int i = 0; i < network->count; i++) {
        const struct network_node *c = &network->nodes[i];
        double forward = ((c->x - a->x) * x + (c->y - a->y) * y) / length;
        double aside = fabs((c->x - a->x) * y - (c->y - a->y) * x) / length;
        if (i != from && i != to && aside < .25 && forward > 1e-6 && forward < length - 1e-6)
            return true;
    }
    return false;
}

/* Around those between them; the longer, the farther out. What is not given is a straight line. */
static void print_curve(FILE *file, const struct way *network, int from, int to, bool head) {
    if (!is_hidden(network, from, to))
        return;
    const struct network_node *a = &network->nodes[from], *b = &network->nodes[to];
    double x = b->x - a->x, y = b->y - a->y, length = hypot(x, y);
    double out = fmin(.34 + .06 * length, .68) * (from < to ? 1 : -1) / length;
    struct network_node first = {a->x + .12 * x + y * out, a->y + .12 * y - x * out};
    struct network_node second = {b->x - .12 * x + y * out, b->y - .12 * y - x * out};
    double last = hypot(b->x - second.x, b->y - second.y), along = (b->x - second.x) / last,
           up = (b->y - second.y) / last, back = head ? .3 : .2;
    fputs(" pos=\"", file);
    if (head)
        fprintf(file, "e,%.1f,%.1f ", SPACE * (b->x - .21 * along), -SPACE * (b->y - .21 * up));
    fprintf(file, "%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f\"", SPACE * a->x, -SPACE * a->y,
            SPACE * first.x, -SPACE * first.y, SPACE * second.x, -SPACE * second.y,
            SPACE * (b->x - back * along), -SPACE * (b->y - back * up));
}

static void print_edge(FILE *file, const struct way *network, int from, int to) {
    bool way = is_way(network, from, to);
    fprintf(file, "%d -> %d [", from, to);
    if (way) {
        int step = network->to[(network->gathers ? from : to) - network->first].time + 1;
        fprintf(file, "class=way tooltip=\"step %d: from %d to %d\"", step, from, to);
    } else {
        fputs("dir=none", file);
    }
    print_curve(file, network, from - network->first, to - network->first, way);
    fputs("]\n", file);
}

/* In Graphviz's language, whose y points up. Below a node's number stands the step in which the
 * item comes. */
static void print_graph(FILE *file, const struct way *network) {
    const struct network *links = network->links;
    fputs("digraph { splines=line outputorder=edgesfirst pad=.2\n"
          "node [shape=circle fixedsize=true width=.5]\n",
          file);
    for (int i = 0; i < network->count; i++) {
        fprintf(file, "%d [pos=\"%.1f,%.1f\"", network->first + i, SPACE * network->nodes[i].x,
                -SPACE * network->nodes[i].y);
        if (!network_takes_part(links, network->first + i))
            fputs(" shape=box", file);
        if (network->first + i == network->source)
            fputs(" class=start peripheries=2", file);
        else if (network->to[i].time >= 0)
            fprintf(file, " label=\"%d\\n%d\"", network->first + i, network->to[i].time + 1);
        fputs("]\n", file);
    }
    for (int a = 0; a < links->arc_count; a++) {
        const struct network_arc *arc = &links->arcs[a];
        if (!is_link(links, arc) || !is_shown(network, arc->from) || !is_shown(network, arc->to))
            continue;
        if (is_way(network, arc->to, arc->from))
            print_edge(file, network, arc->to, arc->from);
        else
            print_edge(file, network, arc->from, arc->to);
    }
    fputs("}\n", file);
}

static double draw_legend(FILE *file, const struct way *network, double top) {
    double x, y;
    struct legend legend = legend_begin(file, 12, top, 12 + LEGEND_WIDTH);
    if (is_shown(network, network->source)) {
        legend_add(&legend, network->gathers ? "where its sum comes" : "where the item begins", &x,
                   &y);
        picture_circle(file, x + 12, y + 7, 5, "start");
        picture_circle(file, x + 12, y + 7, 8, "edge");
    }
    legend_add(&legend, "its way", &x, &y);
    picture_line(file, x, y + 7, x + LEGEND_SAMPLE, y + 7, "s1 way");
    legend_add(&legend, "another edge", &x, &y);
    picture_line(file, x, y + 7, x + LEGEND_SAMPLE, y + 7, "thread");
    return legend_end(&legend) + 4;
}

static enum status draw_graph(struct picture *picture, const struct way *network,
                              struct failure *failure) {
    CLEANUP(output_bytes_clear) struct output_bytes graph = {.purpose = "a picture"};
    struct graph_drawn drawn;
    TRY(output_bytes_open(&graph, failure));
    print_graph(graph.stream, network);
    TRY(output_bytes_close(&graph, STATUS_OK, failure));
    TRY(picture_begin(picture, failure));
    TRY(graph_draw(picture->file, "neato", graph.text, graph.size, &drawn, failure));
    if (drawn.missing)
        return failure_input(failure, "--draw network: " GRAPH_DRAWER
                                      " is not installed; --draw table needs nothing");
    if (network->source < 0)
        return picture_end(picture, drawn.width, drawn.height, failure);
    double wide = drawn.width > LEGEND_WIDTH + 24 ? drawn.width : LEGEND_WIDTH + 24;
    double below = draw_legend(picture->file, network, drawn.height);
    return picture_end(picture, wide, below, failure);
}

static enum status draw(struct picture *picture, const struct messages_read *read,
                        struct way *network, long item, struct failure *failure) {
    const struct message_list *list = &read->list;
    take_messages(network, read, item);
    const char *what =
        network_places(network->links, network->first, network->count, network->nodes);
    picture_add_text(
        picture,
        " %s The way of item %ld, which %s at %d: the number below that of a node is the "
        "step in which it %s, step 1 from time 0 to 1.",
        what, item, network->gathers ? "ends" : "begins", network->source,
        network->gathers ? "is sent" : "comes");
    list_note_cut(picture, "processors", 0, list->processors + 1L, network->first, network->count);
    return draw_graph(picture, network, failure);
}

enum status machine_picture(struct picture *picture, const struct network_machine_shown *shown,
                            int first, int count, struct failure *failure) {
    const struct network *network = shown->network;
    FREED struct network_node *nodes = memory_new((size_t)count, sizeof *nodes);
    FREED struct message *to = memory_new((size_t)count, sizeof *to);
    TRY(memory_check(nodes && to, failure, "a picture"));
    for (int i = 0; i < count; i++)
        to[i].time = -1;
    const struct way way = {
        .links = network, .first = first, .count = count, .source = -1, .nodes = nodes, .to = to};
    snprintf(picture->title, sizeof picture->title, "%s", shown->name);
    snprintf(picture->text, sizeof picture->text, "%d nodes. %s%s%s%s", network->nodes,
             network_places(network, first, count, nodes),
             network->forward_count ? " Boxes only forward." : "",
             network->origin && *network->origin->how ? " " : "",
             network->origin ? network->origin->how : "");
    list_note_cut(picture, "nodes", 0, network->nodes, first, count);
    return draw_graph(picture, &way, failure);
}

enum status list_network(struct picture *picture, const struct messages_read *read,
                         const struct list_view *view, struct failure *failure) {
    const struct message_list *list = &read->list;
    if (!view->network)
        return failure_input(failure, "--draw network is for schedules on networks: here every "
                                      "processor may send to every other one");
    if (view->item > list_items(list))
        return failure_input(failure, "--item: there are %ld items only", list_items(list));
    long first = view->first_row < 0 ? 0 : view->first_row, left = list->processors + 1 - first;
    long count = left < view->rows ? left : view->rows;
    struct way network = {.links = view->network,
                          .first = (int)first,
                          .count = (int)count,
                          .source = view->source != LIST_OWN ? view->source
                                    : list->all              ? (int)(view->item - 1) / list->items
                                                             : 0,
                          .gathers = view->gathers,
                          .nodes = memory_new((size_t)count, sizeof *network.nodes),
                          .to = memory_new((size_t)count, sizeof *network.to)};
    FREED void *nodes = network.nodes, *to = network.to;
    TRY(memory_check(nodes && to, failure, "a picture"));
    return draw(picture, read, &network, view->item, failure);
}
