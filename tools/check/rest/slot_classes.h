/* SPDX-License-Identifier: MIT */
/* The slots of the rows of a stationary schedule with delay L+t, for kind items-colours.
 *
 * A row that is at position p of a word of length n at TIME 0 is at position (p + y) mod n at TIME
 * y. The value v that it receives then belongs to an item with the deadline v + y; those with a
 * deadline of L+t or later are not carried, and the TIMEs y < L+t at which the row receives such
 * items are its slots: y = L+t-v .. L+t-1 for each reception of a value v, one of n apart. As the
 * word is legal, these are as many as the mean of its values. At one TIME a row receives once, so
 * they are distinct. At TIME x < t the row is *busy* if its word sends a value u with u + x < L+t,
 * else free; before its first slot that does not matter.
 *
 * Room: 4 bytes for each slot and busy TIME of each position of a word, and about 100 for each
 * position. */
#ifndef STEADYCHECK_SLOT_CLASSES_H
#define STEADYCHECK_SLOT_CLASSES_H

#include "core/closed_word.h"

/* Slots and busy TIMEs of all positions of all words, and positions. */
enum { SLOT_CLASSES_SLOTS = 1 << 26, SLOT_CLASSES_POSITIONS = 1 << 22 };

/* Rows with the same slots and, from the first of these on, the same busy TIMEs. */
struct slot_class {
    uint32_t slots, busy; /* how many */
    uint32_t *times;      /* of the slots, ascending */
    uint32_t *busy_times; /* likewise */
    mpz_t rows;
};

/* The reader, L and t are set before, all else is zero. */
struct slot_classes {
    struct reader *reader;
    uint32_t latency, depth;
    bool full; /* a limit was met, and the fault is reported */
    uint64_t slots;
    struct slot_class *classes;
    size_t count, capacity;
};

void slot_classes_clear(struct slot_classes *slots);

/* The rows of a legal word, so many at each position. The work is charged. */
void slot_classes_add(struct slot_classes *slots, const struct closed_word *word, mpz_srcptr count);

/* Puts equal classes together, in the order of their slots, then of their busy TIMEs. Contract:
 * there is one. */
void slot_classes_merge(struct slot_classes *slots);

/* The lexicographic order of their slots. */
int slot_class_compare(const struct slot_class *a, const struct slot_class *b);

#endif
