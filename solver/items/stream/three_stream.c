/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/three_stream.h"

#include <assert.h>
#include <gmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/status.h"
#include "solver/items/stream/stream_word.h"
#include "solver/model/schedule.h"
#include "solver/model/sequence.h"
#include "solver/stream/construction/pruned_union.h"

/* The numbers of heads and leaves of the streams of three_stream.h. L = 3, t = B(N), z = N -
 * f_(t-1) >= 1; the whole tree of depth t has n_v = f_(t-3-v) nodes of value v, 0 <= v <= t-3, and
 * a root of value t; of the n_0 leaves of value 0 z are left.
 *
 * A head A(v) sends v, v-1, .., 3, a head B(v) sends v, .., 4. Each A sends a zero: z of them
 * are received, one is sent in vain if z < n_0; if z = n_0, all are received, all heads are A, and
 * one processor only receives. A node of value 3 is A(3), or a leaf. */

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

/* The values of heads, descending: t, t-3, t-4, .., 4. The next one below v; 0 below 4. */
static inline int three_tree_below(const struct three_tree *tree, int value) {
    int next = value == tree->depth ? value - THREE_LATENCY : value - 1;
    return next < THREE_FIRST_HEAD ? 0 : next;
}

/* Words of a stream that begin with given values and are filled up with single letters and with
 * pairs of letters, of which there are so many. */

struct word_filling {
    int single, pair[2];
    mpz_ptr pairs; /* so many are not placed yet; borrowed */
};

/* n_v of the whole tree, the root included; borrowed. 0 <= v <= t-3, or t. */
static mpz_srcptr three_tree_nodes(const struct three_tree *tree, int value) {
    return tree->f[value == tree->depth ? 0 : tree->depth - THREE_LATENCY - value];
}

static void three_tree_clear(struct three_tree *tree) {
    numbers_free(tree->f);
    numbers_free(tree->a);
    numbers_free(tree->b);
    mpz_clears(tree->z, tree->ones, NULL);
}

/* N in f_(t-1)+1 .. f_t; all heads are B, no node of value 3 is one. */
static enum status three_tree_init(struct three_tree *tree, int depth, mpz_srcptr processors,
                                   struct failure *failure) {
    assert(depth >= THREE_LEAST_DEPTH);
    size_t room = (size_t)depth + 1;
    *tree = (struct three_tree){.depth = depth,
                                .f = sequence_terms(THREE_LATENCY, 1, room),
                                .a = numbers_new(room),
                                .b = numbers_new(room)};
    mpz_inits(tree->z, tree->ones, NULL);
    TRY(memory_check(tree->f && tree->a && tree->b, failure, "the tree of a stream"));
    for (int v = depth; v; v = three_tree_below(tree, v))
        mpz_set(tree->b[v], three_tree_nodes(tree, v));
    mpz_sub(tree->z, processors, tree->f[depth - 1]);
    tree->whole = mpz_cmp(processors, tree->f[depth]) == 0;
    return STATUS_OK;
}

/* B's become A's: so many of the value v, or as many as there are, which are taken off `heads`. */
static void three_tree_turn(struct three_tree *tree, int value, mpz_ptr heads) {
    BIG(turned);
    mpz_set(turned, heads);
    if (mpz_cmp(tree->b[value], turned) < 0)
        mpz_set(turned, tree->b[value]);
    mpz_sub(tree->b[value], tree->b[value], turned);
    mpz_add(tree->a[value], tree->a[value], turned);
    mpz_sub(heads, heads, turned);
}

struct adding {
    struct schedule *words;
    const struct word_filling *filling;
    int *values;
    int begin, length;
};

static enum status add_with(const struct adding *adding, mpz_srcptr count, int pairs,
                            struct failure *failure) {
    int p = adding->begin;
    if (mpz_sgn(count) <= 0)
        return STATUS_OK;
    for (int i = 0; i < 2 * pairs; i++)
        adding->values[p++] = adding->filling->pair[i % 2];
    while (p < adding->length)
        adding->values[p++] = adding->filling->single;
    return schedule_add_word(adding->words, count, adding->values, NULL, (size_t)adding->length,
                             failure);
}

