/* SPDX-License-Identifier: MIT */
#include "solver/model/tree.h"

#include <assert.h>
#include <gmp.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/model/sequence.h"

/* Fills the nodes in pre-order: after a node its first child, or else the next sibling of the
 * nearest ancestor that has one. */
static void fill(struct tree *tree) {
    int latency = tree->latency, depth = tree->depth, count = 0, parent = -1, label = 0;
    for (;;) {
        int children = depth - label >= latency ? depth - label - latency + 1 : 0;
        assert(count < tree->count && label <= depth);
        tree->nodes[count] = (struct tree_node){label, parent, children};
        if (children) {
            parent = count++;
            label += latency;
            continue;
        }
        count++;
        while (parent >= 0 && label == depth) { /* the last child of a node has label t */
            label = tree->nodes[parent].label;
            parent = tree->nodes[parent].parent;
        }
        if (parent < 0) {
            assert(count == tree->count);
            return;
        }
        label++;
    }
}

enum status tree_init(struct tree *tree, int latency, int depth, int most_nodes,
                      struct failure *failure) {
    mpz_t nodes;
    mpz_init(nodes);
    enum status status = sequence_term(nodes, latency, depth, NULL, failure);
    if (!status && mpz_cmp_si(nodes, most_nodes) > 0)
        status = failure_set(failure, STATUS_LIMIT, "the tree for L = %d, t = %d has over %d nodes",
                             latency, depth, most_nodes);
    int count = status ? 0 : (int)mpz_get_si(nodes);
    mpz_clear(nodes);
    if (status)
        return status;
    struct tree result = {latency, depth, count, memory_new((size_t)count, sizeof *result.nodes)};
    if (!result.nodes)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for %d nodes", count);
    fill(&result);
    *tree = result;
    return STATUS_OK;
}

void tree_clear(struct tree *tree) {
    free(tree->nodes);
    *tree = (struct tree){0};
}
