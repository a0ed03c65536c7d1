/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/buffered_items.h"

#include "automata/arrangement.h"
#include "automata/memory.h"
#include "automata/word.h"
#include "solver/items/construction/block_broadcast.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"

/* Where what comes to a node of the tree goes. */
struct place {
    int block;
    int shift; /* of a leaf: to processor (i-1+shift) mod r of the block */
    int wait;  /* of a leaf that arrives together with an active item, else 0 */
};

/* A block, or the receive-only processor: room for one leaf, `size` 0. */
struct block {
    int node, size;
    int first; /* its leaves stand in `leaves` from here on */
    int count; /* of the leaves that it has */
};

struct builder {
    struct tree tree;     /* leaves that were taken away have the label GONE */
    struct place *places; /* of the nodes */
    struct block *blocks; /* in the order of their nodes, the receive-only processor last */
    int block_count;
    int *leaves; /* nodes */
    /* of the block that is put in order */
    int *letters; /* labels of leaves, from the block's own on, mod r */
    int *with;    /* with[x]: the first leaf of letter x that has no place yet, or -1, .. */
    int *next;    /* .. and next[leaf] */
};

enum { GONE = -1 };

static void clear(struct builder *builder) {
    tree_clear(&builder->tree);
    FREE_ALL(builder->places, builder->blocks, builder->leaves, builder->letters, builder->with,
             builder->next);
}

/* Takes away the last nodes with the label t until N are left: leaves, each the last child. */
static void prune(struct tree *tree, int processors) {
    int left = tree->count - processors;
    for (int i = tree->count - 1; i > 0 && left > 0; i--)
        if (tree->nodes[i].label == tree->depth) {
            tree->nodes[tree->nodes[i].parent].children--;
            tree->nodes[i].label = GONE;
            left--;
        }
}

static enum status allocate(struct builder *builder, int latency, int processors,
                            struct failure *failure) {
    int depth;
    TRY(sequence_depth(latency, processors, &depth, failure));
    TRY(tree_init(&builder->tree, latency, depth, 2 * MESSAGES_MOST_PROCESSORS, failure));
    size_t room = (size_t)builder->tree.count + 1;
    TRY(memory_check(NEW(room, builder->places, builder->blocks, builder->leaves, builder->letters,
                         builder->with, builder->next),
                     failure, "blocks of a tree"));
    return STATUS_OK;
}

static void make_blocks(struct builder *builder) {
    const struct tree *tree = &builder->tree;
    int first = 0;
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[i].label != GONE && tree->nodes[i].children > 0) {
            builder->places[i].block = builder->block_count;
            builder->blocks[builder->block_count++] =
                (struct block){i, tree->nodes[i].children, first, 0};
            first += tree->nodes[i].children - 1;
        }
    builder->blocks[builder->block_count++] = (struct block){-1, 0, first, 0};
}

static bool assign_leaf(struct builder *builder, int number, int leaf) {
    struct block *block = &builder->blocks[number];
    if (block->count == (block->size ? block->size - 1 : 1))
        return false;
    builder->leaves[block->first + block->count++] = leaf;
    builder->places[leaf].block = number;
    return true;
}

/* Leaves go to the block of their parent while it has room, then to any. */
static void give_leaves(struct builder *builder) {
    const struct tree *tree = &builder->tree;
    int *left = builder->next, left_count = 0, block = 0;
    for (int i = 0; i < tree->count; i++) {
        if (tree->nodes[i].label == GONE || tree->nodes[i].children > 0)
            continue;
        int parent = tree->nodes[i].parent;
        if (parent < 0 || !assign_leaf(builder, builder->places[parent].block, i))
            left[left_count++] = i;
    }
    for (int i = 0; i < left_count; i++)
        while (!assign_leaf(builder, block, left[i]))
            block++;
}

/* The letters in legal order: position p is processor r-p of the block, as it is counted from the
 * one for which the item is active. The head is the free time. */
static void read_order(struct builder *builder, const struct block *block, int head) {
    for (int p = 1; p < block->size; p++) {
        int letter = builder->letters[p - 1], leaf = builder->with[letter];
        builder->with[letter] = builder->next[leaf];
        builder->places[leaf].shift = block->size - p;
        builder->places[leaf].wait = (p + letter) % block->size == 0 ? head : 0;
    }
}

static enum status arrange(struct builder *builder, const struct block *block,
                           struct failure *failure) {
    int size = block->size, count = size - 1;
    long sum = 0;
    for (int i = 0; i < size; i++)
        builder->with[i] = -1;
    for (int i = count - 1; i >= 0; i--) {
        int leaf = builder->leaves[block->first + i];
        int ahead = builder->tree.nodes[leaf].label - builder->tree.nodes[block->node].label;
        int letter = (int)word_residue(ahead, (size_t)size);
        builder->letters[i] = letter;
        builder->next[leaf] = builder->with[letter];
        builder->with[letter] = leaf;
        sum += letter;
    }
    int head = (int)((size - sum % size) % size);
    TRY(arrangement_order(head, builder->letters, (size_t)count, failure));
    read_order(builder, block, head);
    return STATUS_OK;
}

static enum status build(struct builder *builder, int latency, int processors,
                         struct failure *failure) {
    TRY(allocate(builder, latency, processors, failure));
    prune(&builder->tree, processors);
    make_blocks(builder);
    give_leaves(builder);
    for (int block = 0; block + 1 < builder->block_count; block++)
        TRY(arrange(builder, &builder->blocks[block], failure));
    return STATUS_OK;
}

static void add_way(struct block_broadcast *broadcast, const struct builder *builder, int number) {
    const struct tree_node *node = &builder->tree.nodes[number];
    const struct place *place = &builder->places[number];
    int head = builder->blocks[place->block].node;
    struct block_way way = {.time = node->label,
                            .from = node->parent < 0 ? BLOCK_BROADCAST_SOURCE
                                                     : builder->places[node->parent].block,
                            .to = place->block,
                            .active = node->children > 0,
                            .place = BLOCK_WAY_SHIFTED,
                            .shift = place->shift,
                            .wait = place->wait};
    if (place->wait)
        way.ahead = node->label - builder->tree.nodes[head].label;
    broadcast->ways[broadcast->way_count++] = way;
}

static enum status make_broadcast(const struct builder *builder, int processors, int items,
                                  struct block_broadcast **made, struct failure *failure) {
    const struct tree *tree = &builder->tree;
    struct message_machine machine = message_machine_buffered(tree->latency);
    TRY(block_broadcast_new(&machine, processors, builder->block_count, items,
                            tree->latency + tree->depth + 1, made, failure));
    for (int block = 0; block < builder->block_count; block++) {
        int size = builder->blocks[block].size;
        (*made)->begin[block + 1] = (*made)->begin[block] + (size ? size : 1);
    }
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[i].label != GONE)
            add_way(*made, builder, i);
    return STATUS_OK;
}

enum status buffered_items(int latency, int processors, int items, struct items_schedule *schedule,
                           struct failure *failure) {
    CLEANUP(clear) struct builder builder = {0};
    struct block_broadcast *broadcast = NULL;
    if (latency < 1 || processors < 1)
        return failure_input(failure, "latency %d, %d processors", latency, processors);
    if (processors > MESSAGES_MOST_PROCESSORS)
        return failure_limit(failure, "more than %d processors", MESSAGES_MOST_PROCESSORS);
    TRY(build(&builder, latency, processors, failure));
    TRY(make_broadcast(&builder, processors, items, &broadcast, failure));
    block_broadcast_finish(broadcast, schedule);
    return STATUS_OK;
}