/* `full` words take as many pairs as have room, one the rest, the others none. */
static enum status add_filled(const struct adding *adding, int room, mpz_srcptr count,
                              struct word_filling *filling, struct failure *failure) {
    BIG(full, rest, one);
    mpz_set_ui(one, 1);
    mpz_set(rest, count);
    if (room > 0) {
        mpz_fdiv_q_ui(full, filling->pairs, (unsigned long)room);
        if (mpz_cmp(full, count) > 0)
            mpz_set(full, count);
        mpz_submul_ui(filling->pairs, full, (unsigned long)room);
        mpz_sub(rest, rest, full);
        TRY(add_with(adding, full, room, failure));
        if (mpz_sgn(rest) > 0 && mpz_sgn(filling->pairs) > 0) {
            TRY(add_with(adding, one, (int)mpz_get_si(filling->pairs), failure));
            mpz_set_ui(filling->pairs, 0);
            mpz_sub(rest, rest, one);
        }
    }
    return add_with(adding, rest, 0, failure);
}

/* Adds `count` words of the `begin_count` values and `cells` letters behind them, with as many
 * pairs as are left and have room: so up to three kinds of words. Everybody sends the largest
 * item. */
static enum status filled_words_add(struct schedule *words, const int *begin, int begin_count,
                                    int cells, mpz_srcptr count, struct word_filling *filling,
                                    struct failure *failure) {
    if (mpz_sgn(count) == 0)
        return STATUS_OK;
    FREED int *values = memory_new((size_t)(begin_count + cells), sizeof *values);
    struct adding adding = {words, filling, values, begin_count, begin_count + cells};
    TRY(memory_check(values, failure, "the words of a stream"));
    memcpy(values, begin, (size_t)begin_count * sizeof *begin);
    return add_filled(&adding, cells / 2, count, filling, failure);
}

/* --- k* = 3 --- */

/* With F = f_(t-9) and s = n_3 - 1 - 3z >= 0 the numbers of words are
 *
 *     z >= F:              u = 0,      y = z - F, a = z,      p = g = 0;
 *     F > z >= (F-1)/2:    u = F - z,  y = 0,     a = z,      p = g = 0;
 *     z < (F-1)/2:         u = z+1,    y = 0,     a = z - p,  p = (F-2z-1) mod 2, g = (F-2z-1-p)/2:
 *
 * u words `3`, z+1-u-y words `4 2`, y words `4 4 1`, a words `4 v 0 ..`, v from 5 on, g words
 * `5 3`, p words `v 3 0 ..`; all other heads 4 are words `4`, all others words `v 1 ..`. What
 * follows are letters 2 and pairs 3 1. Of |S| = 4 are the words `4` and `5 3` only, s rows in
 * all. */

struct numbers {
    mpz_ptr u, y, a, p, g, x, e;
};

static void choose_numbers(const struct three_tree *tree, struct numbers *n) {
    mpz_srcptr F = tree->f[tree->depth - 9], z = tree->z;
    mpz_set(n->a, z);
    if (mpz_cmp(z, F) >= 0) {
        mpz_sub(n->y, z, F);
    } else {
        mpz_sub(n->g, F, z); /* F - 2z - 1 */
        mpz_sub(n->g, n->g, z);
        mpz_sub_ui(n->g, n->g, 1);
        if (mpz_sgn(n->g) <= 0) {
            mpz_set_ui(n->g, 0);
            mpz_sub(n->u, F, z);
        } else {
            mpz_add_ui(n->u, z, 1);
            mpz_set_ui(n->p, mpz_fdiv_q_ui(n->g, n->g, 2));
            mpz_sub(n->a, z, n->p);
        }
    }
    mpz_add_ui(n->x, z, 1);
    mpz_sub(n->x, n->x, n->u);
    mpz_sub(n->x, n->x, n->y);
    mpz_sub(n->e, three_tree_nodes(tree, 4), n->x);
    mpz_submul_ui(n->e, n->y, 2);
    mpz_sub(n->e, n->e, n->a);
}

static enum status add(struct schedule *words, const int *values, size_t length, mpz_srcptr count,
                       struct failure *failure) {
    return mpz_sgn(count) > 0 ? schedule_add_word(words, count, values, NULL, length, failure)
                              : STATUS_OK;
}

