/* SPDX-License-Identifier: MIT */
/* Figure 3: what the blocks of a single-sending schedule send each other of one item. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/claims/figures/figures.h"
#include "tools/steadycast/draw/picture.h"

enum { CENTRE = 330, RING = 270, RADIUS = 15, MOST_BLOCKS = 60 };

/* Blocks are recognised by the messages: who sends an item r times in one of its turns is in a
 * block of r, and they stand one behind the other. */
struct digraph {
    const struct message_list *list;
    const struct message_array *array;
    int item;   /* that is drawn; all are alike */
    int *sends; /* the most sends of one item, of each processor */
    int *block; /* of each processor; 0 for the source */
    int size[MOST_BLOCKS];
    int blocks;
    int active[MOST_BLOCKS][MOST_BLOCKS]; /* messages to processors that send the item on */
    int other[MOST_BLOCKS][MOST_BLOCKS];
};

/* How often each processor sends an item, at most. */
static void count_sends(struct digraph *digraph, int *sent) {
    int items = digraph->list->items;
    for (size_t i = 0; i < digraph->array->count; i++) {
        const struct message *message = &digraph->array->messages[i];
        int *count = &sent[message->from * (items + 1) + message->item];
        if (++*count > digraph->sends[message->from])
            digraph->sends[message->from] = *count;
    }
}

/* A processor of the largest block may have no turn yet among so few items. */
static bool find_blocks(struct digraph *digraph) {
    int processors = digraph->list->processors, place = 1;
    digraph->size[0] = 0;
    digraph->blocks = 1;
    while (place <= processors && digraph->blocks < MOST_BLOCKS) {
        int size = digraph->sends[place], end = place + (size ? size : 1);
        digraph->size[digraph->blocks] = size;
        for (; place < end && place <= processors; place++)
            digraph->block[place] = digraph->blocks;
        digraph->blocks++;
    }
    return place > processors;
}

static void count_edges(struct digraph *digraph, const int *sent) {
    int items = digraph->list->items;
    for (size_t i = 0; i < digraph->array->count; i++) {
        const struct message *message = &digraph->array->messages[i];
        if (message->item != digraph->item)
            continue;
        bool on = sent[message->to * (items + 1) + message->item] > 0;
        int from = digraph->block[message->from], to = digraph->block[message->to];
        ++(on ? digraph->active : digraph->other)[from][to];
    }
}

static double angle_of(const struct digraph *digraph, int block) {
    return 6.283185307 * (block - 1) / (digraph->blocks - 1) - 1.570796327;
}

static void place(const struct digraph *digraph, int block, double *x, double *y) {
    *x = block ? CENTRE + RING * cos(angle_of(digraph, block)) : CENTRE;
    *y = block ? CENTRE + RING * sin(angle_of(digraph, block)) : CENTRE;
}

/* A curve that leans to one side, so that both directions are seen; its weight stands upon it. */
static void draw_edge(FILE *file, const struct digraph *digraph, int from, int to, int weight,
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

static void draw_block(FILE *file, const struct digraph *digraph, int block) {
    double x, y;
    place(digraph, block, &x, &y);
    picture_circle(file, x, y, RADIUS, "node");
    if (block)
        picture_label(file, x, y + 4, "mid", "%d", digraph->size[block]);
    else
        picture_label(file, x, y + 28, "mid", "source");
}

static enum status draw(FILE *file, const struct digraph *digraph, struct failure *failure) {
    CLEANUP(picture_clear)
    struct picture picture = {.title = "What the blocks send each other of one item",
                              .text = "A vertex is a block, an edge a message."};
    TRY(picture_begin(&picture, failure));
    fprintf(
        file,
        "<p>L = %d, P-1 = %d. A vertex is a block of so many processors (0: the receive-only "
        "one); orange: a message to the processor that sends the item on, grey with its weight: "
        "the others.</p>\n",
        digraph->list->machine.latency, digraph->list->processors);
    for (int from = 0; from < digraph->blocks; from++)
        for (int to = 1; to < digraph->blocks; to++) {
            if (digraph->other[from][to])
                draw_edge(picture.file, digraph, from, to, digraph->other[from][to], false);
            if (digraph->active[from][to])
                draw_edge(picture.file, digraph, from, to, 1, true);
        }
    for (int block = 0; block < digraph->blocks; block++)
        draw_block(picture.file, digraph, block);
    TRY(picture_end(&picture, 2 * CENTRE, 2 * CENTRE, failure));
    picture_print(file, &picture, true);
    return STATUS_OK;
}

static enum status build(FILE *file, struct digraph *digraph, struct failure *failure) {
    size_t processors = (size_t)digraph->list->processors + 1;
    FREED int *sent = memory_new(processors * ((size_t)digraph->list->items + 1), sizeof *sent);
    digraph->sends = memory_new(processors, sizeof *digraph->sends);
    digraph->block = memory_new(processors, sizeof *digraph->block);
    if (!sent || !digraph->sends || !digraph->block)
        return failure_memory(failure, "a picture");
    count_sends(digraph, sent);
    if (!find_blocks(digraph))
        return failure_set(failure, STATUS_INPUT, "too many blocks for a picture");
    count_edges(digraph, sent);
    return draw(file, digraph, failure);
}

enum status draw_digraph(FILE *file, const struct claim_figure *figure, const char *folder,
                         struct failure *failure) {
    CLEANUP(messages_read_clear) struct messages_read read = {0};
    TRY(figure_messages(&read, folder, figure->file, "messages", failure));
    FREED struct digraph *digraph = memory_new(1, sizeof *digraph);
    if (!digraph)
        return failure_memory(failure, "a picture");
    digraph->list = &read.list;
    digraph->array = &read.array;
    digraph->item = (read.list.items + 1) / 2;
    enum status status = build(file, digraph, failure);
    free(digraph->sends);
    free(digraph->block);
    return status;
}
