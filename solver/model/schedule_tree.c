/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/model/tree.h"

/* The heads that have not yet found their place in the tree. */
struct heads {
    size_t *next; /* of each value 0..t: index of a class, block_count when there is none left */
    long *left;   /* of each class: how many of its blocks */
};

static enum status heads_init(struct heads *heads, const struct schedule *schedule,
                              struct failure *failure) {
    size_t values = (size_t)schedule->depth + 1;
    heads->next = memory_new(values, sizeof *heads->next);
    heads->left = memory_new(schedule->block_count + 1, sizeof *heads->left);
    if (!heads->next || !heads->left)
        return failure_memory(failure, "a tree");
    for (size_t v = 0; v < values; v++)
        heads->next[v] = schedule->block_count;
    /* sorted by head, then by size ascending: the last one is the largest */
    for (size_t i = 0; i < schedule->block_count; i++) {
        heads->next[schedule->blocks[i].head] = i;
        heads->left[i] = mpz_get_si(schedule->blocks[i].count);
    }
    return STATUS_OK;
}

/* How often the next node of this value sends. */
static int take_head(struct heads *heads, const struct schedule *schedule, int value) {
    size_t i = heads->next[value];
    if (i == schedule->block_count)
        return 0;
    if (--heads->left[i] == 0)
        heads->next[value] =
            i > 0 && schedule->blocks[i - 1].head == value ? i - 1 : schedule->block_count;
    return schedule->blocks[i].size;
}

/* In pre-order; `sent` counts the children that a node has so far. */
static void fill(struct tree *tree, const struct schedule *schedule, struct heads *heads,
                 int *sent) {
    int parent = -1, label = 0;
    for (int count = 0; count < tree->count; count++) {
        int children = take_head(heads, schedule, tree->depth - label);
        tree->nodes[count] = (struct tree_node){label, parent, children};
        sent[count] = 0;
        parent = count;
        while (parent >= 0 && sent[parent] == tree->nodes[parent].children)
            parent = tree->nodes[parent].parent;
        if (parent < 0)
            return;
        label = tree->nodes[parent].label + tree->latency + sent[parent]++;
    }
}

enum status tree_of_schedule(struct tree *tree, const struct schedule *schedule, int most_nodes,
                             struct failure *failure) {
    struct tree result = {.latency = schedule->latency, .depth = schedule->depth};
    struct heads heads = {NULL, NULL};
    mpz_t processors;
    mpz_init(processors);
    schedule_processors(schedule, processors);
    bool small = mpz_cmp_si(processors, most_nodes) <= 0;
    result.count = small ? (int)mpz_get_si(processors) : 0;
    mpz_clear(processors);
    if (!small)
        return failure_set(failure, STATUS_LIMIT, "the tree has over %d nodes", most_nodes);
    int *sent = memory_new((size_t)result.count, sizeof *sent);
    result.nodes = memory_new((size_t)result.count, sizeof *result.nodes);
    enum status status = heads_init(&heads, schedule, failure);
    if (!status && (!sent || !result.nodes))
        status = failure_memory(failure, "a tree");
    if (!status)
        fill(&result, schedule, &heads, sent);
    free(heads.next);
    free(heads.left);
    free(sent);
    if (status)
        tree_clear(&result);
    else
        *tree = result;
    return status;
}
