/* SPDX-License-Identifier: MIT */
/*
 * Which heads of a tree of latency 3 begin the words with |S| = 2 (three_stream.h): so many rows in
 * all. Such a word has one head, A(v), v >= 4, with v-2 rows, or B(v), v >= 6, with v-3.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_THREE_CHOICE_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_THREE_CHOICE_H

#include "solver/items/stream/three_tree.h"

struct three_choice {
    mpz_t *a; /* [v], v = 0..t: how many of the heads A(v) */
    mpz_t *b;
    mpz_t joined; /* words `4 v 0 ..` in place of words `4` and `v ..`; each needs a row less */
};

/*
 * Heads are taken in descending order as long as they fit. What is missing then, little, is made
 * good by joined words or by exchanging a head for one or two others. The chosen heads are taken
 * off the tree. *found = false if that is not enough. `choice` is to be cleared in any case. O(t^2)
 * numbers.
 */
enum status three_choose(struct three_tree *tree, mpz_srcptr rows, struct three_choice *choice,
                         bool *found, struct failure *failure);
void three_choice_clear(struct three_choice *choice, const struct three_tree *tree);

#endif
