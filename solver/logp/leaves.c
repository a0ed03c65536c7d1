/* SPDX-License-Identifier: MIT */
#include "solver/logp/leaves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/model/numbers.h"

enum { MOST_CHANGES = 1000000, CHANGES_BETWEEN_CHECKS = 256 };

void leaves_clear(struct leaves *leaves) {
    for (size_t i = 0; i < leaves->count; i++) {
        free(leaves->blocks[i].levels);
        mpz_clear(leaves->blocks[i].count);
    }
    free(leaves->blocks);
    if (leaves->room)
        numbers_free(leaves->room, (size_t)leaves->top + 1);
    *leaves = (struct leaves){.heads = NULL};
}

/* --- as equal as can be --- */

static enum status add_block(struct leaves *leaves, int value, int size, const int *levels,
                             mpz_srcptr count, struct failure *failure) {
    size_t bytes = (size_t)leaves->level_count * sizeof *levels;
    if (leaves->count == leaves->capacity) {
        size_t room = 2 * leaves->capacity + 64;
        struct leaf_block *blocks = memory_resize(leaves->blocks, room, sizeof *blocks);
        if (!blocks)
            return failure_memory(failure, "blocks");
        leaves->blocks = blocks;
        leaves->capacity = room;
    }
    int *copy = memory_new((size_t)leaves->level_count, sizeof *copy);
    if (!copy)
        return failure_memory(failure, "the leaves of a block");
    if (levels)
        memcpy(copy, levels, bytes);
    struct leaf_block *block = &leaves->blocks[leaves->count++];
    block->value = value, block->size = size, block->levels = copy;
    mpz_init_set(block->count, count);
    return STATUS_OK;
}

/* Messages of this value more, or receptions: sign -1. As differences of neighbours. */
static void count(struct leaves *leaves, int value, mpz_srcptr many, int sign) {
    mpz_ptr at = leaves->room[value < leaves->top ? value : leaves->top];
    (sign < 0 ? mpz_sub : mpz_add)(at, at, many);
}

/* Those of the value `top` or more at once: a head may send thousands of times. */
static void count_sent(struct leaves *leaves, const struct head_class *head) {
    int gap = leaves->heads->gap, first = head->value - leaves->heads->latency;
    int high = first < leaves->top ? 0 : (first - leaves->top) / gap + 1;
    high = high < head->size ? high : head->size;
    mpz_addmul_ui(leaves->room[leaves->top], head->count, (unsigned long)high);
    for (int i = high; i < head->size; i++)
        count(leaves, first - i * gap, head->count, 1);
}

static enum status add_head(struct leaves *leaves, const struct head_class *head,
                            struct failure *failure) {
    const struct heads *heads = leaves->heads;
    const struct even_leaves even = heads_even_leaves(heads->gap, head->value, head->size);
    enum status status = add_block(leaves, head->value, head->size, NULL, head->count, failure);
    if (status)
        return status;
    count(leaves, head->value, head->count, -1);
    count_sent(leaves, head);
    int *levels = leaves->blocks[leaves->count - 1].levels;
    levels[even.low] = even.of_low;
    levels[even.low + 1] = even.of_next;
    mpz_t many;
    mpz_init(many);
    for (int i = even.low; i <= even.low + 1; i++) {
        mpz_mul_ui(many, head->count, (unsigned long)levels[i]);
        count(leaves, head->value % heads->gap + i * heads->gap, many, -1);
    }
    mpz_clear(many);
    return STATUS_OK;
}

static enum status start(struct leaves *leaves, const struct heads *heads,
                         struct failure *failure) {
    mpz_t source;
    *leaves = (struct leaves){.heads = heads, .top = heads->latency + 3 * heads->gap};
    leaves->level_count = leaves->top / heads->gap + 2;
    leaves->room = numbers_new((size_t)leaves->top + 1);
    enum status status = leaves->room ? STATUS_OK : failure_memory(failure, "the leaves");
    if (status)
        return status;
    mpz_init_set_ui(source, 1);
    count(leaves, heads->depth, source, 1);
    mpz_clear(source);
    for (size_t i = 0; i < heads->count && !status; i++)
        status = add_head(leaves, &heads->list[i], failure);
    for (int z = leaves->top - 1; z >= 0 && !status; z--)
        mpz_add(leaves->room[z], leaves->room[z], leaves->room[z + 1]);
    assert(status || mpz_cmp_ui(leaves->room[0], 1) == 0);
    return status;
}

/* --- changes --- */

/* In some blocks of a class one leaf from level `up` to the one above, another from `down` to the
 * one below. */
struct change {
    int class, up, down;
    int gains;        /* values z with too little room that it helps */
    mpz_ptr room;     /* the least that it costs from; borrowed */
    size_t block;     /* equal blocks that have such leaves */
    mpz_srcptr count; /* theirs */
};

/* The least room where a leaf of this class that is raised from the level would need it; NULL: no
 * message has such a value. */
static mpz_ptr room_above(const struct leaves *leaves, int class, int level) {
    int gap = leaves->heads->gap, first = class + gap * level + 1;
    if (first + gap - 1 > leaves->top)
        return NULL;
    int least = first;
    for (int z = first + 1; z < first + gap; z++)
        if (mpz_cmp(leaves->room[z], leaves->room[least]) < 0)
            least = z;
    return leaves->room[least];
}

