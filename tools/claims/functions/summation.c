/* SPDX-License-Identifier: MIT */
/* Sums on LogP machines: lazy ones on all ordered trees and on those of Shou and Chen, Algorithm 2,
 * and the most operands that there can be; played. */
#include <string.h>

#include "solver/collective/summation/shou_chen_sum.h"
#include "solver/collective/summation/summation.h"
#include "solver/collective/summation/summation_most.h"
#include "solver/collective/summation/summation_search.h"
#include "tools/claims/functions/functions.h"
#include "tools/claims/functions/ordered_trees.h"

/* The schedule of a tree, which is cleared, played; *operands = N, or 0 and the player's words in
 * the text of the call if it can't be played. `put`: it is written as well, if it is right. */
static enum status play_tree(struct claim_call *call, struct summation_tree *tree,
                             bool non_commutative, bool put, long *operands,
                             struct failure *failure) {
    struct summation summation;
    struct summation_played played;
    enum status status = summation_build(tree, &summation, &call->job->limits, failure);
    summation_tree_clear(tree);
    if (status)
        return status;
    status = summation_play(&summation, non_commutative, &call->job->limits, &played, failure);
    *operands = !status && played.right ? (long)summation.operands : 0;
    if (!status && !played.right)
        snprintf(call->text, sizeof call->text, "%s", played.why);
    if (!status && played.right && put)
        status = claim_call_put(call, evidence_of_summation(&summation), failure);
    summation_clear(&summation);
    return status;
}

/* --- on ordered trees --- */

static void take_shape(struct ordered_tree *shape, int processors, long number) {
    ordered_tree_first(shape, processors);
    while (number-- > 1 && ordered_tree_next(shape))
        ;
}

static enum status count_shapes(struct claim_call *call, struct failure *failure) {
    struct ordered_tree shape;
    (void)failure;
    ordered_tree_first(&shape, (int)call->a[0]);
    do
        call->give[0]++;
    while (ordered_tree_next(&shape));
    return STATUS_OK;
}

/* With receptions so far apart, in this time. */
static enum status tree_of(const struct logp_machine *machine, const struct ordered_tree *shape,
                           int64_t apart, int64_t time, struct summation_tree *tree,
                           struct failure *failure) {
    return summation_tree_of(machine, apart, time, shape->count, shape->parent, shape->place, tree,
                             failure);
}

/* One tree, x cycles more than it needs until its first processor could send at time 0. */
static enum status lazy_sum(struct claim_call *call, struct failure *failure) {
    enum { OPERANDS, SENDS, TIME };
    struct logp_machine machine = machine_of(call);
    int64_t apart = summation_apart(&machine), time = 0;
    struct ordered_tree shape;
    struct summation_tree tree;
    take_shape(&shape, (int)call->a[3], call->a[4]);
    enum status status = tree_of(&machine, &shape, apart, 0, &tree, failure);
    if (status)
        return status;
    for (int i = 0; i < tree.count; i++)
        time = -tree.sends[i] > time ? -tree.sends[i] : time;
    summation_tree_clear(&tree);
    time += call->a[5];
    status = tree_of(&machine, &shape, apart, time, &tree, failure);
    for (int i = 0; i < tree.count && !status; i++)
        call->give[SENDS] += tree.sends[i];
    call->give[TIME] = time;
    return status ? status : play_tree(call, &tree, false, true, &call->give[OPERANDS], failure);
}

/* A broadcast with latency L+1 that sends as soon as it can, turned round; in time t it fits, with
 * some cycles to spare. */
static enum status turned_round(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    struct ordered_tree shape;
    struct summation_tree tree;
    int64_t apart = call->a[5];
    take_shape(&shape, (int)call->a[3], call->a[4]);
    int64_t time = (shape.count + 1) * (summation_transfer(&machine) + shape.count * apart);
    long operands;
    enum status status = tree_of(&machine, &shape, apart, time, &tree, failure);
    if (!status)
        status = play_tree(call, &tree, false, true, &operands, failure);
    call->give[0] = !status && operands > 0;
    return status;
}

/* The most operands on any tree of up to so many processors. */
static enum status busy_lazy(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    enum status status = STATUS_OK;
    for (int count = 1; count <= call->a[3] && !status; count++) {
        struct ordered_tree shape;
        ordered_tree_first(&shape, count);
        do {
            struct summation_tree tree;
            long operands = 0;
            status = tree_of(&machine, &shape, call->a[4], call->a[5], &tree, failure);
            if (!status)
                status = play_tree(call, &tree, false, false, &operands, failure);
            call->give[0] = operands > call->give[0] ? operands : call->give[0];
        } while (!status && ordered_tree_next(&shape));
    }
    *call->text = 0;
    return status;
}

static enum status any_sum(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    bool found = false;
    enum status status = summation_search(&machine, (int)call->a[3], (int)call->a[4],
                                          (int)call->a[5], &found, &call->job->limits, failure);
    call->give[0] = found;
    return status;
}

/* All lazy sums of P processors in one time; those with the most operands: how many are broadcasts
 * with this time, and this sum of times, turned round? What is sent at S is then received at
 * time - S. */
