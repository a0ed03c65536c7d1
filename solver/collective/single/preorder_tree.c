/* SPDX-License-Identifier: MIT */
#include "solver/collective/single/preorder_tree.h"

#include <stdbool.h>
#include <stdlib.h>

#include "automata/memory.h"

/* Sizes from the last node to the first, then numbers from the first to the last: the number of a
 * child is that of its elder sibling and the size of that one's subtree. */
static void number(struct preorder_tree *tree, int root) {
    struct preorder_node *nodes = tree->nodes;
    for (int i = 0; i < tree->count; i++)
        nodes[i].size = 1;
    for (int i = tree->count - 1; i > 0; i--)
        nodes[nodes[i].parent].size += nodes[i].size;
    nodes[0].number = (int)(root % (int64_t)tree->count);
    for (int i = 0; i < tree->count; i++) {
        int64_t next = (int64_t)nodes[i].number + 1;
        for (int child = i + 1; child < i + nodes[i].size; child += nodes[child].size) {
            nodes[child].number = (int)(next % tree->count);
            next += nodes[child].size;
        }
    }
}

static bool add(struct preorder_tree *tree, size_t *room, struct preorder_node node) {
    if ((size_t)tree->count == *room) {
        size_t more = *room ? 2 * *room : 64;
        struct preorder_node *larger = memory_resize(tree->nodes, more, sizeof *larger);
        if (!larger)
            return false;
        tree->nodes = larger;
        *room = more;
    }
    tree->nodes[tree->count++] = node;
    return true;
}

/* Down to child k of node `at` if there is one, else up to the parent and its next child. */
static enum status walk(struct preorder_tree *tree, int64_t apart, int64_t transfer,
                        struct failure *failure) {
    size_t room = (size_t)tree->count;
    int at = 0, k = 0;
    while (at >= 0) {
        int64_t left = tree->nodes[at].effective - transfer;
        if (left < 0 || k > left / apart) {
            k = tree->nodes[at].child + 1;
            at = tree->nodes[at].parent;
            continue;
        }
        if (tree->count == PREORDER_TREE_MOST_NODES)
            return failure_set(failure, STATUS_LIMIT, "the tree has more than %d nodes",
                               PREORDER_TREE_MOST_NODES);
        struct preorder_node node = {.parent = at, .child = k, .effective = left - k * apart};
        if (!add(tree, &room, node))
            return failure_memory(failure, "the tree of a broadcast");
        at = tree->count - 1;
        k = 0;
    }
    return STATUS_OK;
}

enum status preorder_tree_build(int64_t apart, int64_t transfer, int64_t time, int root,
                                struct preorder_tree *tree, struct failure *failure) {
    if (apart < 1 || transfer < 1 || time < 0 || root < 0)
        return failure_set(failure, STATUS_INPUT,
                           "sendings are at least 1 apart and take at least 1, and times and "
                           "numbers are not negative");
    struct preorder_tree built = {.count = 1, .nodes = memory_new(1, sizeof *built.nodes)};
    if (!built.nodes)
        return failure_memory(failure, "the tree of a broadcast");
    built.nodes[0] = (struct preorder_node){.parent = -1, .effective = time};
    enum status status = walk(&built, apart, transfer, failure);
    if (status) {
        preorder_tree_clear(&built);
        return status;
    }
    number(&built, root);
    *tree = built;
    return STATUS_OK;
}

void preorder_tree_clear(struct preorder_tree *tree) {
    free(tree->nodes);
    *tree = (struct preorder_tree){0};
}

void preorder_tree_truncate(struct preorder_tree *tree, int processors, int root) {
    if (processors >= 1 && processors < tree->count)
        tree->count = processors;
    number(tree, root);
}

/* Each node that stays moves up to where the list is filled by then; its old place keeps in
 * `number` where it went, for its children. */
void preorder_tree_take_last(struct preorder_tree *tree, int processors, int root) {
    struct preorder_node *nodes = tree->nodes;
    int kept = 0, stay = processors - tree->count; /* so many with effective time 0 */
    for (int i = 0; i < tree->count; i++)
        stay += nodes[i].effective == 0;
    for (int i = 0; i < tree->count; i++) {
        struct preorder_node node = nodes[i];
        if (node.effective == 0 && stay-- <= 0)
            continue;
        nodes[i].number = kept;
        struct preorder_node *place = &nodes[kept++];
        place->parent = node.parent < 0 ? -1 : nodes[node.parent].number;
        place->child = node.child;
        place->effective = node.effective;
    }
    tree->count = kept;
    number(tree, root);
}
