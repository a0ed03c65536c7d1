/* SPDX-License-Identifier: MIT */
/* The automaton of the legal words of a small latency, placed by Graphviz where it is installed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "automata/juggling_graph.h"
#include "automata/letter.h"
#include "automata/memory.h"
#include "tools/steadycast/draw/outside.h"
#include "tools/steadycast/report/report_picture.h"

enum { LEAST_LATENCY = 3, MOST_LATENCY = 5, MOST_NODES = 16, MOST_EDGES = 80 };
enum { RADIUS = 20, MARGIN = 50, BENDS = 40, INCH = 72 };

static const double PI = 3.14159265358979323846;

struct spot {
    double x;
    double y;
};

struct node {
    char name[8]; /* bits, the next landing time first */
    bool start;   /* a legal word may begin here */
    struct spot at;
};

struct edge {
    int from;
    int to;
    char letter[LETTER_NAME_SIZE];
    int bends; /* 1 + 3 times the curves */
    struct spot path[BENDS];
    struct spot label;
};

struct automaton {
    int node_count;
    struct node nodes[MOST_NODES];
    int edge_count;
    struct edge edges[MOST_EDGES];
    struct spot size;
};

/* --- what it is --- */

static void add_part(struct automaton *automaton, const struct juggling_graph *graph) {
    int first = automaton->node_count, alphabet = graph->maximal_throw + 1;
    for (size_t i = 0; i < graph->state_count; i++) {
        struct node *node = &automaton->nodes[automaton->node_count++];
        for (int bit = 0; bit < graph->maximal_throw; bit++)
            node->name[bit] = graph->states[i] >> bit & 1 ? '1' : '0';
        node->name[graph->maximal_throw] = 0;
        node->start = juggling_may_throw(graph->states[i], graph->maximal_throw);
        for (size_t k = graph->first_edge[i]; k < graph->first_edge[i + 1]; k++) {
            struct edge *edge = &automaton->edges[automaton->edge_count++];
            *edge = (struct edge){.from = first + (int)i, .to = first + (int)graph->successor[k]};
            letter_name(edge->letter, graph->letters[k], alphabet);
        }
    }
}

/* 2^(L-1) states, and at most L edges from each. */
static enum status build(struct automaton *automaton, int latency, struct failure *failure) {
    for (int balls = 0; balls < latency; balls++) {
        struct juggling_graph graph;
        enum status status = juggling_graph_init(&graph, latency - 1, balls, failure);
        if (status)
            return status;
        add_part(automaton, &graph);
        juggling_graph_clear(&graph);
    }
    return STATUS_OK;
}

/* --- where it stands: Graphviz --- */

static enum status write_dot(const struct automaton *automaton, char **text, size_t *count,
                             struct failure *failure) {
    FILE *file = open_memstream(text, count);
    if (!file)
        return failure_memory(failure, "a picture");
    fputs("digraph { rankdir=LR; node [shape=circle fixedsize=true width=0.56];\n", file);
    for (int i = 0; i < automaton->node_count; i++)
        fprintf(file, "%d;\n", i);
    for (int i = 0; i < automaton->edge_count; i++)
        fprintf(file, "%d -> %d [label=\"%d\"];\n", automaton->edges[i].from,
                automaton->edges[i].to, i);
    fputs("}\n", file);
    return fclose(file) == 0 ? STATUS_OK : failure_memory(failure, "a picture");
}

/* Inches from the left bottom to pixels from the left top. */
static struct spot spot_of(const struct automaton *automaton, double x, double y) {
    return (struct spot){MARGIN / 2.0 + x * INCH, automaton->size.y - MARGIN / 2.0 - y * INCH};
}

/* `edge FROM TO n x1 y1 .. xn yn NUMBER x y ..` */
static bool take_edge(struct automaton *automaton, const char *line) {
    int from, to, bends, used, number;
    double x, y;
    struct spot path[BENDS];
    if (sscanf(line, "edge %d %d %d%n", &from, &to, &bends, &used) != 3 || bends < 4 ||
        bends > BENDS)
        return false;
    for (int i = 0; i < bends; i++) {
        int more;
        if (sscanf(line + used, " %lf %lf%n", &x, &y, &more) != 2)
            return false;
        path[i] = spot_of(automaton, x, y);
        used += more;
    }
    if (sscanf(line + used, " %d %lf %lf", &number, &x, &y) != 3 || number < 0 ||
        number >= automaton->edge_count)
        return false;
    struct edge *edge = &automaton->edges[number];
    memcpy(edge->path, path, sizeof path);
    edge->bends = bends;
    edge->label = spot_of(automaton, x, y);
    return edge->from == from && edge->to == to;
}

