/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/heads.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"

void heads_clear(struct heads *heads) {
    for (size_t i = 0; i < heads->count; i++)
        mpz_clear(heads->list[i].count);
    free(heads->list);
    *heads = (struct heads){.count = 0};
}

struct even_leaves heads_even_leaves(int gap, int value, int size) {
    int leaves = size - 1, rest = value / gap % size, sum = rest == 0 ? 0 : size - rest;
    if (leaves == 0)
        return (struct even_leaves){0, 0, 0};
    return (struct even_leaves){sum / leaves, leaves - sum % leaves, sum % leaves};
}

static enum status add(struct heads *heads, int value, int size, mpz_srcptr count,
                       struct failure *failure) {
    if (heads->count == HEADS_MAX_CLASSES)
        return failure_limit(failure, "more than %d kinds of heads", HEADS_MAX_CLASSES);
    TRY(memory_check(APPEND(heads->list, heads->count, (struct head_class){value, size, {{0}}}),
                     failure, "the heads of a tree"));
    mpz_init_set(heads->list[heads->count - 1].count, count);
    return STATUS_OK;
}

/* --- the tree --- */

/* a(k) from those before: the children of a node of label k have the labels k+l, k+G+l, .. */
static void count_label(mpz_t *nodes, int label, int latency, int gap) {
    if (label == 0)
        mpz_set_ui(nodes[0], 1);
    if (label >= latency)
        mpz_add(nodes[label], nodes[label], nodes[label - latency]);
    if (label > gap) /* the root is nobody's child */
        mpz_add(nodes[label], nodes[label], nodes[label - gap]);
}

enum status heads_least_depth(int latency, int gap, mpz_srcptr processors, int *depth,
                              struct failure *failure) {
    CLEANUP(numbers_clear) mpz_t *nodes = NULL;
    BIG(sum);
    size_t room = 0;
    for (int label = 0; label <= HEADS_MAX_DEPTH; label++) {
        if ((size_t)label == room) {
            mpz_t *list = numbers_new(2 * room + 64);
            TRY(memory_check(list, failure, "the labels of a tree"));
            for (size_t i = 0; i < room; i++)
                mpz_swap(list[i], nodes[i]);
            numbers_free(nodes);
            nodes = list;
            room = 2 * room + 64;
        }
        count_label(nodes, label, latency, gap);
        mpz_add(sum, sum, nodes[label]);
        *depth = label;
        if (mpz_cmp(sum, processors) >= 0)
            return STATUS_OK;
    }
    return failure_limit(failure, "the tree has more than %d labels", HEADS_MAX_DEPTH);
}

/* All heads of the whole tree; *surplus = A(s) - N, below 0 if it has too few nodes. */
static enum status add_all(struct heads *heads, mpz_srcptr processors, mpz_ptr surplus,
                           struct failure *failure) {
    int l = heads->latency, s = heads->depth;
    CLEANUP(numbers_clear) mpz_t *nodes = numbers_new((size_t)s + 1);
    TRY(memory_check(nodes, failure, "the labels of a tree"));
    mpz_neg(surplus, processors);
    for (int label = 0; label <= s; label++) {
        count_label(nodes, label, l, heads->gap);
        mpz_add(surplus, surplus, nodes[label]);
        if (s - label >= l && mpz_sgn(nodes[label]) > 0)
            TRY(add(heads, s - label, (s - label - l) / heads->gap + 1, nodes[label], failure));
    }
    return STATUS_OK;
}

enum status heads_whole(struct heads *heads, int latency, int gap, int depth, mpz_ptr nodes,
                        struct failure *failure) {
    BIG(none);
    *heads = (struct heads){.latency = latency, .gap = gap, .depth = depth};
    enum status status = add_all(heads, none, nodes, failure);
    if (status)
        heads_clear(heads);
    return status;
}

/* --- leaving out --- */

static double price_of(const struct leaf_prices *prices, int value) {
    value = value < prices->top ? value : prices->top;
    return prices->price ? prices->price[value] : value;
}

/* What the leaves of a block cost, if they are as equal as they can be. */
static double leaves_cost(const struct heads *heads, int value, int size,
                          const struct leaf_prices *prices) {
    const struct even_leaves even = heads_even_leaves(heads->gap, value, size);
    int low = value % heads->gap + heads->gap * even.low;
    return even.of_low * price_of(prices, low) + even.of_next * price_of(prices, low + heads->gap);
}

/* The value of the last node to which a head sends. */
static int last_value(const struct heads *heads, const struct head_class *class) {
    return class->value - (class->size - 1) * heads->gap - heads->latency;
}

