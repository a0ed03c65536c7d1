/* SPDX-License-Identifier: MIT */
#ifndef AUTOMATA_WORD_H
#define AUTOMATA_WORD_H

#include "automata/status.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Words: what one processor of a block receives during one period.
 *
 * A block of size r has r processors and the period r. Position 0 of the period holds the internal
 * node of the broadcast tree, the `head`; position p = 1..r-1 holds the letter w_p. A letter j >= 0
 * is a reception of the item whose broadcast terminates j steps later (a = 0, b = 1, ...). The item
 * at position p is therefore the one with deadline p + w_p, counted from the head, and the items
 * of all periods together are exactly those with the deadlines p + w_p mod r. So
 *
 *     the word is legal  iff  head, 1 + w_1, .., r-1 + w_{r-1} are pairwise distinct mod r.
 *
 * Of the head only the residue mod r counts: an internal node with r children has, for latency L,
 * the value r + L - 1, so its head is L - 1. Any int is allowed as head, also a negative one.
 * In the functions below `count` = r - 1 is the length of the word; count = 0 is the block of size
 * 1 whose only word is empty and legal (letters may then be NULL).
 *
 * Source: R. Karp, A. Sahay, E. Santos, K. Schauser, "Optimal broadcast and summation in the LogP
 * model", SPAA 1993, section 3.2.
 */

/* Sets *legal. Time and scratch memory O(r). A negative letter is STATUS_INPUT. */
enum status word_check(int head, const int *letters, size_t count, bool *legal,
                       struct failure *failure);

/* M. Hall's condition: head + w_1 + .. + w_{r-1} is divisible by r. Necessary for legality, since
 * the legal values sum to the same residue as the positions; sufficient for some order of the
 * letters to be legal (see arrangement.h). Any int letters; no overflow. Time O(r). */
bool word_sum_is_divisible(int head, const int *letters, size_t count);

/* The residue of `value` modulo `size` >= 1, in 0..size-1 also for negative values. */
size_t word_residue(int value, size_t size);

#endif