static enum status add_small(struct schedule *words, const struct numbers *n,
                             struct failure *failure) {
    TRY(add(words, (const int[]){3}, 1, n->u, failure));
    TRY(add(words, (const int[]){4, 2}, 2, n->x, failure));
    TRY(add(words, (const int[]){4, 4, 1}, 3, n->y, failure));
    TRY(add(words, (const int[]){4}, 1, n->e, failure));
    return add(words, (const int[]){5, 3}, 2, n->g, failure);
}

/* Words `4 v 0 ..`, then `v 1 ..`, of all heads B(v), v >= 5; the root takes the word `v 3 0 ..` if
 * there is one. */
static enum status add_large(struct three_tree *tree, struct schedule *words, struct numbers *n,
                             struct word_filling *filling, struct failure *failure) {
    int root = tree->depth;
    BIG(joined);
    if (mpz_sgn(n->p) > 0) {
        TRY(filled_words_add(words, (const int[]){root, 3, 0}, 3, root - 6, n->p, filling,
                             failure));
        mpz_set_ui(tree->b[root], 0);
    }
    for (int v = 5; v <= root; v++) {
        mpz_set(joined, mpz_cmp(n->a, tree->b[v]) < 0 ? n->a : tree->b[v]);
        mpz_sub(n->a, n->a, joined);
        mpz_sub(tree->b[v], tree->b[v], joined);
        TRY(filled_words_add(words, (const int[]){4, v, 0}, 3, v - 5, joined, filling, failure));
        TRY(filled_words_add(words, (const int[]){v, 1}, 2, v - 5, tree->b[v], filling, failure));
    }
    return STATUS_OK;
}

static enum status add_all(struct three_tree *tree, struct schedule *words, struct numbers *n,
                           bool *found, struct failure *failure) {
    BIG(pairs);
    struct word_filling filling = {2, {3, 1}, pairs};
    *found = mpz_sgn(n->x) >= 0 && mpz_sgn(n->e) >= 0 && mpz_cmp(n->g, tree->b[5]) <= 0;
    if (!*found)
        return STATUS_OK;
    mpz_sub(filling.pairs, three_tree_nodes(tree, 3), n->u);
    mpz_sub(filling.pairs, filling.pairs, n->g);
    mpz_sub(filling.pairs, filling.pairs, n->p);
    mpz_sub(tree->b[5], tree->b[5], n->g);
    *found = mpz_sgn(pairs) >= 0;
    if (!*found)
        return STATUS_OK;
    TRY(add_small(words, n, failure));
    TRY(add_large(tree, words, n, &filling, failure));
    *found = mpz_sgn(pairs) == 0 && mpz_sgn(n->a) == 0;
    return STATUS_OK;
}

/* All |S| are 3 or 4; for 3 z < n_3. The tree's heads are used up; *found = false if some number
 * comes out negative, or the letters don't fit. */
static enum status three_items_words(struct three_tree *tree, struct schedule *words, bool *found,
                                     struct failure *failure) {
    BIG(u, y, a, p, g, x, e);
    struct numbers n = {u, y, a, p, g, x, e};
    choose_numbers(tree, &n);
    return add_all(tree, words, &n, found, failure);
}

/* --- k* = 2: which heads begin the words with |S| = 2 --- */

/* So many rows in all. Such a word has one head, A(v), v >= 4, with v-2 rows, or B(v), v >= 6, with
 * v-3. */

struct three_choice {
    mpz_t *a; /* [v], v = 0..t: how many of the heads A(v) */
    mpz_t *b;
    mpz_t joined; /* words `4 v 0 ..` in place of words `4` and `v ..`; each needs a row less */
};

enum { LEAST_A = 4, LEAST_B = 6 };

struct choosing {
    struct three_tree *tree;
    struct three_choice *choice;
    mpz_ptr missing; /* rows */
};

static int size_of(int value, bool is_a) {
    return is_a ? value - 2 : value - 3;
}

/* The heads that are not chosen, and those that are. */
static mpz_ptr free_heads(const struct choosing *c, int value, bool is_a) {
    return is_a ? c->tree->a[value] : c->tree->b[value];
}

static mpz_ptr chosen_heads(const struct choosing *c, int value, bool is_a) {
    return is_a ? c->choice->a[value] : c->choice->b[value];
}

