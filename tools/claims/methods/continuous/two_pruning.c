/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/continuous/two_pruning.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/arithmetic/pruned_deal.h"

enum { LATENCY = 2, MOST_DEPTH = 30, MEMORY = 1 << 26, MOST_NODES = 2000000 };

/* A node of value v has v-1 children in the whole tree, of the values v-2, .., 0; 1 and 0 are
 * leaves, 0 the later one. */
struct tree_counts {
    int depth;
    long nodes[MOST_DEPTH + 1]; /* of each value, in the whole tree */
    long keep_three;            /* of value 4 that keep both leaves */
    long keep_one;              /* of value 2 that keep their leaf */
    long leaves[3];             /* of the values 0, 1, 2 in the pruned tree */
};

static void count_tree(struct tree_counts *tree, int depth) {
    long f[MOST_DEPTH + 1];
    *tree = (struct tree_counts){.depth = depth};
    for (int i = 0; i <= depth; i++)
        f[i] = i < LATENCY ? 1 : f[i - 1] + f[i - 2];
    for (int value = 0; value <= depth - 2; value++)
        tree->nodes[value] = f[depth - 2 - value];
    tree->nodes[depth]++;
    tree->leaves[2] = f[depth - 1]; /* P(t-1), until the others are taken off */
}

/* False if no number of nodes with one child makes it P(t-1) nodes. */
static bool prune(struct tree_counts *tree, long keep_three) {
    long left = tree->leaves[2];
    for (int value = 2; value <= tree->depth; value++)
        left -= tree->nodes[value];
    tree->keep_three = keep_three;
    tree->keep_one = left - tree->nodes[3] - 2 * keep_three;
    tree->leaves[1] = keep_three + tree->nodes[3];
    tree->leaves[0] = keep_three + tree->keep_one;
    tree->leaves[2] = tree->nodes[2] - tree->keep_one;
    return tree->keep_one >= 0 && tree->leaves[2] >= 0;
}

static void put_blocks(struct pruned_block *blocks, int *count, int head, int size, long copies) {
    for (long i = 0; i < copies; i++)
        blocks[(*count)++] = (struct pruned_block){head, size};
}

/* Descending by size, then ascending by the least sum that a block can take. */
static int compare(const void *left, const void *right) {
    const struct pruned_block *a = left, *b = right;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return (pruned_least(a) > pruned_least(b)) - (pruned_least(a) < pruned_least(b));
}

static int make_blocks(const struct tree_counts *tree, struct pruned_block *blocks) {
    int count = 0;
    for (int value = 5; value <= tree->depth; value++)
        put_blocks(blocks, &count, value, value - 3, tree->nodes[value]);
    put_blocks(blocks, &count, 4, 3, tree->keep_three);
    qsort(blocks, (size_t)count, sizeof *blocks, compare);
    while (count > 0 && blocks[count - 1].size < 2)
        count--;
    return count;
}

/* Those of size 1, which need no leaf. */
static enum status add_ones(const struct tree_counts *tree, struct schedule *pruned,
                            struct failure *failure) {
    const long ones[] = {[2] = tree->keep_one,
                         [3] = tree->nodes[3],
                         [4] = tree->depth >= 4 ? tree->nodes[4] - tree->keep_three : 0};
    enum status status = STATUS_OK;
    for (int value = 2; value <= 4 && !status; value++) {
        mpz_t count;
        mpz_init_set_si(count, ones[value]);
        if (ones[value])
            status = schedule_add_leaves(pruned, value, 1, NULL, count, failure);
        mpz_clear(count);
    }
    return status;
}

static enum status add_blocks(const struct pruned_block *blocks, int count, const int *held,
                              int values, struct schedule *pruned, struct failure *failure) {
    enum status status = STATUS_OK;
    mpz_t one;
    mpz_init_set_ui(one, 1);
    for (int i = 0; i < count && !status; i++) {
        int leaves[MOST_DEPTH], length = 0;
        for (int value = 0; value < values; value++)
            for (int copy = 0; copy < held[i * values + value]; copy++)
                leaves[length++] = value;
        status = schedule_add_leaves(pruned, blocks[i].head, blocks[i].size, leaves, one, failure);
    }
    mpz_clear(one);
    return status;
}

static enum status finish(const struct tree_counts *tree, const struct pruned_block *blocks,
                          int count, const int *held, const int *left, int values,
                          struct schedule *pruned, struct failure *failure) {
    mpz_t processors;
    mpz_init(processors);
    schedule_init_blocks(pruned, LATENCY, tree->depth);
    for (int value = 0; value < values; value++)
        if (left[value])
            pruned->receive_only = value;
    enum status status = add_blocks(blocks, count, held, values, pruned, failure);
    if (!status)
        status = add_ones(tree, pruned, failure);
    if (status) {
        schedule_clear(pruned);
    } else {
        schedule_processors(pruned, processors);
        status = schedule_finish(pruned, processors, failure);
    }
    mpz_clear(processors);
    return status;
}

static enum status deal(const struct tree_counts *tree, const struct limits *limits,
                        struct pruned_block *blocks, int *held, enum pruned_deal_end *end,
                        struct schedule *pruned, struct failure *failure) {
    enum { VALUES = 3 };
    struct pruned_dealer dealer;
    int leaves[VALUES], count = make_blocks(tree, blocks);
    for (int value = 0; value < VALUES; value++)
        leaves[value] = (int)tree->leaves[value];
    enum status status = pruned_dealer_init(&dealer, VALUES, MEMORY, limits, failure);
    if (status)
        return status;
    dealer.most_nodes = MOST_NODES;
    memset(held, 0, (size_t)count * VALUES * sizeof *held);
    status = pruned_deal(&dealer, blocks, count, leaves, held, end, failure);
    pruned_dealer_clear(&dealer);
    if (!status && *end == PRUNED_DEALT)
        status = finish(tree, blocks, count, held, leaves, VALUES, pruned, failure);
    return status;
}

enum status two_pruning_find(int depth, const struct limits *limits, bool *found,
                             struct schedule *pruned, struct failure *failure) {
    struct tree_counts whole;
    *found = false;
    if (depth < 2 || depth > MOST_DEPTH)
        return failure_set(failure, STATUS_LIMIT, "a tree of depth %d is not in 2..%d", depth,
                           MOST_DEPTH);
    count_tree(&whole, depth);
    size_t room = (size_t)whole.leaves[2] + 1;
    struct pruned_block *blocks = memory_new(room, sizeof *blocks);
    int *held = memory_new(3 * room, sizeof *held);
    enum status status = blocks && held ? STATUS_OK : failure_memory(failure, "blocks");
    for (long keep = 0; !status && !*found && keep <= whole.nodes[4]; keep++) {
        struct tree_counts tree = whole;
        enum pruned_deal_end end;
        if (!prune(&tree, keep))
            continue;
        status = deal(&tree, limits, blocks, held, &end, pruned, failure);
        *found = !status && end == PRUNED_DEALT;
    }
    free(blocks);
    free(held);
    return status;
}

bool two_pruning_has(const struct schedule *pruned) {
    for (size_t i = 0; i < pruned->block_count; i++) {
        int head = pruned->blocks[i].head, size = pruned->blocks[i].size;
        bool right = size == (head >= 5 ? head - 3 : 1) || (head == 4 && size == 3);
        if (head < 2 || !right)
            return false;
    }
    return true;
}
