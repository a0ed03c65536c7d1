/* SPDX-License-Identifier: MIT */
/* Which processors send an item on, and how often: the broadcast tree of one item on a LogP
 * machine, in units of the greatest common divisor of l and G.
 *
 * A node of value v (solver/stream/logp/logp_schedule.h) sends with the values v, v-G, .. >= l, to
 * nodes of the values v-l, v-G-l, ... In the tree of depth s the root has the value s; a(k) nodes
 * have the value s-k, A(s) = a(0) + .. + a(s) in all. A node that sends r times is the *head* of a
 * block of r processors; those that send nothing are *leaves*. For N < A(s) processors leaves are
 * left out: a head sends its last message not any more, and one that sends none at last is a
 * leaf. */
#pragma once

#include <gmp.h>
#include <stddef.h>

#include "automata/status.h"

struct head_class {
    int value;
    int size; /* r >= 1 */
    mpz_t count;
};

struct heads {
    int latency, gap; /* l and G, without a common divisor */
    int depth;        /* s */
    size_t count;
    struct head_class *list;
};

/* Trees of larger depth, or with more kinds of heads, are not looked at: each is an array. */
enum { HEADS_MAX_DEPTH = 1000000, HEADS_MAX_CLASSES = 100000 };

void heads_clear(struct heads *heads);

/* *depth = S(N) = min {s : A(s) >= N}, N = processors >= 1. STATUS_LIMIT beyond HEADS_MAX_DEPTH. */
enum status heads_least_depth(int latency, int gap, mpz_srcptr processors, int *depth,
                              struct failure *failure);

/* Fills `heads` with those of the whole tree of this depth, and sets nodes = A(s). STATUS_LIMIT
 * beyond HEADS_MAX_CLASSES. Contract: 0 <= depth <= HEADS_MAX_DEPTH. */
enum status heads_whole(struct heads *heads, int latency, int gap, int depth, mpz_ptr nodes,
                        struct failure *failure);

/* What a leaf costs that is received with this value: price[value], which does not descend; beyond
 * `top` it is price[top]. */
struct leaf_prices {
    int top;
    const double *price; /* [value], 0 .. top; NULL: the value itself */
};

/* Fills `heads` with those of a tree of N nodes and this depth, S(N) or more: the leaves to be left
 * out are chosen one kind after the other, those first that save the most, by the prices of the
 * values that the blocks' leaves need at least. Sets *possible = false, and nothing else, if too
 * few are left to choose from. STATUS_LIMIT as above. O(classes^2). */
enum status heads_choose(struct heads *heads, int latency, int gap, int depth,
                         mpz_srcptr processors, const struct leaf_prices *prices, bool *possible,
                         struct failure *failure);

/* The same for the N nodes of the largest values in the tree of depth S(N), all of them raised to
 * this depth: heads send no oftener than there. */
enum status heads_raised(struct heads *heads, int latency, int gap, int depth,
                         mpz_srcptr processors, struct failure *failure);

/* The least sum of leaves that a block needs, in steps, is (-w) mod r, w = floor(value / G). By M.
 * Hall's theorem its r-1 leaves, of the same class, can be ordered to a legal word with the head if
 * and only if their sum is this modulo r; and leaves that come to more may wait until they don't.
 * As equal as they can be these are so many of level `low`, and of the next one. */
struct even_leaves {
    int low, of_low, of_next;
};
struct even_leaves heads_even_leaves(int gap, int value, int size);
