/* SPDX-License-Identifier: MIT */
/*
 * k* = 2. As many of the z+1 heads A as there are nodes of value 3 are words `3`, the others are
 * the largest heads. Words `4` have |S| = 4; the words with |S| = 2 have as many rows as these, and
 * 3z + 1 - n_3 more (one less if N = f_t, where a processor receives the letter 2 only):
 *
 *     A: `v 0 ..`, B: `v 0 0 ..`, then letters 1 and pairs 2 0.
 *
 * All other words have |S| = 3: A: `v ..`; B: `v 1 ..`, or, where more zeros have to be placed,
 * `v 3 0 ..`, or `4 v 0 ..`; then letters 2 and pairs 3 1.
 */
#include "solver/items/stream/filled_words.h"
#include "solver/items/stream/three_choice.h"
#include "solver/items/stream/three_parts.h"

struct building {
    struct three_tree *tree;
    struct schedule *words;
    struct three_choice choice;
    struct word_filling low;  /* of |S| = 2: pairs 2 0 */
    struct word_filling high; /* of |S| = 3: pairs 3 1 */
};

/* Which heads are A; what is left of `rows` is what the words with |S| = 2 need. */
static void turn_heads(struct three_tree *tree, mpz_ptr rows) {
    mpz_t heads;
    mpz_init(heads);
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
    mpz_clear(heads);
}

/* The zeros that are left for pairs 2 0, and those that find no room in them, which take words
 * `v 3 0`: `high_zeros`. False: there are not enough. */
static bool place_zeros(struct building *building, mpz_ptr high_zeros) {
    const struct three_tree *tree = building->tree;
    const struct three_choice *choice = &building->choice;
    mpz_ptr zeros = building->low.pairs;
    mpz_t room;
    mpz_init(room);
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
    mpz_clear(room);
    return mpz_sgn(zeros) >= 0;
}

static enum status add_low(struct building *building, struct failure *failure) {
    const struct three_choice *choice = &building->choice;
    enum status status = STATUS_OK;
    for (int v = 4; v <= building->tree->depth && !status; v++) {
        status = filled_words_add(building->words, (const int[]){v, 0}, 2, v - 4, choice->a[v],
                                  &building->low, failure);
        if (!status)
            status = filled_words_add(building->words, (const int[]){v, 0, 0}, 3, v - 6,
                                      choice->b[v], &building->low, failure);
    }
    return status;
}

/* So many of the heads B(v), or as many as there are: taken off both. */
static void take(struct building *building, int v, mpz_ptr wanted, mpz_ptr taken) {
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
    enum status status = STATUS_OK;
    mpz_t taken;
    mpz_init(taken);
    for (int v = 5; v <= tree->depth && !status; v++) {
        take(building, v, building->choice.joined, taken);
        status = filled_words_add(words, (const int[]){4, v, 0}, 3, v - 5, taken, high, failure);
        if (v >= 6 && !status) {
            take(building, v, high_zeros, taken);
            status =
                filled_words_add(words, (const int[]){v, 3, 0}, 3, v - 6, taken, high, failure);
        }
        if (!status)
            status =
                filled_words_add(words, (const int[]){v, 1}, 2, v - 5, tree->b[v], high, failure);
    }
    for (int v = 4; v <= tree->depth && !status; v++)
        status = filled_words_add(words, (const int[]){v}, 1, v - 3, tree->a[v], high, failure);
    mpz_clear(taken);
    return status;
}

/* `3`, `4` and the processor that only receives. */
static enum status add_single(struct building *building, struct failure *failure) {
    const struct three_tree *tree = building->tree;
    const struct {
        int letter;
        mpz_srcptr count;
    } single[] = {{3, tree->ones}, {4, tree->b[4]}, {2, tree->f[0]}};
    enum status status = STATUS_OK;
    for (int i = 0; i < (tree->whole ? 3 : 2) && !status; i++)
        if (mpz_sgn(single[i].count) > 0)
            status = schedule_add_word(building->words, single[i].count, &single[i].letter, NULL, 1,
                                       failure);
    return status;
}

static enum status add_words(struct building *building, bool *found, struct failure *failure) {
    struct three_tree *tree = building->tree;
    struct word_filling *high = &building->high;
    mpz_t high_zeros;
    mpz_init(high_zeros);
    enum status status = STATUS_OK;
    *found = place_zeros(building, high_zeros);
    mpz_sub(high->pairs, three_tree_nodes(tree, 3), tree->ones);
    mpz_sub(high->pairs, high->pairs, high_zeros);
    mpz_sub(tree->b[4], tree->b[4], building->choice.joined);
    *found = *found && mpz_sgn(high->pairs) >= 0;
    if (*found)
        status = add_single(building, failure);
    if (*found && !status)
        status = add_low(building, failure);
    if (*found && !status)
        status = add_high(building, high_zeros, failure);
    *found = *found && mpz_sgn(building->low.pairs) == 0 && mpz_sgn(high->pairs) == 0 &&
             mpz_sgn(high_zeros) == 0 && mpz_sgn(building->choice.joined) == 0;
    mpz_clear(high_zeros);
    return status;
}

enum status two_items_words(struct three_tree *tree, struct schedule *words, bool *found,
                            struct failure *failure) {
    struct building building = {.tree = tree, .words = words};
    mpz_t rows;
    mpz_init(rows);
    turn_heads(tree, rows);
    word_filling_init(&building.low, 1, 2, 0);
    word_filling_init(&building.high, 2, 3, 1);
    enum status status = three_choose(tree, rows, &building.choice, found, failure);
    if (!status && *found)
        status = add_words(&building, found, failure);
    three_choice_clear(&building.choice, tree);
    word_filling_clear(&building.low);
    word_filling_clear(&building.high);
    mpz_clear(rows);
    return status;
}
