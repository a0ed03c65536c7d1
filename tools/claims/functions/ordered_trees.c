/* SPDX-License-Identifier: MIT */
#include "tools/claims/functions/ordered_trees.h"

#include <stdbool.h>

/* Depths of a preorder: each is at most one more than the one before, and 1 at least behind the
 * root. */
static void find_parents(struct ordered_tree *tree) {
    int latest[ORDERED_TREES_MOST], children[ORDERED_TREES_MOST] = {0};
    tree->parent[0] = -1;
    tree->place[0] = 0;
    latest[0] = 0;
    for (int i = 1; i < tree->count; i++) {
        int parent = latest[tree->depth[i] - 1];
        tree->parent[i] = parent;
        tree->place[i] = children[parent]++;
        latest[tree->depth[i]] = i;
    }
}

static void ordered_tree_first(struct ordered_tree *tree, int count) {
    tree->count = count;
    for (int i = 0; i < count; i++)
        tree->depth[i] = i;
    find_parents(tree);
}

static bool ordered_tree_next(struct ordered_tree *tree) {
    int last = tree->count - 1;
    while (last > 0 && tree->depth[last] == 1)
        last--;
    if (last <= 0)
        return false;
    tree->depth[last]--;
    for (int i = last + 1; i < tree->count; i++)
        tree->depth[i] = tree->depth[i - 1] + 1;
    find_parents(tree);
    return true;
}

/* The one of the last call: trees are asked for one after the other. */
static struct ordered_tree shape;
static long shape_number;

const struct ordered_tree *ordered_tree_at(int count, long number) {
    if (shape.count != count || shape_number > number) {
        ordered_tree_first(&shape, count);
        shape_number = 1;
    }
    while (shape_number < number && ordered_tree_next(&shape))
        shape_number++;
    return &shape;
}