/* What is saved if it is left out; a head without any is a leaf itself. */
static double saved(const struct heads *heads, const struct head_class *class,
                    const struct leaf_prices *prices) {
    double lost = price_of(prices, last_value(heads, class));
    if (class->size == 1)
        return price_of(prices, class->value) - lost;
    return leaves_cost(heads, class->value, class->size, prices) -
           leaves_cost(heads, class->value, class->size - 1, prices) - lost;
}

/* Those whose last node is a leaf; NULL if there are none. */
static struct head_class *best_of(const struct heads *heads, const double *saves) {
    size_t best = heads->count;
    for (size_t i = 0; i < heads->count; i++)
        if (mpz_sgn(heads->list[i].count) > 0 &&
            last_value(heads, &heads->list[i]) < heads->latency &&
            (best == heads->count || saves[i] > saves[best]))
            best = i;
    return best == heads->count ? NULL : &heads->list[best];
}

/* One of the kind's nodes less, for `count` of them. */
static enum status shorten(struct heads *heads, size_t index, mpz_ptr surplus,
                           struct failure *failure) {
    CLEANUP(big_clear) mpz_t count;
    mpz_init_set(count, heads->list[index].count);
    if (mpz_cmp(count, surplus) > 0)
        mpz_set(count, surplus);
    mpz_sub(surplus, surplus, count);
    mpz_sub(heads->list[index].count, heads->list[index].count, count);
    int value = heads->list[index].value, size = heads->list[index].size;
    return size > 1 ? add(heads, value, size - 1, count, failure) : STATUS_OK;
}

/* Those without a count any more are no heads. */
static void drop_empty(struct heads *heads) {
    size_t kept = 0;
    for (size_t i = 0; i < heads->count; i++) {
        if (mpz_sgn(heads->list[i].count) == 0) {
            mpz_clear(heads->list[i].count);
            continue;
        }
        heads->list[kept++] = heads->list[i];
    }
    heads->count = kept;
}

static enum status leave_out(struct heads *heads, mpz_ptr surplus, const struct leaf_prices *prices,
                             bool *possible, struct failure *failure) {
    FREED double *saves = NULL;
    size_t known = 0;
    *possible = mpz_sgn(surplus) >= 0;
    while (*possible && mpz_sgn(surplus) > 0) {
        double *more = memory_resize(saves, heads->count + 1, sizeof *saves);
        TRY(memory_check(more, failure, "the heads of a tree"));
        saves = more;
        for (; known < heads->count; known++)
            saves[known] = saved(heads, &heads->list[known], prices);
        const struct head_class *best = best_of(heads, saves);
        *possible = best != NULL;
        if (best)
            TRY(shorten(heads, (size_t)(best - heads->list), surplus, failure));
    }
    return STATUS_OK;
}

enum status heads_choose(struct heads *heads, int latency, int gap, int depth,
                         mpz_srcptr processors, const struct leaf_prices *prices, bool *possible,
                         struct failure *failure) {
    BIG(surplus);
    *heads = (struct heads){.latency = latency, .gap = gap, .depth = depth};
    enum status status = add_all(heads, processors, surplus, failure);
    if (!status)
        status = leave_out(heads, surplus, prices, possible, failure);
    if (!status)
        drop_empty(heads);
    if (status || !*possible)
        heads_clear(heads);
    return status;
}

/* --- the nodes of the largest values --- */

/* Leaves of the value 0: as many as are too many, from any heads. */
static enum status leave_out_zeros(struct heads *heads, mpz_ptr surplus, struct failure *failure) {
    for (size_t i = 0, end = heads->count; i < end && mpz_sgn(surplus) > 0; i++)
        if (last_value(heads, &heads->list[i]) == 0)
            TRY(shorten(heads, i, surplus, failure));
    assert(mpz_sgn(surplus) == 0);
    return STATUS_OK;
}

enum status heads_raised(struct heads *heads, int latency, int gap, int depth,
                         mpz_srcptr processors, struct failure *failure) {
    int least;
    TRY(heads_least_depth(latency, gap, processors, &least, failure));
    assert(depth >= least);
    BIG(surplus);
    CLEANUP(heads_clear)
    struct heads made = {.latency = latency, .gap = gap, .depth = least};
    TRY(add_all(&made, processors, surplus, failure));
    TRY(leave_out_zeros(&made, surplus, failure));
    drop_empty(&made);
    for (size_t i = 0; i < made.count; i++)
        made.list[i].value += depth - least;
    made.depth = depth;
    *heads = TAKE(made);
    return STATUS_OK;
}
