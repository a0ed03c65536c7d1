/* SPDX-License-Identifier: MIT */
/* Kind combining: a payload of the player (messages_play.h), on the machine postal. Each processor,
 * and each message under way, has the set of the operands that it has combined. A processor that
 * combines a set with one that is not disjoint from it would have an operand twice from then on; so
 * after the last reception everybody has everything once if and only if no two sets met that were
 * not disjoint, and each one is full.
 *
 * A message of others only carries the set of its sender without the sender's operand, which is in
 * it at any time: what the sender has received. It must not be empty.
 *
 * In rotation all do the same, so the set of processor r is that of processor 0 turned by r, and
 * only this one is kept. A message from 0 to d comes with another one from -d to 0.
 *
 * Sets are bits, shared by those who have the same one, and there from the first line on that names
 * their processor: a line makes two of them at most.
 * Time: P/64 words for each message.
 *
 * A set may belong to several owners, each of which holds it once; the last one to drop it frees
 * it. */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

enum { COMBINING_PROCESSORS_LIMIT = 20000 };

struct operand_set {
    uint32_t owners;
    mpz_ptr bits; /* bit x: operand x, 0..P-1 */
};

struct operand_sets {
    uint32_t operands; /* P */
};

/* The set of one operand, held once. */
struct operand_set *operand_set_new(struct operand_sets *sets, uint32_t operand);

struct operand_set *operand_set_hold(struct operand_set *set);

/* A new set, held once, of all but this operand. Contract: the operand is in the set. */
struct operand_set *operand_set_without(struct operand_sets *sets, const struct operand_set *set,
                                        uint32_t operand);
void operand_set_drop(struct operand_set *set);

/* Puts the operands of `more`, each turned by this much modulo P (0 <= turn < P), into the set of
 * one owner, who has a set of its own from then on. False, with the first operand that is in both,
 * and no change, if they are not disjoint. */
bool operand_set_combine(struct operand_sets *sets, struct operand_set **set,
                         const struct operand_set *more, uint32_t turn, uint32_t *twice);
