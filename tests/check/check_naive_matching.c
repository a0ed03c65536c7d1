/* SPDX-License-Identifier: MIT */
#include "check_naive_matching.h"

#include <stdlib.h>

struct search {
    const struct matching_graph *graph;
    long first;
    long left[MATCHING_NODES]; /* of each right node, or -1 */
    bool seen[MATCHING_NODES]; /* right nodes */
};

/* Finds a right node for this left one; others that are in the way go elsewhere. */
static bool augment(struct search *search, long left) {
    const struct matching_graph *graph = search->graph;
    for (long i = 0; i < graph->rights; i++) {
        long right = (i + search->first) % graph->rights;
        if (search->seen[right] || !graph->is_edge(graph->context, left, right))
            continue;
        search->seen[right] = true;
        if (search->left[right] < 0 || augment(search, search->left[right])) {
            search->left[right] = left;
            return true;
        }
    }
    return false;
}

bool matching_find(const struct matching_graph *graph, long first, long *right) {
    static struct search search;
    if (graph->lefts > MATCHING_NODES || graph->rights > MATCHING_NODES)
        abort();
    search.graph = graph, search.first = first;
    for (long i = 0; i < graph->rights; i++)
        search.left[i] = -1;
    for (long left = 0; left < graph->lefts; left++) {
        for (long i = 0; i < graph->rights; i++)
            search.seen[i] = false;
        if (!augment(&search, left))
            return false;
    }
    for (long i = 0; i < graph->rights; i++)
        if (search.left[i] >= 0)
            right[search.left[i]] = i;
    return true;
}
