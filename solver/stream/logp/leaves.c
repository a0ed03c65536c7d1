/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/leaves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"

/* Detours are changes that only give room to another one. Where leaves of whole trees were dealt
 * with them, up to 10^9 nodes, fewer than 500 changes were made in all. */
enum { MOST_CHANGES = 1000000, MOST_DETOURS = 1000, CHANGES_BETWEEN_CHECKS = 256 };

void leaves_clear(struct leaves *leaves) {
    for (size_t i = 0; i < leaves->count; i++) {
        free(leaves->blocks[i].levels);
        mpz_clear(leaves->blocks[i].count);
    }
    free(leaves->blocks);
    if (leaves->room)
        numbers_free(leaves->room);
    *leaves = (struct leaves){.heads = NULL};
}

/* --- as equal as can be --- */

static enum status add_block(struct leaves *leaves, int value, int size, const int *levels,
                             mpz_srcptr count, struct failure *failure) {
    size_t bytes = (size_t)leaves->level_count * sizeof *levels;
    if (!memory_make_room(&leaves->blocks, leaves->count, sizeof *leaves->blocks))
        return failure_memory(failure, "blocks");
    int *copy = memory_new((size_t)leaves->level_count, sizeof *copy);
    TRY(memory_check(copy, failure, "the leaves of a block"));
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
    TRY(add_block(leaves, head->value, head->size, NULL, head->count, failure));
    count(leaves, head->value, head->count, -1);
    count_sent(leaves, head);
    int *levels = leaves->blocks[leaves->count - 1].levels;
    levels[even.low] = even.of_low;
    levels[even.low + 1] = even.of_next;
    BIG(many);
    for (int i = even.low; i <= even.low + 1; i++) {
        mpz_mul_ui(many, head->count, (unsigned long)levels[i]);
        count(leaves, head->value % heads->gap + i * heads->gap, many, -1);
    }
    return STATUS_OK;
}

static enum status start(struct leaves *leaves, const struct heads *heads, int rest,
                         struct failure *failure) {
    *leaves = (struct leaves){.heads = heads, .rest = rest, .top = heads->latency + 3 * heads->gap};
    leaves->level_count = leaves->top / heads->gap + 2;
    leaves->room = numbers_new((size_t)leaves->top + 1);
    TRY(memory_check(leaves->room, failure, "the leaves"));
    BIG_OF(once, 1);
    count(leaves, heads->depth, once, 1);
    count(leaves, rest, once, -1);
    for (size_t i = 0; i < heads->count; i++)
        TRY(add_head(leaves, &heads->list[i], failure));
    for (int z = leaves->top - 1; z >= 0; z--)
        mpz_add(leaves->room[z], leaves->room[z], leaves->room[z + 1]);
    assert(mpz_sgn(leaves->room[0]) == 0);
    return STATUS_OK;
}

/* --- changes --- */

/* What finding a change takes. */
struct search {
    struct leaves *leaves;
    mpz_t need;  /* room that is missing */
    int *wanted; /* values z at which room is wanted, in the order in which this was found out; */
    int count;   /* so many; owned */
    bool *is_wanted; /* [z]: it is among them; owned */
};

static enum status search_open(struct search *search, struct leaves *leaves,
                               const struct heads *heads, int rest, struct failure *failure) {
    *search = (struct search){.leaves = leaves};
    mpz_init(search->need);
    TRY(start(leaves, heads, rest, failure));
    return memory_check(NEW(leaves->top + 1, search->wanted, search->is_wanted), failure,
                        "the leaves");
}

static void search_close(struct search *search) {
    mpz_clear(search->need);
    FREE_ALL(search->wanted, search->is_wanted);
}

static void want(struct search *search, int z) {
    if (!search->is_wanted[z])
        search->wanted[search->count++] = z;
    search->is_wanted[z] = true;
}

