/* SPDX-License-Identifier: MIT */
/*
 * k* = 3. With F = f_(t-9) and s = n_3 - 1 - 3z >= 0 the numbers of words are
 *
 *     z >= F:              u = 0,      y = z - F, a = z,      p = g = 0;
 *     F > z >= (F-1)/2:    u = F - z,  y = 0,     a = z,      p = g = 0;
 *     z < (F-1)/2:         u = z+1,    y = 0,     a = z - p,  p = (F-2z-1) mod 2, g = (F-2z-1-p)/2:
 *
 * u words `3`, z+1-u-y words `4 2`, y words `4 4 1`, a words `4 v 0 ..`, v from 5 on, g words
 * `5 3`, p words `v 3 0 ..`; all other heads 4 are words `4`, all others words `v 1 ..`. What
 * follows are letters 2 and pairs 3 1. Of |S| = 4 are the words `4` and `5 3` only, s rows in all.
 */
#include "solver/items/stream/filled_words.h"
#include "solver/items/stream/three_parts.h"

struct numbers {
    mpz_t u, y, a, p, g, x, e;
};

static void choose(const struct three_tree *tree, struct numbers *n) {
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
    enum status status = add(words, (const int[]){3}, 1, n->u, failure);
    if (!status)
        status = add(words, (const int[]){4, 2}, 2, n->x, failure);
    if (!status)
        status = add(words, (const int[]){4, 4, 1}, 3, n->y, failure);
    if (!status)
        status = add(words, (const int[]){4}, 1, n->e, failure);
    return status ? status : add(words, (const int[]){5, 3}, 2, n->g, failure);
}

/* Words `4 v 0 ..`, then `v 1 ..`, of all heads B(v), v >= 5; the root takes the word `v 3 0 ..` if
 * there is one. */
static enum status add_large(struct three_tree *tree, struct schedule *words, struct numbers *n,
                             struct word_filling *filling, struct failure *failure) {
    enum status status = STATUS_OK;
    int root = tree->depth;
    mpz_t joined;
    mpz_init(joined);
    if (mpz_sgn(n->p) > 0) {
        status =
            filled_words_add(words, (const int[]){root, 3, 0}, 3, root - 6, n->p, filling, failure);
        mpz_set_ui(tree->b[root], 0);
    }
    for (int v = 5; v <= root && !status; v++) {
        mpz_set(joined, mpz_cmp(n->a, tree->b[v]) < 0 ? n->a : tree->b[v]);
        mpz_sub(n->a, n->a, joined);
        mpz_sub(tree->b[v], tree->b[v], joined);
        status =
            filled_words_add(words, (const int[]){4, v, 0}, 3, v - 5, joined, filling, failure);
        if (!status)
            status = filled_words_add(words, (const int[]){v, 1}, 2, v - 5, tree->b[v], filling,
                                      failure);
    }
    mpz_clear(joined);
    return status;
}

static enum status add_all(struct three_tree *tree, struct schedule *words, struct numbers *n,
                           bool *found, struct failure *failure) {
    struct word_filling filling;
    *found = mpz_sgn(n->x) >= 0 && mpz_sgn(n->e) >= 0 && mpz_cmp(n->g, tree->b[5]) <= 0;
    if (!*found)
        return STATUS_OK;
    word_filling_init(&filling, 2, 3, 1);
    mpz_sub(filling.pairs, three_tree_nodes(tree, 3), n->u);
    mpz_sub(filling.pairs, filling.pairs, n->g);
    mpz_sub(filling.pairs, filling.pairs, n->p);
    mpz_sub(tree->b[5], tree->b[5], n->g);
    bool enough = mpz_sgn(filling.pairs) >= 0;
    enum status status = enough ? add_small(words, n, failure) : STATUS_OK;
    if (!status && enough)
        status = add_large(tree, words, n, &filling, failure);
    *found = enough && mpz_sgn(filling.pairs) == 0 && mpz_sgn(n->a) == 0;
    word_filling_clear(&filling);
    return status;
}

enum status three_items_words(struct three_tree *tree, struct schedule *words, bool *found,
                              struct failure *failure) {
    struct numbers n;
    mpz_inits(n.u, n.y, n.a, n.p, n.g, n.x, n.e, NULL);
    choose(tree, &n);
    enum status status = add_all(tree, words, &n, found, failure);
    mpz_clears(n.u, n.y, n.a, n.p, n.g, n.x, n.e, NULL);
    return status;
}
