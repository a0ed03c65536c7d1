/* SPDX-License-Identifier: MIT */
/*
 * Words of a plain stream, as a fractional stream (fraction.h) has them: heads, each with the
 * leaves behind it. A head of value v that is an A sends v, v-1, .., L and has v-L leaves, one that
 * is a B sends all of these but L and has v-L-1.
 */
#ifndef STEADYCAST_SOLVER_FRACTION_WORD_H
#define STEADYCAST_SOLVER_FRACTION_WORD_H

#include <stddef.h>

#include "automata/status.h"

enum fraction_role { FRACTION_LEAF, FRACTION_HEAD_A, FRACTION_HEAD_B };

struct fraction_place {
    int value;
    enum fraction_role role;
};

/* The first place is a head. With one head the leaves ascend: they may stand in any order that is
 * legal, and one is (automata/arrangement.h). With several they stand in their order. */
struct fraction_word {
    int length;
    struct fraction_place *places; /* owned */
};

struct fraction_words {
    struct fraction_word *list;
    size_t count;
    size_t room;
};

/* How many leaves stand behind a head; negative: there is no such head. */
static inline int fraction_leaves(int latency, int value, enum fraction_role role) {
    return value - latency - (role == FRACTION_HEAD_B);
}

void fraction_words_clear(struct fraction_words *words);

/* Copies the places to the end of the list, unless a word with the same ones is there; *place is
 * where it stands. O(words). */
enum status fraction_words_add(struct fraction_words *words, const struct fraction_place *places,
                               int length, size_t *place, struct failure *failure);

/* The sum of all values. */
int fraction_word_sum(const struct fraction_word *word);

#endif
