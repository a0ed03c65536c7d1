/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/breakout_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/stream/logp/breakout_stream.h"
#include "solver/stream/logp/heads.h"

void breakout_copy(const struct breakout_search *search, struct kind *to, const struct kind *from) {
    memcpy(to->levels, from->levels, breakout_levels_bytes(search));
    to->value = from->value, to->size = from->size, to->count = from->count;
}

/* --- the blocks --- */

/* The kind that is this one, or one that nobody is of any more; `count` if there is none. */
static size_t place_of(const struct breakout_search *search, const struct kind *kind) {
    size_t empty = search->count;
    for (size_t i = 0; i < search->count; i++) {
        const struct kind *other = &search->kinds[i];
        if (other->value == kind->value && other->size == kind->size &&
            memcmp(other->levels, kind->levels, breakout_levels_bytes(search)) == 0)
            return i;
        if (other->count == 0 && empty == search->count)
            empty = i;
    }
    return empty;
}

static enum status make_room(struct breakout_search *search, struct failure *failure) {
    if (search->count == search->room) {
        size_t room = 2 * search->room + 64;
        struct kind *kinds = memory_resize(search->kinds, room, sizeof *kinds);
        if (!kinds)
            return failure_memory(failure, "blocks");
        search->kinds = kinds;
        search->room = room;
    }
    int *levels = memory_new((size_t)search->level_count, sizeof *levels);
    if (!levels)
        return failure_memory(failure, "the leaves of a block");
    search->kinds[search->count++] = (struct kind){.levels = levels};
    return STATUS_OK;
}

enum status breakout_add(struct breakout_search *search, const struct kind *kind,
                         struct failure *failure) {
    size_t place = place_of(search, kind);
    enum status status = place == search->count ? make_room(search, failure) : STATUS_OK;
    if (status)
        return status;
    int64_t there = search->kinds[place].count;
    breakout_copy(search, &search->kinds[place], kind);
    search->kinds[place].count += there;
    return STATUS_OK;
}

/* The value with which a block sends last if it has this size. */
int breakout_last_sent(const struct breakout_search *search, const struct kind *kind, int size) {
    return kind->value - search->latency - (size - 1) * search->gap;
}

/* The value of leaves of this level. */
int breakout_leaf_value(const struct breakout_search *search, const struct kind *kind, int level) {
    return kind->value % search->gap + search->gap * level;
}

/* Leaves as equal as can be, whose sum is at least `least` and right; false if they are too
 * high. */
bool breakout_level_out(const struct breakout_search *search, struct kind *kind, int least) {
    int leaves = kind->size - 1;
    memset(kind->levels, 0, breakout_levels_bytes(search));
    if (leaves <= 0)
        return true;
    int steps = kind->value / search->gap,
        sum = least + (kind->size - (least + steps) % kind->size) % kind->size;
    int low = sum / leaves;
    if (low + 1 >= search->level_count)
        return false;
    kind->levels[low] = leaves - sum % leaves;
    kind->levels[low + 1] = sum % leaves;
    return true;
}

/* --- the whole tree --- */

/* What is sent and received, by value. */
struct tree {
    struct heads heads;
    int64_t *sent, *received; /* [0 .. depth] */
};

static enum status choose_heads(const struct breakout_search *search, struct tree *tree,
                                bool *possible, struct failure *failure) {
    int top = search->latency + 4 * search->gap;
    double *price = memory_new((size_t)top + 1, sizeof *price);
    if (!price)
        return failure_memory(failure, "prices");
    for (int value = 0; value <= top; value++)
        price[value] = value;
    const struct leaf_prices prices = {top, price};
    enum status status = heads_choose(&tree->heads, search->latency, search->gap, search->depth,
                                      search->processors, &prices, possible, failure);
    free(price);
    return status;
}

static struct kind kind_of(const struct head_class *head) {
    return (struct kind){
        .value = head->value, .size = head->size, .count = mpz_get_si(head->count)};
}