static bool take_line(struct automaton *automaton, const char *line, int *taken) {
    double x, y, scale;
    int number;
    if (sscanf(line, "graph %lf %lf %lf", &scale, &x, &y) == 3) {
        automaton->size = (struct spot){x * INCH + MARGIN, y * INCH + MARGIN};
        return true;
    }
    if (sscanf(line, "node %d %lf %lf", &number, &x, &y) == 3 && number >= 0 &&
        number < automaton->node_count) {
        automaton->nodes[number].at = spot_of(automaton, x, y);
        ++*taken;
        return true;
    }
    ++*taken;
    return take_edge(automaton, line);
}

/* What `dot -Tplain` prints; false if it is not that of this automaton. */
static bool take_plain(struct automaton *automaton, char *text) {
    int taken = 0;
    for (char *line = text; *line && strncmp(line, "stop", 4) != 0;) {
        char *end = line + strcspn(line, "\n");
        char *next = *end ? end + 1 : end;
        *end = 0;
        if (!take_line(automaton, line, &taken))
            return false;
        line = next;
    }
    return taken == automaton->node_count + automaton->edge_count;
}

/* *placed: Graphviz is there, and did it. */
static enum status place_by_dot(struct automaton *automaton, bool *placed,
                                struct failure *failure) {
    static const char *const arguments[] = {"dot", "-Tplain", NULL};
    char *text = NULL, *plain = NULL;
    size_t count = 0, length = 0;
    bool missing = false;
    struct failure why;
    *placed = false;
    enum status status = write_dot(automaton, &text, &count, failure);
    if (!status &&
        outside_run(arguments, text, count, &plain, &length, &missing, &why) == STATUS_OK)
        *placed = !missing && take_plain(automaton, plain);
    free(text);
    free(plain);
    return status;
}

/* --- where it stands: by ourselves, each part on a circle --- */

static void add_bend(struct edge *edge, struct spot from, struct spot to, double bend) {
    double x = to.x - from.x, y = to.y - from.y, length = sqrt(x * x + y * y);
    struct spot left = {-y / length * bend, x / length * bend};
    double in = RADIUS / length;
    edge->bends = 4;
    edge->path[0] = (struct spot){from.x + x * in + left.x / 3, from.y + y * in + left.y / 3};
    edge->path[1] = (struct spot){from.x + x / 3 + left.x, from.y + y / 3 + left.y};
    edge->path[2] = (struct spot){from.x + 2 * x / 3 + left.x, from.y + 2 * y / 3 + left.y};
    edge->path[3] = (struct spot){to.x - x * in + left.x / 3, to.y - y * in + left.y / 3};
    edge->label = (struct spot){from.x + x / 2 + left.x, from.y + y / 2 + left.y + 4};
}

/* Out of the circle with this middle, and back. */
static void add_loop(struct edge *edge, struct spot at, struct spot middle) {
    double x = at.x - middle.x, y = at.y - middle.y, length = sqrt(x * x + y * y);
    struct spot out = length > 1 ? (struct spot){x / length, y / length} : (struct spot){0, -1};
    struct spot side = {-out.y, out.x};
    edge->bends = 4;
    for (int i = 0; i < 4; i++) {
        static const double along[] = {.8, 2.4, 2.4, .8}, across[] = {-.6, -1, 1, .6};
        edge->path[i] = (struct spot){at.x + RADIUS * (along[i] * out.x + across[i] * side.x),
                                      at.y + RADIUS * (along[i] * out.y + across[i] * side.y)};
    }
    edge->label = (struct spot){at.x + 2.4 * RADIUS * out.x, at.y + 2.4 * RADIUS * out.y + 4};
}

static int part_size(const struct automaton *automaton, int first) {
    int balls = 0, size = 0;
    for (const char *bit = automaton->nodes[first].name; *bit; bit++)
        balls += *bit == '1';
    for (int i = first; i < automaton->node_count; i++) {
        int own = 0;
        for (const char *bit = automaton->nodes[i].name; *bit; bit++)
            own += *bit == '1';
        size += own == balls;
    }
    return size;
}

static void place_part(struct automaton *automaton, int first, int size, struct spot middle,
                       double radius) {
    for (int i = 0; i < size; i++) {
        double angle = 2 * PI * i / size - PI / 2;
        automaton->nodes[first + i].at = size == 1 ? middle
                                                   : (struct spot){middle.x + radius * cos(angle),
                                                                   middle.y + radius * sin(angle)};
    }
    for (int i = 0; i < automaton->edge_count; i++) {
        struct edge *edge = &automaton->edges[i];
        if (edge->from < first || edge->from >= first + size)
            continue;
        struct spot from = automaton->nodes[edge->from].at, to = automaton->nodes[edge->to].at;
        if (edge->from == edge->to)
            add_loop(edge, from, middle);
        else
            add_bend(edge, from, to, 16);
    }
}

