/* SPDX-License-Identifier: MIT */
/* Sets of operands, of those who combine them. A set may belong to several owners, each of which
 * holds it once; the last one to drop it frees it. */
#ifndef STEADYCHECK_COMBINING_SETS_H
#define STEADYCHECK_COMBINING_SETS_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#define OPERAND_SETS_LIMIT ((uint64_t)1 << 32)

struct operand_set {
    uint32_t owners;
    mpz_t bits; /* bit x: operand x, 0..P-1 */
};

struct operand_sets {
    uint32_t operands; /* P */
    uint64_t room;     /* bytes of all sets */
};

/* Is there room in OPERAND_SETS_LIMIT bytes for what one message may need, a set that comes and one
 * that changes, and for so many bytes of other things? */
bool operand_sets_may_grow(const struct operand_sets *sets, uint64_t besides);

/* The set of one operand, held once. */
struct operand_set *operand_set_new(struct operand_sets *sets, uint32_t operand);

struct operand_set *operand_set_hold(struct operand_set *set);

/* A new set, held once, of all but this operand. Contract: the operand is in the set. */
struct operand_set *operand_set_without(struct operand_sets *sets, const struct operand_set *set,
                                        uint32_t operand);
void operand_set_drop(struct operand_sets *sets, struct operand_set *set);

/* Puts the operands of `more`, each turned by this much modulo P (0 <= turn < P), into the set of
 * one owner, who has a set of its own from then on. False, with the first operand that is in both,
 * and no change, if they are not disjoint. */
bool operand_set_combine(struct operand_sets *sets, struct operand_set **set,
                         const struct operand_set *more, uint32_t turn, uint32_t *twice);

#endif
