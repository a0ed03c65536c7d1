/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_graph.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

static int by_ends(const void *left, const void *right) {
    const struct message_edge *x = left, *y = right;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

/* Lower end first, in order, each once; the number that is left. */
static int put_in_order(struct message_edge *edges, int count) {
    int kept = 0;
    bool sorted = true;
    for (int i = 0; i < count; i++) {
        if (edges[i].a > edges[i].b)
            edges[i] = (struct message_edge){edges[i].b, edges[i].a};
        sorted = sorted && (i == 0 || by_ends(&edges[i - 1], &edges[i]) <= 0);
    }
    if (!sorted)
        qsort(edges, (size_t)count, sizeof *edges, by_ends);
    for (int i = 0; i < count; i++)
        if (edges[i].a != edges[i].b && (kept == 0 || by_ends(&edges[kept - 1], &edges[i]) != 0))
            edges[kept++] = edges[i];
    return kept;
}

/* Edges in their order give each node first its lower neighbours, then its higher ones, ascending
 * both. */
static void list_neighbours(struct gossip_graph *graph) {
    int *first = graph->first;
    for (int i = 0; i < graph->count; i++) {
        first[graph->edges[i].a + 1]++;
        first[graph->edges[i].b + 1]++;
    }
    for (int v = 0; v < graph->nodes; v++)
        first[v + 1] += first[v];
    for (int i = 0; i < graph->count; i++)
        graph->neighbours[first[graph->edges[i].b]++] = graph->edges[i].a;
    for (int i = 0; i < graph->count; i++)
        graph->neighbours[first[graph->edges[i].a]++] = graph->edges[i].b;
    memmove(first + 1, first, (size_t)graph->nodes * sizeof *first);
    first[0] = 0;
}

static enum status check_connected(const struct gossip_graph *graph, struct failure *failure) {
    unsigned char *seen = memory_new((size_t)graph->nodes, 1);
    int *queue = memory_new((size_t)graph->nodes, sizeof *queue), reached = 1;
    if (!seen || !queue) {
        free(seen);
        free(queue);
        return failure_memory(failure, "a graph");
    }
    seen[0] = 1;
    for (int next = 0; next < reached; next++)
        for (int i = graph->first[queue[next]]; i < graph->first[queue[next] + 1]; i++)
            if (!seen[graph->neighbours[i]]) {
                seen[graph->neighbours[i]] = 1;
                queue[reached++] = graph->neighbours[i];
            }
    free(seen);
    free(queue);
    if (reached < graph->nodes)
        return failure_set(failure, STATUS_INPUT,
                           "the graph is not connected: %d of %d nodes are reached from node 0",
                           reached, graph->nodes);
    return STATUS_OK;
}

static enum status check_edges(int nodes, const struct message_edge *edges, int count,
                               struct failure *failure) {
    if (nodes < 1)
        return failure_set(failure, STATUS_INPUT, "a graph has at least one node");
    if (nodes > GOSSIP_MOST_NODES || count > GOSSIP_MOST_EDGES)
        return failure_set(failure, STATUS_LIMIT, "graphs have up to %d nodes and %d edges",
                           GOSSIP_MOST_NODES, GOSSIP_MOST_EDGES);
    for (int i = 0; i < count; i++)
        if (edges[i].a < 0 || edges[i].b < 0 || edges[i].a >= nodes || edges[i].b >= nodes)
            return failure_set(failure, STATUS_INPUT, "edge %d %d: nodes are 0..%d", edges[i].a,
                               edges[i].b, nodes - 1);
    return STATUS_OK;
}

enum status gossip_graph_make(int nodes, struct message_edge *edges, int count,
                              struct gossip_graph *graph, struct failure *failure) {
    enum status status = check_edges(nodes, edges, count, failure);
    if (status)
        return status;
    struct gossip_graph made = {.nodes = nodes, .count = put_in_order(edges, count)};
    made.edges = memory_new((size_t)made.count, sizeof *made.edges);
    made.first = memory_new((size_t)nodes + 1, sizeof *made.first);
    made.neighbours = memory_new(2 * (size_t)made.count, sizeof *made.neighbours);
    if (!made.edges || !made.first || !made.neighbours) {
        gossip_graph_clear(&made);
        return failure_memory(failure, "a graph");
    }
    memcpy(made.edges, edges, (size_t)made.count * sizeof *edges);
    list_neighbours(&made);
    status = check_connected(&made, failure);
    if (status)
        gossip_graph_clear(&made);
    else
        *graph = made;
    return status;
}

void gossip_graph_clear(struct gossip_graph *graph) {
    free(graph->edges);
    free(graph->first);
    free(graph->neighbours);
    *graph = (struct gossip_graph){0};
}

enum status gossip_graph_copy(const struct gossip_graph *graph, struct gossip_graph *copy,
                              struct failure *failure) {
    return gossip_graph_make(graph->nodes, graph->edges, graph->count, copy, failure);
}

static void product_edges(const struct gossip_graph *a, const struct gossip_graph *b,
                          struct message_edge *edges) {
    int n = b->nodes, next = 0;
    for (int v = 0; v < a->nodes; v++)
        for (int i = 0; i < b->count; i++)
            edges[next++] = (struct message_edge){v * n + b->edges[i].a, v * n + b->edges[i].b};
    for (int i = 0; i < a->count; i++)
        for (int u = 0; u < n; u++)
            edges[next++] = (struct message_edge){a->edges[i].a * n + u, a->edges[i].b * n + u};
}

enum status gossip_graph_product(const struct gossip_graph *a, const struct gossip_graph *b,
                                 struct gossip_graph *product, struct failure *failure) {
    long nodes = (long)a->nodes * b->nodes;
    long count = (long)a->nodes * b->count + (long)b->nodes * a->count;
    if (nodes > GOSSIP_MOST_NODES || count > GOSSIP_MOST_EDGES)
        return failure_set(failure, STATUS_LIMIT, "graphs have up to %d nodes and %d edges",
                           GOSSIP_MOST_NODES, GOSSIP_MOST_EDGES);
    struct message_edge *edges = memory_new((size_t)count, sizeof *edges);
    if (!edges)
        return failure_memory(failure, "a graph");
    product_edges(a, b, edges);
    enum status status = gossip_graph_make((int)nodes, edges, (int)count, product, failure);
    free(edges);
    return status;
}

bool gossip_graph_adjacent(const struct gossip_graph *graph, int a, int b) {
    int low = graph->first[a], high = graph->first[a + 1];
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (graph->neighbours[middle] < b)
            low = middle + 1;
        else
            high = middle;
    }
    return low < graph->first[a + 1] && graph->neighbours[low] == b;
}