static enum status count_heads(const struct breakout_search *search, struct tree *tree,
                               struct failure *failure) {
    size_t values = (size_t)search->depth + 1;
    tree->sent = memory_new(values, sizeof *tree->sent);
    tree->received = memory_new(values, sizeof *tree->received);
    if (!tree->sent || !tree->received)
        return failure_memory(failure, "the messages of a stream");
    tree->sent[search->depth]++;
    tree->received[search->rest]++;
    for (size_t i = 0; i < tree->heads.count; i++) {
        const struct kind kind = kind_of(&tree->heads.list[i]);
        for (int size = 1; size <= kind.size; size++)
            tree->sent[breakout_last_sent(search, &kind, size)] += kind.count;
        tree->received[kind.value] += kind.count;
    }
    return STATUS_OK;
}

/* Leaves have less than l but where all below a node were left out; and somewhat more is room for
 * changes. */
static int top_of(const struct breakout_search *search, const struct tree *tree) {
    int top = search->latency + 4 * search->gap, value = search->depth;
    while (value > top && tree->sent[value] == tree->received[value])
        value--;
    return value;
}

static enum status make_rooms(struct breakout_search *search, int top, struct failure *failure) {
    search->level_count = top / search->gap + 2;
    int *levels = memory_new(3 * (size_t)search->level_count, sizeof *levels);
    search->from.levels = levels;
    if (!levels)
        return failure_memory(failure, "the leaves of a block");
    search->to.levels = levels + search->level_count;
    search->best.levels = levels + 2 * search->level_count;
    enum status status = balance_init(&search->balance, top,
                                      logp_schedule_slack(search->known) / search->unit, failure);
    if (!status)
        status = balance_change_init(&search->change, &search->balance, failure);
    return status ? status : balance_change_init(&search->best_change, &search->balance, failure);
}

static enum status add_heads(struct breakout_search *search, struct tree *tree,
                             struct failure *failure) {
    enum status status = STATUS_OK;
    search->balance.surplus = 1 - mpz_get_si(search->processors);
    for (size_t i = 0; i < tree->heads.count && !status; i++) {
        struct kind kind = kind_of(&tree->heads.list[i]);
        kind.levels = search->to.levels;
        bool low = breakout_level_out(search, &kind, 0);
        assert(low);
        for (int j = 0; j < search->level_count; j++)
            if (kind.levels[j])
                tree->received[breakout_leaf_value(search, &kind, j)] +=
                    kind.count * kind.levels[j];
        search->balance.surplus += kind.count * kind.size;
        status = breakout_add(search, &kind, failure);
    }
    return status;
}

static void fill_balance(struct breakout_search *search, const struct tree *tree) {
    struct balance *balance = &search->balance;
    int depth = search->depth;
    int64_t room = 0, most = 0;
    for (int z = depth; z >= 1; z--) {
        room += tree->sent[z] - tree->received[z];
        most += tree->sent[z];
        if (z + balance->slack <= depth)
            most -= tree->sent[z + balance->slack];
        assert(z <= balance->top || room == 0);
        if (z <= balance->top)
            balance->room[z] = room;
        if (z <= balance->top && balance_limited(balance))
            balance->most[z] = most;
    }
}

static enum status begin_with(struct breakout_search *search, struct tree *tree, bool *possible,
                              struct failure *failure) {
    enum status status = count_heads(search, tree, failure);
    if (status)
        return status;
    int top = top_of(search, tree);
    *possible = top <= BREAKOUT_MOST_LEAF;
    if (!*possible)
        return STATUS_OK;
    status = make_rooms(search, top, failure);
    if (!status)
        status = add_heads(search, tree, failure);
    if (!status)
        fill_balance(search, tree);
    return status;
}

enum status breakout_begin(struct breakout_search *search, bool *possible,
                           struct failure *failure) {
    struct tree tree = {.sent = NULL};
    *possible = false;
    enum status status = choose_heads(search, &tree, possible, failure);
    if (!status && *possible) {
        status = begin_with(search, &tree, possible, failure);
        heads_clear(&tree.heads);
    }
    free(tree.sent);
    free(tree.received);
    return status;
}

void breakout_clear(struct breakout_search *search) {
    for (size_t i = 0; i < search->count; i++)
        free(search->kinds[i].levels);
    free(search->kinds);
    free(search->from.levels);
    balance_change_clear(&search->change);
    balance_change_clear(&search->best_change);
    balance_clear(&search->balance);
}
