/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/cut_vertices.h"

#include <stdlib.h>

#include "automata/memory.h"

struct search {
    const struct gossip_graph *graph;
    int *order;  /* in which the nodes are seen, from 1 on; 0: not yet */
    int *low;    /* the first in this order that is next to the node or to one below it */
    int *parent; /* -1: of the root */
    int *next;   /* neighbours before this one are done */
    bool *is_cut;
};

static void clear(struct search *search) {
    free(search->order);
    free(search->low);
    free(search->parent);
    free(search->next);
}

static enum status init(struct search *search, const struct gossip_graph *graph, bool *is_cut,
                        struct failure *failure) {
    size_t nodes = (size_t)graph->nodes;
    *search = (struct search){.graph = graph, .is_cut = is_cut};
    search->order = memory_new(nodes, sizeof(int));
    search->low = memory_new(nodes, sizeof(int));
    search->parent = memory_new(nodes, sizeof(int));
    search->next = memory_new(nodes, sizeof(int));
    if (search->order && search->low && search->parent && search->next)
        return STATUS_OK;
    clear(search);
    return failure_memory(failure, "cut vertices");
}

static void see(struct search *search, int v, int parent, int order) {
    search->order[v] = search->low[v] = order;
    search->parent[v] = parent;
    search->next[v] = search->graph->first[v];
}

static void lower(int *low, int to) {
    if (to < *low)
        *low = to;
}

/* From v back to its parent: nothing below v leads above the parent, who is a cut vertex then; of
 * the root this says nothing. */
static void leave(struct search *search, int v) {
    int parent = search->parent[v];
    if (parent < 0)
        return;
    lower(&search->low[parent], search->low[v]);
    if (search->parent[parent] >= 0 && search->low[v] >= search->order[parent])
        search->is_cut[parent] = true;
}

enum status cut_vertices_find(const struct gossip_graph *graph, bool *is_cut,
                              struct failure *failure) {
    struct search search;
    enum status status = init(&search, graph, is_cut, failure);
    if (status)
        return status;
    int seen = 1, branches = 0; /* of the root */
    see(&search, 0, -1, seen++);
    for (int v = 0; v >= 0;) {
        if (search.next[v] == graph->first[v + 1]) {
            leave(&search, v);
            v = search.parent[v];
            continue;
        }
        int u = graph->neighbours[search.next[v]++];
        if (search.order[u]) {
            lower(&search.low[v], search.order[u]);
        } else {
            branches += v == 0;
            see(&search, u, v, seen++);
            v = u;
        }
    }
    is_cut[0] = branches > 1;
    clear(&search);
    return STATUS_OK;
}
