/* SPDX-License-Identifier: MIT */
#include "solver/stream/arithmetic/pruned_local.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/base/random.h"

enum { FILLINGS = 3 /* of the same tree */, LARGEST_CHOICE = 4, DRAWS = 20 /* for a block */ };

/* A node of the tree; the head of a block if it sends. */
struct node {
    int value, sends;
    int first; /* of its leaves in `held` */
};

struct search {
    const struct pruned_local_question *question;
    struct node *nodes;
    int node_count;
    int *open; /* nodes that could send once more */
    int open_count;
    int *blocks; /* nodes that are heads, by ascending size */
    int block_count;
    int *leaves; /* [value]: how many leaves have it */
    int *left;   /* those that no block holds yet */
    int left_count;
    int *held;      /* the leaves of all blocks */
    int *positions; /* scratch: [size] where it begins in `blocks` */
    int over;       /* the leaf left over */
    struct random_numbers random;
};

static uint64_t draw(struct search *search, int below) {
    assert(below >= 1);
    return (random_next(&search->random) >> 32) % (uint64_t)below;
}

static void search_clear(struct search *search) {
    FREE_ALL(search->nodes, search->open, search->blocks, search->leaves, search->left,
             search->held, search->positions);
}

static enum status search_init(struct search *search, const struct pruned_local_question *question,
                               struct failure *failure) {
    size_t nodes = (size_t)question->processors, values = (size_t)question->depth + 1;
    *search = (struct search){.question = question};
    search->random.state = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)question->processors +
                           (uint64_t)question->depth * 1000003 + (uint64_t)question->latency;
    search->random.state |= 1;
    return memory_check(NEW(nodes, search->nodes, search->open, search->blocks, search->held) &&
                            NEW(values, search->leaves, search->left) &&
                            NEW(values + 1, search->positions),
                        failure, "a search");
}

static int most_sends(const struct search *search, const struct node *node) {
    int most = node->value - search->question->latency + 1;
    return most > 0 ? most : 0;
}

static void add_node(struct search *search, int value) {
    assert(value >= 0 && search->node_count < search->question->processors);
    struct node *node = &search->nodes[search->node_count];
    *node = (struct node){.value = value};
    if (most_sends(search, node))
        search->open[search->open_count++] = search->node_count;
    search->node_count++;
}

static int next_child(const struct search *search, int open) {
    const struct node *node = &search->nodes[search->open[open]];
    return node->value - search->question->latency - node->sends;
}

/* The best of `choice` random sends, the one that arrives first: with a large choice the tree is
 * nearly the optimal one. */
static void grow(struct search *search, int choice) {
    int best = (int)draw(search, search->open_count);
    for (int i = 1; i < choice; i++) {
        int other = (int)draw(search, search->open_count);
        if (next_child(search, other) > next_child(search, best))
            best = other;
    }
    int child = next_child(search, best);
    assert(child >= 0);
    struct node *node = &search->nodes[search->open[best]];
    if (++node->sends == most_sends(search, node))
        search->open[best] = search->open[--search->open_count];
    add_node(search, child);
}

/* Heads by ascending size, and their places in `held`. */
static void sort_blocks(struct search *search) {
    int values = search->question->depth + 1, first = 0;
    memset(search->positions, 0, ((size_t)values + 1) * sizeof(int));
    memset(search->leaves, 0, (size_t)values * sizeof(int));
    search->block_count = 0;
    for (int i = 0; i < search->node_count; i++)
        if (search->nodes[i].sends)
            search->positions[search->nodes[i].sends + 1]++;
        else
            search->leaves[search->nodes[i].value]++;
    for (int size = 1; size <= values; size++)
        search->positions[size] += search->positions[size - 1];
    for (int i = 0; i < search->node_count; i++)
        if (search->nodes[i].sends) {
            search->blocks[search->positions[search->nodes[i].sends]++] = i;
            search->block_count++;
        }
    for (int i = 0; i < search->block_count; i++) {
        struct node *head = &search->nodes[search->blocks[i]];
        head->first = first;
        first += head->sends - 1;
    }
}

/* False if there are not as many nodes. */
static bool grow_tree(struct search *search) {
    int choice = 1 << (2 * draw(search, LARGEST_CHOICE));
    search->node_count = search->open_count = 0;
    add_node(search, search->question->depth);
    while (search->node_count < search->question->processors && search->open_count)
        grow(search, choice);
    if (search->node_count < search->question->processors)
        return false;
    sort_blocks(search);
    return true;
}

