/* SPDX-License-Identifier: MIT */
/* Sums on LogP machines: lazy ones on all ordered trees, and the best; played. */
#include "tools/claims/functions/functions.h"

/* --- ordered trees --- */

/* Depths of a preorder: each is at most one more than the one before, and 1 at least behind the
 * root. */
static void find_parents(struct ordered_tree *tree) {
    int latest[ORDERED_TREES_MOST], children[ORDERED_TREES_MOST] = {0};
    tree->parent[0] = -1;
    tree->place[0] = 0;
    latest[0] = 0;
    for (int i = 1; i < tree->count; i++) {
        int parent = latest[tree->depth[i] - 1];
        tree->parent[i] = parent;
        tree->place[i] = children[parent]++;
        latest[tree->depth[i]] = i;
    }
}

static void ordered_tree_first(struct ordered_tree *tree, int count) {
    tree->count = count;
    for (int i = 0; i < count; i++)
        tree->depth[i] = i;
    find_parents(tree);
}

static bool ordered_tree_next(struct ordered_tree *tree) {
    int last = tree->count - 1;
    while (last > 0 && tree->depth[last] == 1)
        last--;
    if (last <= 0)
        return false;
    tree->depth[last]--;
    for (int i = last + 1; i < tree->count; i++)
        tree->depth[i] = tree->depth[i - 1] + 1;
    find_parents(tree);
    return true;
}

/* The one of the last call: trees are asked for one after the other. */
static struct ordered_tree shape;
static long shape_number;

const struct ordered_tree *ordered_tree_at(int count, long number) {
    if (shape.count != count || shape_number > number) {
        ordered_tree_first(&shape, count);
        shape_number = 1;
    }
    while (shape_number < number && ordered_tree_next(&shape))
        shape_number++;
    return &shape;
}

/* --- sums --- */

/* Played; *operands = N, or 0 and the player's words in the text of the call if it can't be; one
 * that is right is written as well. */
enum status summation_call_play(struct claim_call *call, const struct summation *summation,
                                bool products, long *operands, struct failure *failure) {
    struct summation_played played;
    TRY(summation_play(summation, products, &call->job->limits, &played, failure));
    *operands = played.right ? (long)summation->operands : 0;
    if (played.right)
        return claim_call_put(call, evidence_of_summation(summation), failure);
    snprintf(call->text, sizeof call->text, "%s", played.why);
    return STATUS_OK;
}

static enum status play_tree(struct claim_call *call, const struct summation_tree *tree,
                             bool products, long *operands, struct failure *failure) {
    CLEANUP(summation_clear) struct summation summation = {0};
    TRY(summation_build(tree, &summation, &call->job->limits, failure));
    return summation_call_play(call, &summation, products, operands, failure);
}

/* A lazy sum on one tree; what is sent at S is received at time - S in the broadcast with latency
 * L+1 that it is, turned round. */
static enum status tree_sum(struct claim_call *call, struct failure *failure) {
    enum { OPERANDS, SENDS, EARLIEST };
    struct logp_machine machine = machine_of(call);
    const struct ordered_tree *turned = ordered_tree_at((int)call->a[3], call->a[4]);
    CLEANUP(summation_tree_clear) struct summation_tree tree = {0};
    TRY(summation_tree_of(&machine, call->a[5], call->a[6], turned->count, turned->parent,
                          turned->place, &tree, failure));
    call->give[EARLIEST] = tree.sends[0];
    for (int i = 0; i < tree.count; i++) {
        call->give[SENDS] += tree.sends[i];
        if (tree.sends[i] < call->give[EARLIEST])
            call->give[EARLIEST] = tree.sends[i];
    }
    return play_tree(call, &tree, false, &call->give[OPERANDS], failure);
}

/* On the processors of the smallest labels that begin to send at `least` or later. */
static enum status best_sum(struct claim_call *call, struct failure *failure) {
    enum { OPERANDS, COUNT, LAST_SENDS };
    struct logp_machine machine = machine_of(call);
    CLEANUP(summation_tree_clear) struct summation_tree tree = {0};
    TRY(summation_tree_best(&machine, summation_apart(&machine), call->a[4], (int)call->a[3],
                            call->a[5], &tree, failure));
    call->give[COUNT] = tree.count;
    call->give[LAST_SENDS] = tree.sends[tree.count - 1];
    return play_tree(call, &tree, call->function->method != 0, &call->give[OPERANDS], failure);
}

#define BOX "L=1..100 o=0..100 g=1..100 "

const struct claim_function summation_functions[] = {
    {"tree_sum", BOX "P=1..12 tree=1..100000 apart=1..1000 t=0..1000000", "operands sends earliest",
     "the lazy sum on an ordered tree, receptions so far apart, played (0: it can't be); the sum "
     "of "
     "the times of sending, and the first of them",
     tree_sum, 0},
    {"best_sum", BOX "P=1..100000 t=0..100000 least=0..1000", "operands processors last",
     "on the processors of the smallest labels that begin to send at `least` or later; {text}: "
     "when they do",
     best_sum, 0},
    {"best_product", BOX "P=1..100000 t=0..100000 least=0..1000", "operands processors last",
     "the same with matrices", best_sum, 1},
    {.name = NULL}};