static int missing_below(const struct leaves *leaves, int class, int level) {
    int gap = leaves->heads->gap, missing = 0;
    for (int z = class + gap * (level - 1) + 1; z <= class + gap * level; z++)
        missing += z <= leaves->top && mpz_sgn(leaves->room[z]) < 0;
    return missing;
}

static bool has_leaves(const struct leaf_block *block, const struct change *change) {
    return change->up == change->down
               ? block->levels[change->up] >= 2
               : block->levels[change->up] >= 1 && block->levels[change->down] >= 1;
}

/* Of most blocks, as far as they are needed; then the largest ones, which have leaves enough for
 * more changes. */
static bool find_block(const struct leaves *leaves, struct change *change, mpz_srcptr need) {
    bool found = false;
    for (size_t i = 0; i < leaves->count; i++) {
        const struct leaf_block *block = &leaves->blocks[i];
        if (block->value % leaves->heads->gap != change->class || !has_leaves(block, change))
            continue;
        bool enough = mpz_cmp(block->count, need) >= 0;
        bool was_enough = found && mpz_cmp(change->count, need) >= 0;
        if (!found || (enough && was_enough
                           ? block->size > leaves->blocks[change->block].size
                           : enough || (!was_enough && mpz_cmp(block->count, change->count) > 0)))
            change->block = i, change->count = block->count;
        found = true;
    }
    return found;
}

/* The best change that gives room at z, if there is one. */
static bool find_change(const struct leaves *leaves, int z, struct change *best) {
    int gap = leaves->heads->gap;
    mpz_t need;
    bool found = false;
    mpz_init(need);
    mpz_neg(need, leaves->room[z]);
    for (int class = 0; class < gap && class < z; class ++) {
        int down = (z - class + gap - 1) / gap;
        int gains = missing_below(leaves, class, down);
        for (int up = 0; up + 1 < leaves->level_count && down < leaves->level_count; up++) {
            mpz_ptr room = up == down - 1 ? NULL : room_above(leaves, class, up);
            struct change change = {class, up, down, gains, room, 0, NULL};
            if (!room || mpz_sgn(room) <= 0 || (found && gains < best->gains) ||
                (found && gains == best->gains && mpz_cmp(room, best->room) <= 0) ||
                !find_block(leaves, &change, need))
                continue;
            *best = change;
            found = true;
        }
    }
    mpz_clear(need);
    return found;
}

static void shift_room(struct leaves *leaves, int first, mpz_srcptr count, int sign) {
    for (int z = first; z < first + leaves->heads->gap; z++)
        (sign < 0 ? mpz_sub : mpz_add)(leaves->room[z], leaves->room[z], count);
}

/* Makes it in as many blocks as there is room for, as it is missing at z, and as there are. */
static enum status make_change(struct leaves *leaves, int z, const struct change *change,
                               struct failure *failure) {
    int gap = leaves->heads->gap;
    mpz_t many;
    mpz_init_set(many, change->room);
    if (mpz_cmpabs(many, leaves->room[z]) > 0)
        mpz_neg(many, leaves->room[z]);
    if (mpz_cmp(many, change->count) > 0)
        mpz_set(many, change->count);
    struct leaf_block *block = &leaves->blocks[change->block];
    mpz_sub(block->count, block->count, many);
    bool all = mpz_sgn(block->count) == 0;
    enum status status = STATUS_OK;
    if (all)
        mpz_set(block->count, many);
    else
        status = add_block(leaves, block->value, block->size, block->levels, many, failure);
    if (!status) {
        int *levels = leaves->blocks[all ? change->block : leaves->count - 1].levels;
        levels[change->up]--, levels[change->up + 1]++;
        levels[change->down]--, levels[change->down - 1]++;
        shift_room(leaves, change->class + gap * change->up + 1, many, -1);
        shift_room(leaves, change->class + gap * (change->down - 1) + 1, many, 1);
    }
    mpz_clear(many);
    return status;
}

/* The largest value at which there are too few messages; 0: none. */
static int find_missing(const struct leaves *leaves) {
    int z = leaves->top;
    while (z > 0 && mpz_sgn(leaves->room[z]) >= 0)
        z--;
    return z;
}

enum status leaves_deal(struct leaves *leaves, const struct heads *heads,
                        const struct limits *limits, bool *dealt, struct failure *failure) {
    enum status status = start(leaves, heads, failure);
    struct change change;
    int z = 0;
    for (int changes = 0; !status; changes++) {
        z = find_missing(leaves);
        if (z == 0 || !find_change(leaves, z, &change))
            break;
        status = make_change(leaves, z, &change, failure);
        if (!status && changes % CHANGES_BETWEEN_CHECKS == 0)
            status = limits_check(limits, failure);
        if (!status && changes == MOST_CHANGES)
            status = failure_set(failure, STATUS_LIMIT, "the leaves take more than %d changes",
                                 MOST_CHANGES);
    }
    *dealt = z == 0;
    if (status)
        leaves_clear(leaves);
    return status;
}
