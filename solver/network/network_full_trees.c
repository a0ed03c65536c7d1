/* SPDX-License-Identifier: MIT */
#include "solver/network/network_full_trees.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"

/* Nodes that are left one child, of value 0, are to be cut: of value 2, which leaves out one node
 * of each side, and of value 3, three. */
struct cuts {
    int of_two, of_three;
};

/* 2^(t-1) nodes of each side would be there, less than 2^(t-2) have to go. Of value 3 there are q =
 * 2^(t-4), and 2 q of value 2, one under each of those. */
static struct cuts count_cuts(int b, int *t) {
    *t = 1;
    while (((int64_t)1 << (*t - 1)) < b)
        ++*t;
    int gone = (int)(((int64_t)1 << (*t - 1)) - b);
    int twos = *t < 4 ? gone : 1 << (*t - 3);
    int threes = gone > twos ? (gone - twos + 1) / 2 : 0;
    return (struct cuts){gone - 3 * threes, threes};
}

static void grow(struct full_tree *tree, struct cuts cuts) {
    int count = 1;
    for (int i = 0; i < count; i++) {
        struct full_node *node = &tree->nodes[i];
        int *left = node->value == 2 ? &cuts.of_two : node->value == 3 ? &cuts.of_three : NULL;
        bool is_cut = left && *left > 0;
        if (is_cut)
            --*left;
        node->children = is_cut ? 1 : node->value;
        for (int value = node->children - 1; value >= 0; value--)
            tree->nodes[count++] =
                (struct full_node){.parent = i, .value = value, .side = !node->side};
    }
    assert(count == tree->count);
}

static int64_t common_multiple(int64_t a, int64_t b) {
    int64_t x = a, y = b;
    while (y != 0) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x > INT_MAX / b ? INT_MAX : a / x * b;
}

/* Words for the nodes with children; then leaves to what is free in them, side by side. */
static void deal(struct full_tree *tree) {
    int first[2] = {0, 0}, word[2] = {0, 0}, position[2] = {1, 1};
    tree->period = 1;
    for (int i = 0; i < tree->count; i++) {
        struct full_node *node = &tree->nodes[i];
        node->first = first[node->side];
        node->length = node->children;
        first[node->side] += node->length;
        if (node->length > 0)
            tree->period = common_multiple(tree->period, node->length);
    }
    for (int i = 0; i < tree->count; i++) {
        struct full_node *leaf = &tree->nodes[i];
        int *at = &word[leaf->side], *free = &position[leaf->side];
        if (leaf->children > 0)
            continue;
        while (*at < tree->count &&
               (tree->nodes[*at].side != leaf->side || tree->nodes[*at].children <= *free))
            ++*at, *free = 1;
        leaf->first = *at < tree->count ? tree->nodes[*at].first : first[leaf->side];
        leaf->length = *at < tree->count ? tree->nodes[*at].children : 0;
        leaf->position = (*free)++;
    }
}

enum status full_tree_make(int b, struct full_tree *tree, struct failure *failure) {
    int t = 0;
    require(b >= 1 && b <= INT_MAX / 4);
    struct cuts cuts = count_cuts(b, &t);
    *tree = (struct full_tree){.count = 2 * b};
    tree->nodes = memory_new(2 * (size_t)b, sizeof *tree->nodes);
    TRY(memory_check(tree->nodes, failure, "a tree"));
    tree->nodes[0] = (struct full_node){.parent = -1, .value = t};
    grow(tree, cuts);
    deal(tree);
    return STATUS_OK;
}

void full_tree_clear(struct full_tree *tree) {
    free(tree->nodes);
}

/* At the end of the item's time position p of a word is at its processor p - birth. */
int full_tree_place(const struct full_tree *tree, int node, int birth) {
    const struct full_node *of = &tree->nodes[node];
    if (of->length == 0)
        return of->first;
    return of->first + (of->position + of->length - birth % of->length) % of->length;
}