static enum status lazy_patterns(struct claim_call *call, struct failure *failure) {
    enum { TREES, BROADCASTS, BEST };
    struct logp_machine machine = machine_of(call);
    int processors = (int)call->a[3];
    int64_t apart = summation_apart(&machine);
    int64_t time = (processors - 1) * (summation_transfer(&machine) + processors * apart);
    struct ordered_tree shape;
    enum status status = STATUS_OK;
    ordered_tree_first(&shape, processors);
    do {
        struct summation_tree tree;
        int64_t sum = 0, last = 0;
        long operands;
        status = tree_of(&machine, &shape, apart, time, &tree, failure);
        for (int i = 0; i < tree.count && !status; i++) {
            int64_t label = time - tree.sends[i];
            sum += label;
            last = label > last ? label : last;
        }
        if (!status)
            status = play_tree(call, &tree, false, false, &operands, failure);
        if (status || operands < call->give[BEST])
            continue;
        if (operands > call->give[BEST])
            call->give[TREES] = call->give[BROADCASTS] = 0;
        call->give[BEST] = operands;
        call->give[TREES]++;
        call->give[BROADCASTS] += last == call->a[4] && sum == call->a[5];
    } while (!status && ordered_tree_next(&shape));
    return status;
}

/* --- the most operands --- */

/* On the processors of the smallest labels that begin to send at `least` or later. */
static enum status best_sum(struct claim_call *call, struct failure *failure) {
    enum { OPERANDS, COUNT, LAST_SENDS };
    struct logp_machine machine = machine_of(call);
    struct summation_tree tree;
    enum status status = summation_tree_best(&machine, summation_apart(&machine), call->a[4],
                                             (int)call->a[3], call->a[5], &tree, failure);
    if (status)
        return status;
    call->give[COUNT] = tree.count;
    call->give[LAST_SENDS] = tree.sends[tree.count - 1];
    bool in_order = call->function->method != 0;
    return play_tree(call, &tree, in_order, true, &call->give[OPERANDS], failure);
}

static enum status most_operands(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    struct certificate_output *output;
    call->is_whole = true;
    enum status status = summation_most(&machine, call->a[3], call->a[4], call->whole, failure);
    if (status || !call->stream)
        return status;
    call->certificates++;
    status = certificate_open_stream(&output, call->stream, "summation-bound", failure);
    return status ? status
                  : certificate_end(output,
                                    certificate_put_summation_bound(output, &machine, call->a[3],
                                                                    call->a[4], failure),
                                    failure);
}

/* --- Shou and Chen --- */

/* Their tree, with receptions so far apart, played with everybody as busy as can be. */
static enum status shou_chen(struct claim_call *call, struct failure *failure) {
    enum { OPERANDS, FORMULA, TIME, DIFFERS, OWN, LEMMA, COUNTED };
    struct logp_machine machine = machine_of(call);
    struct summation_tree tree;
    struct summation summation;
    struct summation_played played;
    int64_t overhead = machine.overhead;
    int processors = (int)call->a[4];
    enum status status = shou_chen_tree(&machine, call->a[3], processors, &tree, failure);
    if (status)
        return status;
    call->give[FORMULA] = overhead + 1 - overhead * processors;
    call->give[TIME] = tree.time;
    for (int i = 0; i < processors; i++)
        call->give[FORMULA] += tree.sends[i];
    call->give[DIFFERS] = -1;
    call->give[COUNTED] = 1;
    status = summation_build(&tree, &summation, &call->job->limits, failure);
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
    summation_tree_clear(&tree);
    return status;
}

/* Algorithm 2, executed for so many operands with these faults mended, or for those that its tree
 * needs and x more: does the program end with the sum of all, and can what the processors did be
 * played? */
static enum status algorithm_2(struct claim_call *call, struct failure *failure) {
    enum { RIGHT, TIME, LEAST, TREE_TIME, SUMS };
    struct logp_machine machine = machine_of(call);
    struct summation_tree tree;
    struct shou_chen_run run;
    struct summation_played played = {.right = false};
    enum status status = shou_chen_tree(&machine, call->a[3], (int)call->a[4], &tree, failure);
    if (status)
        return status;
    int64_t operands = call->a[5];
    call->give[LEAST] = shou_chen_least_operands(&tree, SHOU_CHEN_ALL);
    call->give[TREE_TIME] = tree.time;
    if (operands >= 1)
        status = shou_chen_sum(&tree, operands, (unsigned)call->a[6], &run, failure);
    summation_tree_clear(&tree);
    if (status || operands < 1)
        return status;
    const char *why = run.why;
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
    shou_chen_run_clear(&run);
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
    enum status status = shou_chen_tree(machine, machine->gap, processors, &tree, failure);
    if (status)
        return status;
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
    {"lazy_sum", BOX "P=1..12 tree=1..100000 x=0..1000", "operands sends time",
     "on an ordered tree, x cycles more than it needs; the sum of the times of sending", lazy_sum,
     0},
    {"turned_round", BOX "P=1..12 tree=1..100000 apart=1..1000", "",
     "can the broadcast on an ordered tree, turned round, be played as a sum?", turned_round, 0},
    {"busy_lazy", BOX "P=1..12 apart=1..1000 t=0..1000", "",
     "the most operands of busy-lazy algorithms, receptions so far apart", busy_lazy, 0},
    {"any_sum", "L=1..4 o=0..3 g=1..5 P=1..4 t=0..30 n=0..1000000", "",
     "is there a schedule that adds up n operands? All are searched", any_sum, 0},
    {"lazy_patterns", BOX "P=1..12 finish=0..1000000 sum=0..1000000000", "trees broadcasts best",
     "of all lazy sums those with the most operands, and those of them that are broadcasts turned "
     "round",
     lazy_patterns, 0},
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
