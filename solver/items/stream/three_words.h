/* SPDX-License-Identifier: MIT */
/* The numbers of heads and leaves of the streams of three_stream.h. L = 3, t = B(N), z = N -
 * f_(t-1) >= 1; the whole tree of depth t has n_v = f_(t-3-v) nodes of value v, 0 <= v <= t-3, and
 * a root of value t; of the n_0 leaves of value 0 z are left.
 *
 * A head A(v) sends v, v-1, .., 3, a head B(v) sends v, .., 4. Each A sends a zero: z of them
 * are received, one is sent in vain if z < n_0; if z = n_0, all are received, all heads are A, and
 * one processor only receives. A node of value 3 is A(3), or a leaf. */
#pragma once

#include <gmp.h>
#include <stdbool.h>

#include "automata/status.h"
#include "solver/model/schedule.h"

enum { THREE_LATENCY = 3, THREE_LEAST_DEPTH = 9, THREE_FIRST_HEAD = 4 };

struct three_tree {
    int depth;  /* t >= THREE_LEAST_DEPTH */
    mpz_t *f;   /* f_0 .. f_t */
    mpz_t *a;   /* [v], v = 0..t: heads A(v) that have no word yet */
    mpz_t *b;   /* the same of B(v) */
    mpz_t z;    /* zeros that are received */
    mpz_t ones; /* heads A(3) */
    bool whole; /* N = f_t */
};

/* N in f_(t-1)+1 .. f_t; all heads are B, no node of value 3 is one. */
enum status three_tree_init(struct three_tree *tree, int depth, mpz_srcptr processors,
                            struct failure *failure);
void three_tree_clear(struct three_tree *tree);

/* n_v of the whole tree, the root included; borrowed. 0 <= v <= t-3, or t. */
mpz_srcptr three_tree_nodes(const struct three_tree *tree, int value);

/* B's become A's: so many of the value v, or as many as there are, which are taken off `heads`. */
void three_tree_turn(struct three_tree *tree, int value, mpz_ptr heads);

/* The values of heads, descending: t, t-3, t-4, .., 4. The next one below v; 0 below 4. */
static inline int three_tree_below(const struct three_tree *tree, int value) {
    int next = value == tree->depth ? value - THREE_LATENCY : value - 1;
    return next < THREE_FIRST_HEAD ? 0 : next;
}

/* Words of a stream that begin with given values and are filled up with single letters and with
 * pairs of letters, of which there are so many. */

struct word_filling {
    int single, pair[2];
    mpz_t pairs; /* not placed yet */
};

static inline void word_filling_init(struct word_filling *filling, int single, int first,
                                     int second) {
    *filling = (struct word_filling){.single = single, .pair = {first, second}};
    mpz_init(filling->pairs);
}

static inline void word_filling_clear(struct word_filling *filling) {
    mpz_clear(filling->pairs);
}

/* Adds `count` words of the `begin_count` values and `cells` letters behind them, with as many
 * pairs as are left and have room: so up to three kinds of words. Everybody sends the largest
 * item. */
enum status filled_words_add(struct schedule *words, const int *begin, int begin_count, int cells,
                             mpz_srcptr count, struct word_filling *filling,
                             struct failure *failure);
