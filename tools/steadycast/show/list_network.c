/* SPDX-License-Identifier: MIT */
/* The way of one item through a network. */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/network_picture.h"
#include "tools/steadycast/show/list_parts.h"
#include "tools/steadycast/show/network_places.h"

/* The edges of the graph among the nodes shown; then those that the item takes, in the direction in
 * which it does. */
struct edges {
    int first;
    int last;
    int item;
    int count;
    struct network_edge *list; /* owned; one for each edge of the graph */
};

static bool is_shown(const struct edges *edges, int node) {
    return node >= edges->first && node <= edges->last;
}

static void take_edges(struct edges *edges, const struct message_graph *graph) {
    for (int i = 0; i < graph->count; i++) {
        struct message_edge edge = graph->edges[i];
        if (is_shown(edges, edge.a) && is_shown(edges, edge.b))
            edges->list[edges->count++] =
                (struct network_edge){edge.a - edges->first, edge.b - edges->first, 0};
    }
}

/* In the order of the edges of the graph. */
static int by_ends(const void *left, const void *right) {
    const struct network_edge *a = left, *b = right;
    int first = a->from < a->to ? a->from : a->to, second = b->from < b->to ? b->from : b->to;
    return first != second ? first - second : a->from + a->to - b->from - b->to;
}

static void take_message(struct edges *edges, const struct message *message) {
    struct network_edge way = {message->from - edges->first, message->to - edges->first,
                               message->time + 1};
    if (message->item != edges->item || !is_shown(edges, message->from) ||
        !is_shown(edges, message->to))
        return;
    struct network_edge *at = bsearch(&way, edges->list, (size_t)edges->count, sizeof way, by_ends);
    if (at)
        *at = way;
}

static enum status draw(struct picture *picture, const struct messages_read *read,
                        struct edges *edges, struct network_node *nodes, struct failure *failure) {
    const struct message_list *list = &read->list;
    int count = edges->last - edges->first + 1, unlabelled = 0;
    int source = list->all ? (edges->item - 1) / list->items : 0;
    take_edges(edges, list->graph);
    for (size_t i = 0; i < read->array.count; i++)
        take_message(edges, &read->array.messages[i]);
    const char *what =
        network_places(list->graph, list->processors + 1, edges->first, count, nodes);
    size_t length = strlen(picture->text);
    snprintf(picture->text + length, sizeof picture->text - length,
             " %s The way of item %d, which begins at %d: a number is the step in which it goes "
             "along an edge, step 1 from time 0 to 1.",
             what, edges->item, source);
    list_tell_cut(picture, "processors", 0, list->processors + 1L, edges->first, count);
    struct network_picture network = {count, nodes, edges->count, edges->list,
                                      is_shown(edges, source) ? source - edges->first : -1};
    enum status status = network_picture_draw(picture, &network, &unlabelled, failure);
    length = strlen(picture->text);
    if (!status && unlabelled)
        snprintf(picture->text + length, sizeof picture->text - length,
                 " %d numbers had no room and are told where the arrow is pointed at.", unlabelled);
    return status;
}

enum status list_network(struct picture *picture, const struct messages_read *read,
                         const struct list_view *view, struct failure *failure) {
    const struct message_list *list = &read->list;
    if (list->machine.model != MESSAGE_GRAPH)
        return failure_set(failure, STATUS_INPUT,
                           "--draw network is for certificates of gossip: here every processor may "
                           "send to every other one");
    if (view->item > list_items(list))
        return failure_set(failure, STATUS_INPUT, "--item: there are %ld items only",
                           list_items(list));
    long first = view->first_row < 0 ? 0 : view->first_row, left = list->processors + 1 - first;
    long count = left < view->rows ? left : view->rows;
    struct edges edges = {.first = (int)first,
                          .last = (int)(first + count - 1),
                          .item = (int)view->item,
                          .list = memory_new((size_t)list->graph->count, sizeof *edges.list)};
    struct network_node *nodes = memory_new((size_t)count, sizeof *nodes);
    enum status status = edges.list && nodes ? draw(picture, read, &edges, nodes, failure)
                                             : failure_memory(failure, "a picture");
    free(edges.list);
    free(nodes);
    return status;
}
