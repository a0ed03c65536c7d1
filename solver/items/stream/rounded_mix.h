/* SPDX-License-Identifier: MIT */
/* How a stream of rounded_stream.h begins: the draft of its words, and the fractional streams that
 * are mixed and rounded down into it. */
#pragma once

#include <gmp.h>

#include "solver/items/fraction/fraction.h"
#include "solver/items/fraction/fraction_word.h"
#include "solver/model/schedule.h"

/* What a stream of rounded_stream.h is made of while it is built: the nodes of the tree that are in
 * no word yet, and the kinds of words so far, with their numbers.
 *
 * A head of value v0 = `tail` in a kind stands for any tail, v >= v0; which one it is is chosen at
 * the end (rounded_tails_write), when the fill is put behind its leaves. A head of value more than
 * v0 is just that head, without fill. */

struct rounded_kind {
    int length;
    struct fraction_place *places; /* owned; with one head the leaves are in any order */
    mpz_t count;
};

struct rounded_draft {
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
    size_t count;
    struct rounded_kind *kinds;
};

/* For depth = B(processors) >= 2L: all nodes, z heads A. The caller clears it, also on failure. */
enum status rounded_draft_init(struct rounded_draft *draft, int latency, int tail, int mean,
                               int depth, mpz_srcptr processors, struct failure *failure);
void rounded_draft_clear(struct rounded_draft *draft);

/* Adds so many words, or takes them away (count < 0); the numbers above may become negative.
 * O(kinds). */
enum status rounded_draft_add(struct rounded_draft *draft, const struct fraction_place *places,
                              int length, mpz_srcptr count, struct failure *failure);

/* Adds words with one head, and with |S| = `mean` and leaves that are nearly equal, and from
 * `least` to `most`. *possible = false, and nothing is added: there are no such leaves. */
struct rounded_single {
    struct fraction_place head;
    int mean, least, most;
};
enum status rounded_draft_add_single(struct rounded_draft *draft,
                                     const struct rounded_single *single, mpz_srcptr count,
                                     bool *possible, struct failure *failure);

/* Has the kind a head that may be any tail? It is the last one then. */
bool rounded_kind_has_tail(const struct rounded_draft *draft, const struct rounded_kind *kind);
bool rounded_kind_is_single(const struct rounded_kind *kind);

/* The fractional streams at two neighbouring points (fraction.h), mixed for this N and rounded
 * down.
 *
 * Range 1, M N <= V: from point a, z = 0, to b, z = z_b = V/M - f_(t-1), with the weight z / z_b.
 * Range 2: from b to c with (z+1-z_b) / (f_(t-L)-z_b), or 1 if that is more. The multiplicities are
 * evaluated with the numbers f_(t-j) themselves; so for large t the mixture is right but for
 * bounded errors. */

struct rounded_mix {
    bool range_one;
    bool has_slack; /* range 1, in its first half: much slack is used up by words */
    mpq_t weight;   /* of the second stream, 0..1 */
    const struct fraction_stream *streams[2]; /* borrowed */
};

/* `streams`: of the points a, b, c; borrowed. `draft` are as they were initialised. */
void rounded_mix_init(struct rounded_mix *mix, const struct rounded_draft *draft,
                      const struct fraction_stream *streams);
void rounded_mix_clear(struct rounded_mix *mix);

/* Adds the words but for the plain tails, which are chosen at the end: never more than there are
 * nodes for, and in range 1 slack. */
enum status rounded_mix_add(const struct rounded_mix *mix, struct rounded_draft *draft,
                            struct failure *failure);

/* The last step of rounded_stream.h: which tail is in which kind of word, and which fill is behind
 * it, in few classes of equal words.
 *
 * The kinds with several heads get the least tails, those with one head the larger ones, the plain
 * ones among them the largest. Each set of the fill goes to the largest tails that have room; what
 * room is left is for leaves M-1. */

/* Adds all words of `draft` to `words`; all nodes[0..L] but those of value M-1 are taken for fill.
 * *possible: they have the number and sum that the tails have room for, and find room. O(L^2) sets,
 * and as many mixed ones; O((sets) (values + kinds + sets) t + words t^2). */
enum status rounded_tails_write(struct rounded_draft *draft, struct schedule *words, bool *possible,
                                struct failure *failure);
