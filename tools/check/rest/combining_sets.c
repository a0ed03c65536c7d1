/* SPDX-License-Identifier: MIT */
#include "rest/combining_sets.h"

#include "core/memory.h"

#include <stdlib.h>

/* Bytes of one, at most: bits may be moved by a limb while they are put together. */
static uint64_t size_of(const struct operand_sets *sets) {
    return sizeof(struct operand_set) + (sets->operands / 64 + 2) * sizeof(uint64_t);
}

bool operand_sets_may_grow(const struct operand_sets *sets, uint64_t besides) {
    return sets->room + 2 * size_of(sets) + besides <= OPERAND_SETS_LIMIT;
}

static struct operand_set *new_empty(struct operand_sets *sets) {
    struct operand_set *set = memory_zeroed(1, sizeof *set);
    sets->room += size_of(sets);
    set->owners = 1;
    mpz_init(set->bits);
    return set;
}

struct operand_set *operand_set_new(struct operand_sets *sets, uint32_t operand) {
    struct operand_set *set = new_empty(sets);
    mpz_setbit(set->bits, operand);
    return set;
}

struct operand_set *operand_set_hold(struct operand_set *set) {
    set->owners++;
    return set;
}

struct operand_set *operand_set_without(struct operand_sets *sets, const struct operand_set *set,
                                        uint32_t operand) {
    struct operand_set *others = new_empty(sets);
    mpz_set(others->bits, set->bits);
    mpz_clrbit(others->bits, operand);
    return others;
}

void operand_set_drop(struct operand_sets *sets, struct operand_set *set) {
    if (--set->owners > 0)
        return;
    sets->room -= size_of(sets);
    mpz_clear(set->bits);
    free(set);
}

/* Bit x goes to x + by, modulo P. */
static void turn_bits(const struct operand_sets *sets, mpz_ptr bits, uint32_t by) {
    mpz_t high;
    mpz_init(high);
    mpz_fdiv_q_2exp(high, bits, sets->operands - by);
    mpz_fdiv_r_2exp(bits, bits, sets->operands - by);
    mpz_mul_2exp(bits, bits, by);
    mpz_ior(bits, bits, high);
    mpz_clear(high);
}

/* The set with more bits; what others hold too stays as it is. */
static void put(struct operand_sets *sets, struct operand_set **set, mpz_srcptr bits) {
    struct operand_set *own = *set;
    if (own->owners > 1) {
        own = new_empty(sets);
        mpz_set(own->bits, (*set)->bits);
        operand_set_drop(sets, *set);
        *set = own;
    }
    mpz_ior(own->bits, own->bits, bits);
}

bool operand_set_combine(struct operand_sets *sets, struct operand_set **set,
                         const struct operand_set *more, uint32_t turn, uint32_t *twice) {
    mpz_t bits, common;
    mpz_init_set(bits, more->bits);
    mpz_init(common);
    turn_bits(sets, bits, turn);
    mpz_and(common, (*set)->bits, bits);
    bool disjoint = mpz_sgn(common) == 0;
    if (disjoint)
        put(sets, set, bits);
    else
        *twice = (uint32_t)mpz_scan1(common, 0);
    mpz_clears(bits, common, NULL);
    return disjoint;
}
