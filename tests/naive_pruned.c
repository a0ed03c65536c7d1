/* SPDX-License-Identifier: MIT */
#include "tests/naive_pruned.h"

struct node {
    int value;
    int sends;
};

struct search {
    int latency, processors;
    struct node nodes[NAIVE_PRUNED_MOST];
    int count;                     /* nodes so far */
    int leaves[NAIVE_PRUNED_MOST]; /* [value]: those that no block holds yet */
};

static bool fill_blocks(struct search *search, int node);

/* Position p of the block of this node; bit k of `taken`: something lands k positions after its
 * beginning, modulo its size. */
static bool fill_word(struct search *search, int node, int p, unsigned long taken) {
    const struct node *head = &search->nodes[node];
    if (p == head->sends)
        return fill_blocks(search, node + 1);
    for (int value = 0; value < NAIVE_PRUNED_MOST; value++) {
        unsigned long lands = 1UL << (p + value) % head->sends;
        if (!search->leaves[value] || (taken & lands))
            continue;
        search->leaves[value]--;
        bool found = fill_word(search, node, p + 1, taken | lands);
        search->leaves[value]++;
        if (found)
            return true;
    }
    return false;
}

/* The blocks of this node and of all later ones. */
static bool fill_blocks(struct search *search, int node) {
    while (node < search->count && search->nodes[node].sends == 0)
        node++;
    if (node == search->count)
        return true; /* and one leaf is left */
    const struct node *head = &search->nodes[node];
    return fill_word(search, node, 1, 1UL << head->value % head->sends);
}

/* How often this node and all later ones send. */
static bool grow(struct search *search, int node) {
    if (node == search->count) {
        if (search->count != search->processors)
            return false;
        for (int value = 0; value < NAIVE_PRUNED_MOST; value++)
            search->leaves[value] = 0;
        for (int i = 0; i < search->count; i++)
            search->leaves[search->nodes[i].value] += search->nodes[i].sends == 0;
        return fill_blocks(search, 0);
    }
    int value = search->nodes[node].value, before = search->count;
    for (int sends = 0; sends == 0 || value - sends + 1 >= search->latency; sends++) {
        search->nodes[node].sends = sends;
        if (sends)
            search->nodes[search->count++] =
                (struct node){.value = value - sends + 1 - search->latency};
        if (search->count > search->processors)
            break;
        int count = search->count;
        if (grow(search, node + 1))
            return true;
        search->count = count;
    }
    search->count = before;
    return false;
}

bool naive_pruned_exists(int latency, int depth, int processors) {
    struct search search = {
        .latency = latency, .processors = processors, .nodes = {{.value = depth}}, .count = 1};
    return grow(&search, 0);
}

bool naive_deal_exists(const int *heads, const int *sizes, int blocks, const int *leaves,
                       int values) {
    struct search search = {.count = blocks};
    for (int i = 0; i < blocks; i++)
        search.nodes[i] = (struct node){heads[i], sizes[i]};
    for (int value = 0; value < values; value++)
        search.leaves[value] = leaves[value];
    return fill_blocks(&search, 0);
}
