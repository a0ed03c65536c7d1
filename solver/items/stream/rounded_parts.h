/* SPDX-License-Identifier: MIT */
/*
 * What a stream of rounded_stream.h is made of while it is built: the nodes of the tree that are in
 * no word yet, and the kinds of words so far, with their numbers.
 *
 * A head of value v0 = `tail` in a kind stands for any tail, v >= v0; which one it is is chosen at
 * the end (rounded_tails.h), when the fill is put behind its leaves. A head of value more than v0
 * is just that head, without fill.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_PARTS_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_PARTS_H

#include <gmp.h>

#include "solver/items/fraction/fraction_word.h"

struct rounded_kind {
    int length;
    struct fraction_place *places; /* owned; with one head the leaves are in any order */
    mpz_t count;
};

struct rounded_parts {
    int latency;   /* L */
    int depth;     /* t */
    int tail;      /* v0 */
    int mean;      /* M */
    mpz_t *f;      /* f_0 .. f_(t+L) */
    mpz_t *nodes;  /* [v], v = 0..t: neither heads nor leaves so far; those of value L that are left
                      at the end are leaves */
    mpz_t tails;   /* the sum of those from v0 on, less the tails of all kinds */
    mpz_t heads_a; /* how many heads are still to be A */
    mpz_t slack;   /* V - M N less the sum of (|S|-M) (length) of the words so far */
    size_t count, room;
    struct rounded_kind *kinds;
};

/* For depth = B(processors) >= 2L: all nodes, z heads A. */
enum status rounded_parts_init(struct rounded_parts *parts, int latency, int tail, int mean,
                               int depth, mpz_srcptr processors, struct failure *failure);
void rounded_parts_clear(struct rounded_parts *parts);

/* Adds so many words, or takes them away (count < 0); the numbers above may become negative.
 * O(kinds). */
enum status rounded_parts_add(struct rounded_parts *parts, const struct fraction_place *places,
                              int length, mpz_srcptr count, struct failure *failure);

/* most = how many such words there are nodes, heads A and (`slack`) slack for. */
void rounded_parts_most(const struct rounded_parts *parts, const struct fraction_place *places,
                        int length, bool slack, mpz_ptr most);

/*
 * Adds words with one head, and with |S| = `mean` and leaves that are nearly equal, and from
 * `least` to `most`. *possible = false, and nothing is added: there are no such leaves.
 */
struct rounded_single {
    struct fraction_place head;
    int mean;
    int least, most;
};
enum status rounded_parts_add_single(struct rounded_parts *parts,
                                     const struct rounded_single *single, mpz_srcptr count,
                                     bool *possible, struct failure *failure);

/* Has the kind a head that may be any tail? It is the last one then. */
bool rounded_kind_has_tail(const struct rounded_parts *parts, const struct rounded_kind *kind);
bool rounded_kind_is_single(const struct rounded_kind *kind);

#endif
