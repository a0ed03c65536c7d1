/* SPDX-License-Identifier: MIT */
/* Sums on LogP machines: lazy ones on all ordered trees and on those of Shou and Chen, Algorithm 2,
 * and the most operands that there can be; played. */
#include <string.h>

#include "solver/collective/summation/shou_chen_sum.h"
#include "solver/collective/summation/summation.h"
#include "solver/collective/summation/summation_most.h"
#include "tools/claims/functions/functions.h"
#include "tools/claims/functions/ordered_trees.h"

/* The schedule of a tree, which is cleared, played; *operands = N, or 0 and the player's words in
 * the text of the call if it can't be played; one that is right is written as well. */
static enum status play_tree(struct claim_call *call, struct summation_tree *tree,
                             bool non_commutative, long *operands, struct failure *failure) {
    CLEANUP(summation_clear) struct summation summation = {0};
    struct summation_played played;
    enum status status = summation_build(tree, &summation, &call->job->limits, failure);
    summation_tree_clear(tree);
    if (status)
        return status;
    status = summation_play(&summation, non_commutative, &call->job->limits, &played, failure);
    *operands = !status && played.right ? (long)summation.operands : 0;
    if (!status && !played.right)
        snprintf(call->text, sizeof call->text, "%s", played.why);
    if (!status && played.right)
        status = claim_call_put(call, evidence_of_summation(&summation), failure);
    return status;
}

/* --- on ordered trees --- */

/* The shape of the last call: trees are asked for one after the other. */
static struct ordered_tree shape;
static long shape_number;

static void take_shape(int processors, long number) {
    if (shape.count != processors || shape_number > number) {
        ordered_tree_first(&shape, processors);
        shape_number = 1;
    }
    while (shape_number < number && ordered_tree_next(&shape))
        shape_number++;
}

static enum status count_shapes(struct claim_call *call, struct failure *failure) {
    struct ordered_tree all;
    (void)failure;
    ordered_tree_first(&all, (int)call->a[0]);
    do
        call->give[0]++;
    while (ordered_tree_next(&all));
    return STATUS_OK;
}

/* A lazy sum on one tree; what is sent at S is received at time - S in the broadcast with latency
 * L+1 that it is, turned round. */
static enum status tree_sum(struct claim_call *call, struct failure *failure) {
    enum { OPERANDS, SENDS, EARLIEST };
    struct logp_machine machine = machine_of(call);
    struct summation_tree tree;
    take_shape((int)call->a[3], call->a[4]);
    TRY(summation_tree_of(&machine, call->a[5], call->a[6], shape.count, shape.parent, shape.place,
                          &tree, failure));
    call->give[EARLIEST] = tree.sends[0];
    for (int i = 0; i < tree.count; i++) {
        call->give[SENDS] += tree.sends[i];
        if (tree.sends[i] < call->give[EARLIEST])
            call->give[EARLIEST] = tree.sends[i];
    }
    return play_tree(call, &tree, false, &call->give[OPERANDS], failure);
}

/* --- the most operands --- */

/* On the processors of the smallest labels that begin to send at `least` or later. */
static enum status best_sum(struct claim_call *call, struct failure *failure) {
    enum { OPERANDS, COUNT, LAST_SENDS };
    struct logp_machine machine = machine_of(call);
    struct summation_tree tree;
    TRY(summation_tree_best(&machine, summation_apart(&machine), call->a[4], (int)call->a[3],
                            call->a[5], &tree, failure));
    call->give[COUNT] = tree.count;
    call->give[LAST_SENDS] = tree.sends[tree.count - 1];
    bool in_order = call->function->method != 0;
    return play_tree(call, &tree, in_order, &call->give[OPERANDS], failure);
}

static enum status put_most(const void *body, struct certificate_output *output,
                            const struct limits *limits, struct failure *failure) {
    const struct claim_call *call = body;
    struct logp_machine machine = machine_of(call);
    (void)limits;
    return certificate_put_summation_bound(output, &machine, call->a[3], call->a[4], failure);
}

static enum status most_operands(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    call->is_whole = true;
    TRY(summation_most(&machine, call->a[3], call->a[4], call->whole, failure));
    return claim_call_put(call, evidence_borrowed("summation-bound", put_most, call), failure);
}

/* --- Shou and Chen --- */