struct message_graph gossip_graph_of_messages(const struct gossip_graph *graph, bool half) {
    return (struct message_graph){.half = half, .count = graph->count, .edges = graph->edges};
}

struct message_list gossip_list(const struct message_graph *edges, int nodes) {
    return (struct message_list){.machine = {MESSAGE_GRAPH, 1, 0, 1, 1, CAPACITY_FULL},
                                 .processors = nodes - 1,
                                 .items = 1,
                                 .all = true,
                                 .graph = edges};
}

bool gossip_graph_bipartite(const struct gossip_graph *graph, unsigned char *side, int *queue) {
    enum { UNSEEN = 2 };
    int reached = 1;
    memset(side, UNSEEN, (size_t)graph->nodes);
    side[0] = 0;
    queue[0] = 0;
    for (int next = 0; next < reached; next++) {
        int v = queue[next];
        for (int i = graph->first[v]; i < graph->first[v + 1]; i++) {
            int u = graph->neighbours[i];
            if (side[u] == side[v])
                return false;
            if (side[u] == UNSEEN) {
                side[u] = (unsigned char)(1 - side[v]);
                queue[reached++] = u;
            }
        }
    }
    return true;
}

void edge_list_add(struct edge_list *list, int a, int b) {
    if (list->lost)
        return;
    list->lost = !memory_make_room(&list->edges, (size_t)list->count, sizeof *list->edges);
    if (!list->lost)
        list->edges[list->count++] = (struct message_edge){a, b};
}

void edge_list_clear(struct edge_list *list) {
    free(list->edges);
    *list = (struct edge_list){0};
}

enum status edge_list_make(struct edge_list *list, int nodes, struct gossip_graph *graph,
                           struct failure *failure) {
    if (list->lost)
        return failure_memory(failure, "a graph");
    return gossip_graph_make(nodes, list->edges, list->count, graph, failure);
}
