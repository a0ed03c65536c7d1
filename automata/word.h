/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

/* Words: what one processor of a block receives during one period.
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
 * model", SPAA 1993, section 3.2. */

/* Sets *legal. Time and scratch memory O(r). A negative letter is STATUS_INPUT. */
enum status word_check(int head, const int *letters, size_t count, bool *legal,
                       struct failure *failure);

/* M. Hall's condition: head + w_1 + .. + w_{r-1} is divisible by r. Necessary for legality, since
 * the legal values sum to the same residue as the positions; sufficient for some order of the
 * letters to be legal (see arrangement.h). Any int letters; no overflow. Time O(r). */
bool word_sum_is_divisible(int head, const int *letters, size_t count);

/* The residue of `value` modulo `size` >= 1, in 0..size-1 also for negative values. */
size_t word_residue(int value, size_t size);

/* Closed words: what one processor receives and sends when both repeat for ever.
 *
 * At position p of a word of length n the processor receives the value v_p >= 0, which is the item
 * with deadline p + v_p (the broadcast of that item terminates v_p steps later). Repeated for ever,
 * the word brings every item exactly once iff it is a closed walk of the juggling state graph
 * (juggling.h), that is, iff the p + v_p are pairwise distinct mod n. A block-cyclic word (above)
 * is the case where only the head v_0 is sent on; here any item may be.
 *
 * At position p the item with deadline p + u is *held with value u* from its reception on until
 * u = 0. The values held are those of the set A in the window automaton of theorem "all
 * schedules" (results/THEOREMS.md). With latency L a message of value u >= L is received L steps
 * later with the value u - L. */

/* Nothing is sent at this position. */
enum { CLOSED_WORD_SILENT = -1 };

/* Sets *legal. A negative value, or length 0, is STATUS_INPUT. O(length). */
enum status closed_word_check(const int *values, size_t length, bool *legal,
                              struct failure *failure);

/* largest[p] = the largest value held at position p. O(length). */
void closed_word_largest(const int *values, size_t length, int *largest);

/* Sets *possible: at every position the value sent, if any, is at least `latency` and held. The
 * word is legal. O(length). */
enum status closed_word_check_sends(const int *values, const int *sends, size_t length, int latency,
                                    bool *possible, struct failure *failure);

/* Names of letters for people: a, b, c, .. (a = 0) as in the papers when the alphabet has at most
 * 26 letters, else the decimal number. */
enum { LETTER_NAME_SIZE = 12, LETTER_NAMED_ALPHABET = 26 };

/* Writes the name of `letter`, 0 <= letter < alphabet, into `name` and returns `name`. */
const char *letter_name(char name[LETTER_NAME_SIZE], int letter, int alphabet);
