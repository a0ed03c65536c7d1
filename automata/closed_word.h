/* SPDX-License-Identifier: MIT */
#ifndef AUTOMATA_CLOSED_WORD_H
#define AUTOMATA_CLOSED_WORD_H

#include "automata/status.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Closed words: what one processor receives and sends when both repeat for ever.
 *
 * At position p of a word of length n the processor receives the value v_p >= 0, which is the item
 * with deadline p + v_p (the broadcast of that item terminates v_p steps later). Repeated for ever,
 * the word brings every item exactly once iff it is a closed walk of the juggling state graph
 * (juggling.h), that is, iff the p + v_p are pairwise distinct mod n. A block-cyclic word (word.h)
 * is the case where only the head v_0 is sent on; here any item may be.
 *
 * At position p the item with deadline p + u is *held with value u* from its reception on until
 * u = 0. The values held are those of the set A in the window automaton of theorem "all
 * schedules" (results/THEOREMS.md). With latency L a message of value u >= L is received L steps
 * later with the value u - L.
 */

/* Nothing is sent at this position. */
enum { CLOSED_WORD_SILENT = -1 };

/* Sets *legal. A negative value, or length 0, is STATUS_INPUT. O(length). */
enum status closed_word_check(const int *values, size_t length, bool *legal,
                              struct failure *failure);

/* largest[p] = the largest value held at position p. O(length). */
void closed_word_largest(const int *values, size_t length, int *largest);

/*
 * Sets *possible: at every position the value sent, if any, is at least `latency` and held. The
 * word is legal. O(length).
 */
enum status closed_word_check_sends(const int *values, const int *sends, size_t length, int latency,
                                    bool *possible, struct failure *failure);

#endif