static void place_alone(struct automaton *automaton) {
    double x = 20, tallest = 0;
    for (int first = 0, size; first < automaton->node_count; first += size) {
        size = part_size(automaton, first);
        double radius = size == 1 ? 0 : 40 + 16.0 * size;
        tallest = radius > tallest ? radius : tallest;
    }
    for (int first = 0, size; first < automaton->node_count; first += size) {
        size = part_size(automaton, first);
        double radius = size == 1 ? 0 : 40 + 16.0 * size, wide = 2 * (radius + 3 * RADIUS);
        place_part(automaton, first, size, (struct spot){x + wide / 2, tallest + 4 * RADIUS},
                   radius);
        x += wide;
    }
    automaton->size = (struct spot){x + 20, 2 * tallest + 8 * RADIUS};
}

/* --- drawing --- */

static void draw_edge(FILE *file, const struct edge *edge) {
    const struct spot *path = edge->path;
    picture_path(file);
    fprintf(file, "M%.1f %.1fC", path[0].x, path[0].y);
    for (int i = 1; i < edge->bends; i++)
        fprintf(file, "%.1f %.1f ", path[i].x, path[i].y);
    picture_path_end(file, "edge");
    /* The head, in the direction in which the curve ends. */
    struct spot end = path[edge->bends - 1], before = path[edge->bends - 2];
    picture_arrow(file, end.x, end.y, atan2(end.y - before.y, end.x - before.x));
}

static void draw_node(FILE *file, const struct node *node) {
    picture_circle(file, node->at.x, node->at.y, RADIUS, node->start ? "start" : "node");
    if (node->start)
        picture_circle(file, node->at.x, node->at.y, RADIUS - 3, "edge");
    picture_label(file, node->at.x, node->at.y + 4, "mid small", "%s", node->name);
}

static enum status draw(const struct automaton *automaton, struct picture *picture,
                        struct failure *failure) {
    enum status status = picture_begin(picture, failure);
    if (status)
        return status;
    for (int i = 0; i < automaton->edge_count; i++)
        draw_edge(picture->file, &automaton->edges[i]);
    for (int i = 0; i < automaton->node_count; i++)
        draw_node(picture->file, &automaton->nodes[i]);
    for (int i = 0; i < automaton->edge_count; i++)
        picture_label(picture->file, automaton->edges[i].label.x, automaton->edges[i].label.y,
                      "mid bold", "%s", automaton->edges[i].letter);
    return picture_end(picture, automaton->size.x, automaton->size.y, failure);
}

/* The smallest latency of block-cyclic questions whose automaton is worth a picture; 0: none. */
static int smallest_latency(const struct report *report) {
    int smallest = 0;
    for (size_t i = 0; i < report->count; i++) {
        const struct campaign_case *asked = &report->campaign.cases[report->written[i]];
        if (asked->question.subject == SUBJECT_DECIDE &&
            (int)campaign_number(asked, KEY_LATENCY) >= LEAST_LATENCY &&
            (int)campaign_number(asked, KEY_LATENCY) <= MOST_LATENCY &&
            (!smallest || (int)campaign_number(asked, KEY_LATENCY) < smallest))
            smallest = (int)campaign_number(asked, KEY_LATENCY);
    }
    return smallest;
}

enum status draw_automaton(struct report_pictures *pictures, const struct report *report,
                           struct failure *failure) {
    int latency = smallest_latency(report);
    bool placed;
    if (!latency)
        return STATUS_OK;
    struct picture picture = {
        .text = "A circle is a state of one processor: bit i says that the item to be received "
                "by i steps from now is there already. An arrow is a reception, with its letter. A "
                "word of a block is a closed walk that begins in a double circle with the highest "
                "letter."};
    struct automaton *automaton = memory_new(1, sizeof *automaton);
    if (!automaton)
        return failure_memory(failure, "a picture");
    snprintf(picture.name, sizeof picture.name, "automaton-L%d", latency);
    snprintf(picture.title, sizeof picture.title, "The automaton of the legal words for L = %d",
             latency);
    enum status status = build(automaton, latency, failure);
    if (!status)
        status = place_by_dot(automaton, &placed, failure);
    if (!status && !placed) {
        place_alone(automaton);
        report_pictures_remark(pictures, SECTION_AUTOMATON,
                               "Placed without Graphviz: its program dot is not installed.");
    }
    if (!status)
        status = draw(automaton, &picture, failure);
    free(automaton);
    return status ? status : report_pictures_add(pictures, SECTION_AUTOMATON, &picture, failure);
}