static void choose(const struct choosing *c, int value, bool is_a, mpz_srcptr heads) {
    mpz_ptr from = free_heads(c, value, is_a), to = chosen_heads(c, value, is_a);
    mpz_sub(from, from, heads);
    mpz_add(to, to, heads);
}

static void choose_one(const struct choosing *c, int value, bool is_a, int sign) {
    BIG_OF(one, sign);
    choose(c, value, is_a, one);
}

static bool has_free(const struct choosing *c, int value, bool is_a) {
    return value >= (is_a ? LEAST_A : LEAST_B) && value <= c->tree->depth &&
           mpz_sgn(free_heads(c, value, is_a)) > 0;
}

static void take_largest(struct choosing *c) {
    BIG(heads);
    for (int v = c->tree->depth; v; v = three_tree_below(c->tree, v))
        for (int is_a = 1; is_a >= 0; is_a--) {
            if (!has_free(c, v, is_a))
                continue;
            mpz_fdiv_q_ui(heads, c->missing, (unsigned long)size_of(v, is_a));
            if (mpz_cmp(heads, free_heads(c, v, is_a)) > 0)
                mpz_set(heads, free_heads(c, v, is_a));
            choose(c, v, is_a, heads);
            mpz_submul_ui(c->missing, heads, (unsigned long)size_of(v, is_a));
        }
}

/* A free head of this size is chosen, if there is one. */
static bool choose_size(const struct choosing *c, int size) {
    for (int is_a = 0; is_a <= 1; is_a++) {
        int value = is_a ? size + 2 : size + 3;
        if (size > 0 && has_free(c, value, is_a)) {
            choose_one(c, value, is_a, 1);
            return true;
        }
    }
    return false;
}

/* One or two free heads with so many rows together. */
static bool choose_sizes(const struct choosing *c, int rows) {
    if (choose_size(c, rows))
        return true;
    for (int v = LEAST_A; v <= c->tree->depth; v++)
        for (int is_a = 0; is_a <= 1; is_a++) {
            if (!has_free(c, v, is_a))
                continue;
            choose_one(c, v, is_a, 1);
            if (choose_size(c, rows - size_of(v, is_a)))
                return true;
            choose_one(c, v, is_a, -1);
        }
    return false;
}

static bool exchange_heads(const struct choosing *c, int missing) {
    for (int v = LEAST_A; v <= c->tree->depth; v++)
        for (int is_a = 0; is_a <= 1; is_a++) {
            if (mpz_sgn(chosen_heads(c, v, is_a)) == 0)
                continue;
            choose_one(c, v, is_a, -1);
            if (choose_sizes(c, size_of(v, is_a) + missing))
                return true;
            choose_one(c, v, is_a, 1);
        }
    return false;
}

/* As many joined words as there are words `4` and other heads B, at most; the rest by an
 * exchange. */
static bool make_good(const struct choosing *c) {
    long missing = mpz_get_si(c->missing);
    if (!mpz_fits_sint_p(c->missing))
        return false;
    BIG(others);
    for (int v = 5; v <= c->tree->depth; v++)
        mpz_add(others, others, c->tree->b[v]);
    if (mpz_cmp(c->tree->b[4], others) < 0)
        mpz_set(others, c->tree->b[4]);
    long most = mpz_cmp_si(others, missing) < 0 ? mpz_get_si(others) : missing;
    for (long joined = most; joined >= 0; joined--)
        if (joined == missing || exchange_heads(c, (int)(missing - joined))) {
            mpz_set_si(c->choice->joined, joined);
            return true;
        }
    return false;
}

/* Heads are taken in descending order as long as they fit. What is missing then, little, is made
 * good by joined words or by exchanging a head for one or two others. The chosen heads are taken
 * off the tree. *found = false if that is not enough. `choice` is to be cleared in any case. O(t^2)
 * numbers. */
static enum status three_choose(struct three_tree *tree, mpz_srcptr rows,
                                struct three_choice *choice, bool *found, struct failure *failure) {
    size_t room = (size_t)tree->depth + 1;
    BIG(missing);
    struct choosing c = {tree, choice, missing};
    *choice = (struct three_choice){.a = numbers_new(room), .b = numbers_new(room)};
    mpz_init(choice->joined);
    TRY(memory_check(choice->a && choice->b, failure, "the words of a stream"));
    mpz_set(missing, rows);
    *found = mpz_sgn(rows) >= 0;
    if (*found) {
        take_largest(&c);
        *found = make_good(&c);
    }
    return STATUS_OK;
}