/* In some blocks of a class one leaf from level `up` to the one above, another from `down` to the
 * one below. */
struct change {
    int class, up, down;
    int gains;        /* values z with too little room that it helps */
    int least;        /* the value z with the least room that it costs from */
    size_t block;     /* equal blocks that have such leaves */
    mpz_srcptr count; /* theirs; borrowed */
};

/* The value with the least room where a leaf of this class that is raised from the level would need
 * it; 0: no message has such a value. */
static int least_above(const struct leaves *leaves, int class, int level) {
    int gap = leaves->heads->gap, first = class + gap * level + 1;
    if (first + gap - 1 > leaves->top)
        return 0;
    int least = first;
    for (int z = first + 1; z < first + gap; z++)
        if (mpz_cmp(leaves->room[z], leaves->room[least]) < 0)
            least = z;
    return least;
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
static bool find_block(const struct search *search, struct change *change) {
    const struct leaves *leaves = search->leaves;
    bool found = false;
    for (size_t i = 0; i < leaves->count; i++) {
        const struct leaf_block *block = &leaves->blocks[i];
        if (block->value % leaves->heads->gap != change->class || !has_leaves(block, change))
            continue;
        bool enough = mpz_cmp(block->count, search->need) >= 0;
        bool was_enough = found && mpz_cmp(change->count, search->need) >= 0;
        if (!found || (enough && was_enough
                           ? block->size > leaves->blocks[change->block].size
                           : enough || (!was_enough && mpz_cmp(block->count, change->count) > 0)))
            change->block = i, change->count = block->count;
        found = true;
    }
    return found;
}

static bool is_better(const struct leaves *leaves, const struct change *change,
                      const struct change *best) {
    return change->gains != best->gains
               ? change->gains > best->gains
               : mpz_cmp(leaves->room[change->least], leaves->room[best->least]) > 0;
}

/* The best change that gives room at z, if there is one; `best` has none before. Room that others
 * would need is wanted. */
static bool find_change(struct search *search, int z, struct change *best) {
    const struct leaves *leaves = search->leaves;
    int gap = leaves->heads->gap;
    bool found = false;
    for (int class = 0; class < gap && class < z; class ++) {
        int down = (z - class + gap - 1) / gap;
        int gains = missing_below(leaves, class, down);
        for (int up = 0; up + 1 < leaves->level_count && down < leaves->level_count; up++) {
            int least = up == down - 1 ? 0 : least_above(leaves, class, up);
            struct change change = {class, up, down, gains, least, 0, NULL};
            if (least == 0 || (found && !is_better(leaves, &change, best)) ||
                !find_block(search, &change))
                continue;
            if (mpz_sgn(leaves->room[least]) <= 0) {
                want(search, least);
                continue;
            }
            *best = change;
            found = true;
        }
    }
    return found;
}

/* A change that gives room at z, where some is missing; or else at a value where that is what such
 * a change needs, and so on: the first that is found. 0: none, else the value. */
static int find_chain(struct search *search, int z, struct change *change) {
    mpz_neg(search->need, search->leaves->room[z]);
    memset(search->is_wanted, 0, ((size_t)search->leaves->top + 1) * sizeof *search->is_wanted);
    search->count = 0;
    want(search, z);
    for (int i = 0; i < search->count; i++)
        if (find_change(search, search->wanted[i], change))
            return search->wanted[i];
    return 0;
}

static void shift_room(struct leaves *leaves, int first, mpz_srcptr count, int sign) {
    for (int z = first; z < first + leaves->heads->gap; z++)
        (sign < 0 ? mpz_sub : mpz_add)(leaves->room[z], leaves->room[z], count);
}

/* Makes it in as many blocks as there is room for, as need it, and as there are. */
static enum status make_change(struct search *search, const struct change *change,
                               struct failure *failure) {
    struct leaves *leaves = search->leaves;
    int gap = leaves->heads->gap;
    CLEANUP(big_clear) mpz_t many;
    mpz_init_set(many, leaves->room[change->least]);
    if (mpz_cmp(many, search->need) > 0)
        mpz_set(many, search->need);
    if (mpz_cmp(many, change->count) > 0)
        mpz_set(many, change->count);
    struct leaf_block *block = &leaves->blocks[change->block];
    mpz_sub(block->count, block->count, many);
    bool all = mpz_sgn(block->count) == 0;
    if (all)
        mpz_set(block->count, many);
    else
        TRY(add_block(leaves, block->value, block->size, block->levels, many, failure));
    int *levels = leaves->blocks[all ? change->block : leaves->count - 1].levels;
    levels[change->up]--, levels[change->up + 1]++;
    levels[change->down]--, levels[change->down - 1]++;
    shift_room(leaves, change->class + gap * change->up + 1, many, -1);
    shift_room(leaves, change->class + gap * (change->down - 1) + 1, many, 1);
    return STATUS_OK;
}

/* The largest value at which there are too few messages; 0: none. */
static int find_missing(const struct leaves *leaves) {
    int z = leaves->top;
    while (z > 0 && mpz_sgn(leaves->room[z]) >= 0)
        z--;
    return z;
}

/* *dealt as in leaves_deal. */
static enum status change_leaves(struct search *search, const struct limits *limits, bool *dealt,
                                 struct failure *failure) {
    struct change change;
    int z = find_missing(search->leaves);
    *dealt = false;
    for (int changes = 0, detours = 0; z > 0 && detours < MOST_DETOURS; changes++) {
        int gained = find_chain(search, z, &change);
        if (gained == 0)
            break;
        detours += gained != z;
        TRY(make_change(search, &change, failure));
        if (changes % CHANGES_BETWEEN_CHECKS == 0)
            TRY(limits_check(limits, failure));
        if (changes == MOST_CHANGES)
            return failure_limit(failure, "the leaves take more than %d changes", MOST_CHANGES);
        z = find_missing(search->leaves);
    }
    *dealt = z == 0;
    return STATUS_OK;
}

enum status leaves_deal(struct leaves *leaves, const struct heads *heads, int rest,
                        const struct limits *limits, bool *dealt, struct failure *failure) {
    CLEANUP(leaves_clear) struct leaves made = {.heads = NULL};
    CLEANUP(search_close) struct search search;
    TRY(search_open(&search, &made, heads, rest, failure));
    TRY(change_leaves(&search, limits, dealt, failure));
    *leaves = TAKE(made);
    return STATUS_OK;
}

/* --- the schedule --- */

static enum status add_to(struct logp_schedule *schedule, const struct leaves *leaves, int unit,
                          struct failure *failure) {
    int gap = leaves->heads->gap;
    struct logp_part *part = logp_schedule_part(schedule, leaves->rest % gap * unit, 0, 0);
    TRY(memory_check(part, failure, "a class of processors"));
    part->steps.receive_only = leaves->rest / gap;
    for (size_t i = 0; i < leaves->count; i++) {
        const struct leaf_block *from = &leaves->blocks[i];
        const struct logp_block block = {.offset = from->value % gap * unit,
                                         .head = from->value / gap,
                                         .size = from->size,
                                         .levels = from->levels,
                                         .level_count = leaves->level_count};
        TRY(logp_schedule_add_block(schedule, &block, from->count, failure));
    }
    return STATUS_OK;
}

enum status leaves_schedule(const struct leaves *leaves, const struct logp_machine *machine,
                            mpz_srcptr processors, struct logp_schedule *schedule,
                            struct failure *failure) {
    int unit = (int)logp_machine_unit(machine);
    logp_schedule_init(schedule, machine, CAPACITY_NONE, leaves->heads->depth * unit, 1);
    return logp_schedule_end(schedule, add_to(schedule, leaves, unit, failure), processors,
                             failure);
}
