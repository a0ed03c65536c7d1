/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/three_tree.h"

#include "automata/numbers.h"
#include "automata/require.h"

mpz_srcptr three_tree_nodes(const struct three_tree *tree, int value) {
    return tree->f[value == tree->depth ? 0 : tree->depth - THREE_LATENCY - value];
}

enum status three_tree_init(struct three_tree *tree, int depth, mpz_srcptr processors,
                            struct failure *failure) {
    require(depth >= THREE_LEAST_DEPTH);
    size_t room = (size_t)depth + 1;
    *tree = (struct three_tree){
        .depth = depth, .f = numbers_new(room), .a = numbers_new(room), .b = numbers_new(room)};
    mpz_inits(tree->z, tree->ones, NULL);
    if (!tree->f || !tree->a || !tree->b) {
        three_tree_clear(tree);
        return failure_memory(failure, "the tree of a stream");
    }
    for (int i = 0; i <= depth; i++) {
        if (i < THREE_LATENCY)
            mpz_set_ui(tree->f[i], 1);
        else
            mpz_add(tree->f[i], tree->f[i - 1], tree->f[i - THREE_LATENCY]);
    }
    for (int v = depth; v; v = three_tree_below(tree, v))
        mpz_set(tree->b[v], three_tree_nodes(tree, v));
    mpz_sub(tree->z, processors, tree->f[depth - 1]);
    tree->whole = mpz_cmp(processors, tree->f[depth]) == 0;
    return STATUS_OK;
}

void three_tree_clear(struct three_tree *tree) {
    size_t room = (size_t)tree->depth + 1;
    numbers_free(tree->f, room);
    numbers_free(tree->a, room);
    numbers_free(tree->b, room);
    mpz_clears(tree->z, tree->ones, NULL);
    *tree = (struct three_tree){0};
}

void three_tree_turn(struct three_tree *tree, int value, mpz_ptr heads) {
    mpz_t turned;
    mpz_init_set(turned, heads);
    if (mpz_cmp(tree->b[value], turned) < 0)
        mpz_set(turned, tree->b[value]);
    mpz_sub(tree->b[value], tree->b[value], turned);
    mpz_add(tree->a[value], tree->a[value], turned);
    mpz_sub(heads, heads, turned);
    mpz_clear(turned);
}