/* --- k* = 2: the words --- */

/* As many of the z+1 heads A as there are nodes of value 3 are words `3`, the others are
 * the largest heads. Words `4` have |S| = 4; the words with |S| = 2 have as many rows as these, and
 * 3z + 1 - n_3 more (one less if N = f_t, where a processor receives the letter 2 only):
 *
 *     A: `v 0 ..`, B: `v 0 0 ..`, then letters 1 and pairs 2 0.
 *
 * All other words have |S| = 3: A: `v ..`; B: `v 1 ..`, or, where more zeros have to be placed,
 * `v 3 0 ..`, or `4 v 0 ..`; then letters 2 and pairs 3 1. */

struct building {
    struct three_tree *tree;
    struct schedule *words;
    struct three_choice choice;
    struct word_filling low;  /* of |S| = 2: pairs 2 0 */
    struct word_filling high; /* of |S| = 3: pairs 3 1 */
};

static void building_clear(struct building *building) {
    numbers_free(building->choice.a);
    numbers_free(building->choice.b);
    mpz_clear(building->choice.joined);
}

/* Which heads are A; what is left of `rows` is what the words with |S| = 2 need. */
static void turn_heads(struct three_tree *tree, mpz_ptr rows) {
    BIG(heads);
    mpz_mul_ui(rows, tree->z, 3);
    mpz_sub(rows, rows, three_tree_nodes(tree, 3));
    mpz_add_ui(heads, tree->z, !tree->whole);
    mpz_add_ui(rows, rows, !tree->whole);
    mpz_set(tree->ones, three_tree_nodes(tree, 3));
    if (mpz_cmp(heads, tree->ones) < 0)
        mpz_set(tree->ones, heads);
    mpz_sub(heads, heads, tree->ones);
    for (int v = tree->depth; v; v = three_tree_below(tree, v))
        three_tree_turn(tree, v, heads);
    mpz_add(rows, rows, tree->b[4]);
}

/* The zeros that are left for pairs 2 0, and those that find no room in them, which take words `v 3
 * 0`: `high_zeros`. False: there are not enough. */
static bool place_zeros(struct building *building, mpz_ptr high_zeros) {
    const struct three_tree *tree = building->tree;
    const struct three_choice *choice = &building->choice;
    mpz_ptr zeros = building->low.pairs;
    BIG(room);
    mpz_sub(zeros, tree->z, choice->joined);
    for (int v = 4; v <= tree->depth; v++) {
        mpz_sub(zeros, zeros, choice->a[v]);
        mpz_submul_ui(zeros, choice->b[v], 2);
        mpz_addmul_ui(room, choice->a[v], (unsigned long)(v - 4) / 2);
        if (v >= 6)
            mpz_addmul_ui(room, choice->b[v], (unsigned long)(v - 6) / 2);
    }
    mpz_sub(high_zeros, zeros, room);
    if (mpz_sgn(high_zeros) < 0)
        mpz_set_ui(high_zeros, 0);
    mpz_sub(zeros, zeros, high_zeros);
    return mpz_sgn(zeros) >= 0;
}

static enum status add_low(struct building *building, struct failure *failure) {
    const struct three_choice *choice = &building->choice;
    for (int v = 4; v <= building->tree->depth; v++) {
        TRY(filled_words_add(building->words, (const int[]){v, 0}, 2, v - 4, choice->a[v],
                             &building->low, failure));
        TRY(filled_words_add(building->words, (const int[]){v, 0, 0}, 3, v - 6, choice->b[v],
                             &building->low, failure));
    }
    return STATUS_OK;
}

/* So many of the heads B(v), or as many as there are: taken off both. */
static void use_letters(struct building *building, int v, mpz_ptr wanted, mpz_ptr taken) {
    mpz_ptr heads = building->tree->b[v];
    mpz_set(taken, mpz_cmp(wanted, heads) < 0 ? wanted : heads);
    mpz_sub(wanted, wanted, taken);
    mpz_sub(heads, heads, taken);
}

