/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/three_words.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/model/sequence.h"

mpz_srcptr three_tree_nodes(const struct three_tree *tree, int value) {
    return tree->f[value == tree->depth ? 0 : tree->depth - THREE_LATENCY - value];
}

enum status three_tree_init(struct three_tree *tree, int depth, mpz_srcptr processors,
                            struct failure *failure) {
    require(depth >= THREE_LEAST_DEPTH);
    size_t room = (size_t)depth + 1;
    *tree = (struct three_tree){.depth = depth,
                                .f = sequence_terms(THREE_LATENCY, 1, room),
                                .a = numbers_new(room),
                                .b = numbers_new(room)};
    mpz_inits(tree->z, tree->ones, NULL);
    if (!tree->f || !tree->a || !tree->b) {
        three_tree_clear(tree);
        return failure_memory(failure, "the tree of a stream");
    }
    for (int v = depth; v; v = three_tree_below(tree, v))
        mpz_set(tree->b[v], three_tree_nodes(tree, v));
    mpz_sub(tree->z, processors, tree->f[depth - 1]);
    tree->whole = mpz_cmp(processors, tree->f[depth]) == 0;
    return STATUS_OK;
}

void three_tree_clear(struct three_tree *tree) {
    numbers_free(tree->f);
    numbers_free(tree->a);
    numbers_free(tree->b);
    mpz_clears(tree->z, tree->ones, NULL);
    *tree = (struct three_tree){0};
}

void three_tree_turn(struct three_tree *tree, int value, mpz_ptr heads) {
    CLEANUP(big_clear) mpz_t turned;
    mpz_init_set(turned, heads);
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
static enum status add_all(const struct adding *adding, int room, mpz_srcptr count,
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

enum status filled_words_add(struct schedule *words, const int *begin, int begin_count, int cells,
                             mpz_srcptr count, struct word_filling *filling,
                             struct failure *failure) {
    struct adding adding = {words, filling, NULL, begin_count, begin_count + cells};
    if (mpz_sgn(count) == 0)
        return STATUS_OK;
    TRY(memory_check(NEW(adding.length, adding.values), failure, "the words of a stream"));
    memcpy(adding.values, begin, (size_t)begin_count * sizeof *begin);
    enum status status = add_all(&adding, cells / 2, count, filling, failure);
    free(adding.values);
    return status;
}
