/* SPDX-License-Identifier: MIT */
#include "rest/combining_sets.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

static size_t words_of(const struct operand_sets *sets) {
    return sets->operands / 64 + 1;
}

uint64_t operand_set_size(const struct operand_sets *sets) {
    return sizeof(struct operand_set) + words_of(sets) * sizeof(uint64_t);
}

bool operand_sets_may_grow(const struct operand_sets *sets, uint64_t besides) {
    return sets->room + 2 * operand_set_size(sets) + besides <= OPERAND_SETS_LIMIT;
}

static struct operand_set *new_empty(struct operand_sets *sets) {
    struct operand_set *set = memory_zeroed(1, operand_set_size(sets));
    sets->room += operand_set_size(sets);
    set->owners = 1;
    return set;
}

static bool has(const struct operand_set *set, uint32_t operand) {
    return set->bits[operand / 64] >> operand % 64 & 1;
}

static void put(struct operand_set *set, uint32_t operand) {
    set->bits[operand / 64] |= UINT64_C(1) << operand % 64;
}

static struct operand_set *new_copy(struct operand_sets *sets, const struct operand_set *set) {
    struct operand_set *copy = new_empty(sets);
    memcpy(copy->bits, set->bits, words_of(sets) * sizeof *copy->bits);
    copy->count = set->count;
    return copy;
}

struct operand_set *operand_set_new(struct operand_sets *sets, uint32_t operand) {
    struct operand_set *set = new_empty(sets);
    put(set, operand);
    set->count = 1;
    return set;
}

struct operand_set *operand_set_hold(struct operand_set *set) {
    set->owners++;
    return set;
}

struct operand_set *operand_set_without(struct operand_sets *sets, const struct operand_set *set,
                                        uint32_t operand) {
    struct operand_set *others = new_copy(sets, set);
    others->bits[operand / 64] &= ~(UINT64_C(1) << operand % 64);
    others->count--;
    return others;
}

void operand_set_drop(struct operand_sets *sets, struct operand_set *set) {
    if (--set->owners > 0)
        return;
    sets->room -= operand_set_size(sets);
    free(set);
}

/* What others hold too is copied before it changes. */
static void make_own(struct operand_sets *sets, struct operand_set **set) {
    if ((*set)->owners == 1)
        return;
    struct operand_set *copy = new_copy(sets, *set);
    operand_set_drop(sets, *set);
    *set = copy;
}

/* Puts bits into others, each `by` places higher; what would be beyond goes away. */
static void put_higher(const struct operand_sets *sets, uint64_t *to, const uint64_t *from,
                       uint32_t by) {
    size_t words = by / 64;
    for (size_t i = words; i < words_of(sets); i++) {
        to[i] |= from[i - words] << by % 64;
        if (by % 64 && i > words)
            to[i] |= from[i - words - 1] >> (64 - by % 64);
    }
    to[sets->operands / 64] &= (UINT64_C(1) << sets->operands % 64) - 1;
}

static void put_lower(const struct operand_sets *sets, uint64_t *to, const uint64_t *from,
                      uint32_t by) {
    size_t words = by / 64;
    for (size_t i = words; i < words_of(sets); i++) {
        to[i - words] |= from[i] >> by % 64;
        if (by % 64 && i + 1 < words_of(sets))
            to[i - words] |= from[i + 1] << (64 - by % 64);
    }
}

static struct operand_set *new_turned(struct operand_sets *sets, const struct operand_set *set,
                                      uint32_t turn) {
    struct operand_set *turned = new_empty(sets);
    put_higher(sets, turned->bits, set->bits, turn);
    put_lower(sets, turned->bits, set->bits, sets->operands - turn);
    turned->count = set->count;
    return turned;
}

static bool are_disjoint(const struct operand_sets *sets, const struct operand_set *one,
                         const struct operand_set *other, uint32_t *common) {
    size_t i = 0;
    while (i < words_of(sets) && !(one->bits[i] & other->bits[i]))
        i++;
    if (i == words_of(sets))
        return true;
    for (*common = (uint32_t)(64 * i); !has(one, *common) || !has(other, *common);)
        ++*common;
    return false;
}

static bool combine(struct operand_sets *sets, struct operand_set **set,
                    const struct operand_set *more, uint32_t *twice) {
    if (!are_disjoint(sets, *set, more, twice))
        return false;
    make_own(sets, set);
    for (size_t i = 0; i < words_of(sets); i++)
        (*set)->bits[i] |= more->bits[i];
    (*set)->count += more->count;
    return true;
}

bool operand_set_combine(struct operand_sets *sets, struct operand_set **set,
                         const struct operand_set *more, uint32_t turn, uint32_t *twice) {
    if (turn == 0)
        return combine(sets, set, more, twice);
    struct operand_set *turned = new_turned(sets, more, turn);
    bool right = combine(sets, set, turned, twice);
    operand_set_drop(sets, turned);
    return right;
}

uint32_t operand_set_missing(const struct operand_set *set) {
    uint32_t operand = 0;
    while (has(set, operand))
        operand++;
    return operand;
}