static enum status add_high(struct building *building, mpz_ptr high_zeros,
                            struct failure *failure) {
    struct three_tree *tree = building->tree;
    struct schedule *words = building->words;
    struct word_filling *high = &building->high;
    BIG(taken);
    for (int v = 5; v <= tree->depth; v++) {
        use_letters(building, v, building->choice.joined, taken);
        TRY(filled_words_add(words, (const int[]){4, v, 0}, 3, v - 5, taken, high, failure));
        if (v >= 6) {
            use_letters(building, v, high_zeros, taken);
            TRY(filled_words_add(words, (const int[]){v, 3, 0}, 3, v - 6, taken, high, failure));
        }
        TRY(filled_words_add(words, (const int[]){v, 1}, 2, v - 5, tree->b[v], high, failure));
    }
    for (int v = 4; v <= tree->depth; v++)
        TRY(filled_words_add(words, (const int[]){v}, 1, v - 3, tree->a[v], high, failure));
    return STATUS_OK;
}

/* `3`, `4` and the processor that only receives. */
static enum status add_single(struct building *building, struct failure *failure) {
    const struct three_tree *tree = building->tree;
    const struct {
        int letter;
        mpz_srcptr count;
    } single[] = {{3, tree->ones}, {4, tree->b[4]}, {2, tree->f[0]}};
    for (int i = 0; i < (tree->whole ? 3 : 2); i++)
        if (mpz_sgn(single[i].count) > 0)
            TRY(schedule_add_word(building->words, single[i].count, &single[i].letter, NULL, 1,
                                  failure));
    return STATUS_OK;
}

static enum status add_words(struct building *building, bool *found, struct failure *failure) {
    struct three_tree *tree = building->tree;
    mpz_ptr pairs = building->high.pairs;
    BIG(high_zeros);
    *found = place_zeros(building, high_zeros);
    mpz_sub(pairs, three_tree_nodes(tree, 3), tree->ones);
    mpz_sub(pairs, pairs, high_zeros);
    mpz_sub(tree->b[4], tree->b[4], building->choice.joined);
    *found = *found && mpz_sgn(pairs) >= 0;
    if (!*found)
        return STATUS_OK;
    TRY(add_single(building, failure));
    TRY(add_low(building, failure));
    TRY(add_high(building, high_zeros, failure));
    *found = mpz_sgn(building->low.pairs) == 0 && mpz_sgn(pairs) == 0 && mpz_sgn(high_zeros) == 0 &&
             mpz_sgn(building->choice.joined) == 0;
    return STATUS_OK;
}

/* All |S| are 2, 3 or 4. The same for 3 z >= n_3. */
static enum status two_items_words(struct three_tree *tree, struct schedule *words, bool *found,
                                   struct failure *failure) {
    BIG(rows, low, high);
    CLEANUP(building_clear)
    struct building building = {
        .tree = tree, .words = words, .low = {1, {2, 0}, low}, .high = {2, {3, 1}, high}};
    turn_heads(tree, rows);
    TRY(three_choose(tree, rows, &building.choice, found, failure));
    return *found ? add_words(&building, found, failure) : STATUS_OK;
}

/* --- the stream --- */

enum status three_stream_build(mpz_srcptr processors, struct schedule *words, bool *found,
                               struct failure *failure) {
    struct schedule built;
    int depth;
    *found = false;
    TRY(pruned_union_depth(THREE_LATENCY, processors, &depth, failure));
    if (depth < THREE_LEAST_DEPTH)
        return STATUS_OK;
    CLEANUP(three_tree_clear) struct three_tree tree;
    TRY(three_tree_init(&tree, depth, processors, failure));
    schedule_init(&built, THREE_LATENCY, depth, 1);
    /* 3 z <= n_3 - 1: then f_0 + .. + f_(t-1) - 3 N = n_3 - 1 - 3 z is not negative */
    BIG(sum);
    mpz_mul_ui(sum, tree.z, 3);
    enum status status = mpz_cmp(sum, three_tree_nodes(&tree, THREE_LATENCY)) < 0
                             ? three_items_words(&tree, &built, found, failure)
                             : two_items_words(&tree, &built, found, failure);
    return stream_finish(&built, status, processors, words, found, failure);
}