/* A leaf that is left, each equally likely. */
static int draw_leaf(struct search *search) {
    int pick = (int)draw(search, search->left_count), value = 0;
    while (pick >= search->left[value])
        pick -= search->left[value++];
    assert(search->left[value] > 0);
    search->left[value]--;
    search->left_count--;
    return value;
}

/* The exchange of a leaf for one that is left which brings the sum nearest to `gap` more: changes
 * the gap, or returns false if none brings it nearer. */
static bool exchange_one(struct search *search, int *held, int size, int *gap) {
    int values = search->question->depth - search->question->latency + 1;
    int nearest = abs(*gap), place = -1, value = 0;
    for (int i = 0; i < size - 1 && nearest; i++)
        for (int in = 0; in < values && nearest; in++)
            if (search->left[in] && abs(*gap - (in - held[i])) < nearest) {
                nearest = abs(*gap - (in - held[i]));
                place = i;
                value = in;
            }
    if (place < 0)
        return false;
    *gap -= value - held[place];
    search->left[held[place]]++;
    search->left[value]--;
    held[place] = value;
    return true;
}

/* Exchanges leaves for some that are left, until the sum is `remainder` less or that much short of
 * the size more; false when stuck. */
static bool mend(struct search *search, int *held, int size, int remainder) {
    int gap = 2 * remainder <= size ? -remainder : size - remainder;
    while (gap)
        if (!exchange_one(search, held, size, &gap))
            return false;
    return true;
}

static bool try_block(struct search *search, const struct node *head) {
    int *held = search->held + head->first, size = head->sends;
    long sum = head->value;
    for (int i = 0; i < size - 1; i++) {
        held[i] = draw_leaf(search);
        sum += held[i];
    }
    int remainder = (int)(sum % size);
    return mend(search, held, size, remainder);
}

/* Where the exchanges get stuck, other leaves are drawn. */
static bool fill_block(struct search *search, const struct node *head) {
    for (int i = 0; i < DRAWS; i++) {
        if (try_block(search, head))
            return true;
        for (int k = 0; k < head->sends - 1; k++)
            search->left[search->held[head->first + k]]++;
        search->left_count += head->sends - 1;
    }
    return false;
}

/* The largest block takes all but one of the leaves that are left. */
static bool fill_last(struct search *search, const struct node *head) {
    int values = search->question->depth - search->question->latency + 1;
    int *held = search->held + head->first, size = head->sends, count = 0;
    long sum = head->value;
    for (int value = 0; value < values; value++)
        sum += (long)value * search->left[value];
    for (search->over = (int)(sum % size); search->over < values; search->over += size)
        if (search->left[search->over])
            break;
    if (search->over >= values)
        return false;
    search->left[search->over]--;
    for (int value = 0; value < values; value++)
        for (int i = 0; i < search->left[value]; i++)
            held[count++] = value;
    assert(count == size - 1);
    return true;
}

static bool fill(struct search *search) {
    memcpy(search->left, search->leaves,
           (size_t)(search->question->depth + 1) * sizeof *search->left);
    search->left_count = search->node_count - search->block_count;
    for (int i = 0; i + 1 < search->block_count; i++)
        if (!fill_block(search, &search->nodes[search->blocks[i]]))
            return false;
    return fill_last(search, &search->nodes[search->blocks[search->block_count - 1]]);
}

static enum status hand_over(const struct search *search, struct schedule *pruned,
                             struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule result = {0};
    BIG_OF(once, 1);
    schedule_init_blocks(&result, search->question->latency, search->question->depth);
    result.receive_only = search->over;
    for (int i = search->block_count - 1; i >= 0; i--) {
        const struct node *head = &search->nodes[search->blocks[i]];
        TRY(schedule_add_leaves(&result, head->value, head->sends, search->held + head->first, once,
                                failure));
    }
    *pruned = TAKE(result);
    return STATUS_OK;
}

enum status pruned_local_find(const struct pruned_local_question *question,
                              const struct limits *limits, bool *found, struct schedule *pruned,
                              struct failure *failure) {
    bool whole = true;
    if (question->latency < 1 || question->depth < question->latency || question->processors < 2)
        return failure_input(failure, "a pruned tree has L >= 1, t >= L and N >= 2");
    CLEANUP(search_clear) struct search search = {0};
    TRY(search_init(&search, question, failure));
    *found = false;
    for (int i = 0; i < question->attempts && whole && !*found; i++) {
        TRY(limits_check(limits, failure));
        if (i % FILLINGS == 0)
            whole = grow_tree(&search);
        *found = whole && fill(&search);
    }
    return *found ? hand_over(&search, pruned, failure) : STATUS_OK;
}