/* Their tree, with receptions so far apart, played with everybody as busy as can be. */
static enum status shou_chen(struct claim_call *call, struct failure *failure) {
    enum { OPERANDS, FORMULA, TIME, DIFFERS, OWN, LEMMA, COUNTED };
    struct logp_machine machine = machine_of(call);
    CLEANUP(summation_tree_clear) struct summation_tree tree = {0};
    struct summation summation;
    struct summation_played played;
    int64_t overhead = machine.overhead;
    int processors = (int)call->a[4];
    TRY(shou_chen_tree(&machine, call->a[3], processors, &tree, failure));
    call->give[FORMULA] = overhead + 1 - overhead * processors;
    call->give[TIME] = tree.time;
    for (int i = 0; i < processors; i++)
        call->give[FORMULA] += tree.sends[i];
    call->give[DIFFERS] = -1;
    call->give[COUNTED] = 1;
    enum status status = summation_build(&tree, &summation, &call->job->limits, failure);
    for (int p = 0; p < tree.count && !status; p++) {
        int64_t own = summation_own(&summation, p), children = 0;
        for (int i = p + 1; i < tree.count; i++)
            children += tree.parent[i] == p;
        int64_t lemma = shou_chen_lemma_operands(&tree, tree.sends[p], children == 0);
        call->give[COUNTED] &= own == tree.sends[p] - children * (overhead + 1) + 1;
        if (call->give[DIFFERS] >= 0 || lemma == own)
            continue;
        call->give[DIFFERS] = p;
        call->give[OWN] = own;
        call->give[LEMMA] = lemma;
    }
    if (!status) {
        status = summation_play(&summation, false, &call->job->limits, &played, failure);
        call->give[OPERANDS] = !status && played.right ? (long)summation.operands : 0;
        if (!status && played.right)
            status = claim_call_put(call, evidence_of_summation(&summation), failure);
        summation_clear(&summation);
    }
    return status;
}

/* Algorithm 2, executed for so many operands with these faults mended, or for those that its tree
 * needs and x more: does the program end with the sum of all, and can what the processors did be
 * played? */
static enum status algorithm_2(struct claim_call *call, struct failure *failure) {
    enum { RIGHT, TIME, LEAST, TREE_TIME, SUMS };
    struct logp_machine machine = machine_of(call);
    CLEANUP(summation_tree_clear) struct summation_tree tree = {0};
    CLEANUP(shou_chen_run_clear) struct shou_chen_run run = {0};
    struct summation_played played = {.right = false};
    TRY(shou_chen_tree(&machine, call->a[3], (int)call->a[4], &tree, failure));
    int64_t operands = call->a[5];
    call->give[LEAST] = shou_chen_least_operands(&tree, SHOU_CHEN_ALL);
    call->give[TREE_TIME] = tree.time;
    if (operands >= 1)
        TRY(shou_chen_sum(&tree, operands, (unsigned)call->a[6], &run, failure));
    if (operands < 1)
        return STATUS_OK;
    const char *why = run.why;
    enum status status = STATUS_OK;
    if (run.playable) {
        status = summation_play(&run.summation, false, &call->job->limits, &played, failure);
        why = played.right ? "" : played.why;
    }
    call->give[RIGHT] = !status && played.right && run.summation.operands == operands;
    call->give[TIME] = run.time;
    call->give[SUMS] = run.right;
    snprintf(call->text, sizeof call->text, "%s", why);
    if (!status && call->give[RIGHT])
        status = claim_call_put(call, evidence_of_summation(&run.summation), failure);
    return status;
}

/* The tree of the last machine and number of processors; count 0: none. */
static struct summation_tree kept;

void summation_clear_kept(void) {
    if (kept.count)
        summation_tree_clear(&kept);
    kept.count = 0;
}

static enum status keep_tree(const struct logp_machine *machine, int processors,
                             struct failure *failure) {
    struct summation_tree tree;
    if (kept.count == processors && memcmp(&kept.machine, machine, sizeof *machine) == 0)
        return STATUS_OK;
    TRY(shou_chen_tree(machine, machine->gap, processors, &tree, failure));
    summation_clear_kept();
    kept = tree;
    return STATUS_OK;
}

static enum status compute_parent(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    int processors = (int)call->a[3], root = (int)call->a[4], place = (int)call->a[5], found = -1;
    bool ends = false;
    if (root >= processors || place >= processors)
        return failure_set(failure, STATUS_INPUT, "there is no such processor");
    enum status status = keep_tree(&machine, processors, failure);
    if (!status)
        status = shou_chen_compute_parent(&kept, root, (place + root) % processors, &ends, &found,
                                          failure);
    call->give[0] = !status && ends && found == (kept.parent[place] + root) % processors;
    snprintf(call->text, sizeof call->text, "it %s",
             ends ? "returns another number" : "never returns");
    return status;
}

#define BOX "L=1..100 o=0..100 g=1..100 "

const struct claim_function summation_functions[] = {
    {"ordered_trees", "P=1..12", "", "how many there are of P nodes", count_shapes, 0},
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
    {"most_operands", BOX "P=1..100000 t=0..1000000", "", "no schedule adds up more", most_operands,
     0},
    {"shou_chen", BOX "apart=1..1000 P=1..10000", "operands formula time differs own lemma counted",
     "the sum on the tree of Shou and Chen: operands, 0: it can't be played; Theorem 5; the first "
     "processor that Lemma 1 is wrong about; are all T_i - K_i (o+1) + 1?",
     shou_chen, 0},
    {"algorithm_2", BOX "apart=1..1000 P=1..10000 n=-1000000..10000000 mended=0..255",
     "right time least tree_time sums",
     "Algorithm 2 for n operands with these faults mended (1 step 10, 2 step 9, 4 step 6, 8 step "
     "4; 16: step 6 rounded up): can it be played, is its sum right?",
     algorithm_2, 0},
    {"compute_parent", BOX "P=1..10000 root=0..9999 place=1..9999", "",
     "ComputeParent for the processor at this place of the tree", compute_parent, 0},
    {.name = NULL}};
