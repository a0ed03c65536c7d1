/* SPDX-License-Identifier: MIT */
/* One item on LogP machines: trees of the smallest labels, the preorder trees and the algorithm of
 * Shou and Chen 1996, and all ways to send for few processors. */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/single/single_tree.h"
#include "solver/collective/single/spmd_broadcast.h"
#include "solver/model/certificates.h"
#include "solver/proof/bound/reach.h"
#include "tools/claims/functions/functions.h"
#include "tools/claims/functions/ordered_trees.h"

/* --- who can know the item --- */

static enum status put_known(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct claim_call *call = body;
    struct logp_machine machine = machine_of(call);
    (void)limits;
    return certificate_put_reach(output, &machine, call->a[3], failure);
}

static enum status known(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    call->is_whole = true;
    TRY(reach_processors(&machine, call->a[3], call->whole, failure));
    return claim_call_put(call, evidence_borrowed("reach", put_known, call), failure);
}

/* --- the tree of the smallest labels --- */

static enum status tree(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    CLEANUP(single_tree_clear) struct single_tree tree = {0};
    TRY(single_tree_build(&machine, (int)call->a[3], &tree, failure));
    struct message_list list = single_tree_list(&tree);
    call->give[0] = single_tree_time(&tree);
    call->give[1] = single_tree_sum(&tree);
    return claim_call_put(call, evidence_of_messages(&list), failure);
}

/* A processor's sendings g apart, as printed, whether a machine can do that or not. */
static enum status build(const struct claim_call *call, int processors, bool printed,
                         struct single_tree *tree, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    if (printed)
        machine = (struct logp_machine){(int)logp_machine_transfer(&machine), 0, machine.gap};
    return single_tree_build(&machine, processors, tree, failure);
}

static enum status hear(void *context, const struct message *message, struct failure *failure) {
    struct message **next = context;
    (void)failure;
    *(*next)++ = *message;
    return STATUS_OK;
}

enum { PLAYED_MOST = 10 }; /* processors, as tree_plays takes them */

/* Its messages at their times on the machine. */
static enum status tree_plays(struct claim_call *call, struct failure *failure) {
    struct message messages[PLAYED_MOST], *next = messages;
    int64_t has[PLAYED_MOST], sent[PLAYED_MOST];
    struct logp_machine machine = machine_of(call);
    struct single_played played = {0};
    CLEANUP(single_tree_clear) struct single_tree tree = {0};
    const char *fault;
    TRY(build(call, (int)call->a[3], call->a[4] != 0, &tree, failure));
    struct message_list list = single_tree_list(&tree);
    message_list_each(&list, hear, &next, NULL, NULL);
    single_play(&machine, tree.processors, 0, messages, (size_t)(next - messages), has, sent,
                &played, &fault);
    call->give[0] = !fault;
    call->give[1] = played.finish;
    call->give[2] = played.sum;
    call->give[3] = single_tree_time(&tree);
    call->give[4] = single_tree_sum(&tree);
    return STATUS_OK;
}

/* Both trees of the last machine, for up to so many processors. */
static struct {
    long latency, overhead, gap, most;
    struct single_tree printed, right;
    int crowded;           /* processors from which on the printed one has sendings too close */
    int64_t *printed_sums; /* of the first p labels */
    int64_t *right_sums;
} kept;

void single_clear(void) {
    if (kept.most) {
        single_tree_clear(&kept.printed);
        single_tree_clear(&kept.right);
    }
    free(kept.printed_sums);
    free(kept.right_sums);
    memset(&kept, 0, sizeof kept);
}

static int64_t *sums_of(const struct single_tree *tree) {
    int64_t *sums = memory_new((size_t)tree->processors + 1, sizeof *sums);
    for (int p = 1; sums && p <= tree->processors; p++)
        sums[p] = sums[p - 1] + tree->label[p - 1];
    return sums;
}

static enum status keep_trees(const struct claim_call *call, struct failure *failure) {
    if (kept.latency == call->a[0] && kept.overhead == call->a[1] && kept.gap == call->a[2] &&
        kept.most == call->a[3])
        return STATUS_OK;
    single_clear();
    TRY(build(call, (int)call->a[3], true, &kept.printed, failure));
    enum status status = build(call, (int)call->a[3], false, &kept.right, failure);
    if (status) {
        single_tree_clear(&kept.printed);
        return status;
    }
    kept.most = call->a[3];
    kept.latency = call->a[0];
    kept.overhead = call->a[1];
    kept.gap = call->a[2];
    kept.printed_sums = sums_of(&kept.printed);
    kept.right_sums = sums_of(&kept.right);
    kept.crowded = (int)kept.most + 1;
    for (int node = (int)kept.most - 1; node > 0 && kept.gap < kept.overhead; node--)
        if (kept.printed.parent[node] != node - 1)
            kept.crowded = node + 1;
    return kept.printed_sums && kept.right_sums ? STATUS_OK
                                                : failure_memory(failure, "labels of trees");
}

/* For all P from first to last, which have the least time T: is the label, or the sum of labels,
 * the bound, T or P T - known? The first P at which that of the printed tree is not, or the last.
 */
static enum status see_labels(struct claim_call *call, struct failure *failure) {
    enum { CLAIM, CORRECTED, PROCESSORS, PRINTED, LEAST };
    bool by_sum = call->function->method != 0;
    long first = call->a[4], last = call->a[5], time = call->a[6];
    int64_t below = by_sum ? mpz_get_si(call->z[7]) : 0;
    enum status status = keep_trees(call, failure);
    if (status || last > kept.most)
        return status ? status : failure_set(failure, STATUS_INPUT, "more processors than trees");
    call->give[CLAIM] = call->give[CORRECTED] = 1;
    for (long p = first; p <= last; p++) {
        int64_t bound = by_sum ? p * time - below : time;
        int64_t labels = by_sum ? kept.printed_sums[p] : kept.printed.label[p - 1];
        int64_t right = by_sum ? kept.right_sums[p] : kept.right.label[p - 1];
        if (call->give[CLAIM]) {
            call->give[PROCESSORS] = p;
            call->give[PRINTED] = labels;
            call->give[LEAST] = bound;
        }
        call->give[CLAIM] = call->give[CLAIM] && labels == bound && p < kept.crowded;
        call->give[CORRECTED] = call->give[CORRECTED] && right == bound;
    }
    return STATUS_OK;
}

/* --- minimal algorithms: any ordered tree on the processors --- */

/* Whether the messages of Definition 3.3 of 1992 end with the labels of the universal tree; *legal:
 * the machine can send them. */
static bool has_labels(const struct logp_machine *machine, const struct ordered_tree *shape,
                       bool *legal) {
    struct message messages[ORDERED_TREES_MOST];
    int64_t labels[ORDERED_TREES_MOST] = {0}, has[ORDERED_TREES_MOST], sent[ORDERED_TREES_MOST];
    int64_t transfer = logp_machine_transfer(machine);
    struct single_played played;
    const char *fault;
    for (int i = 1; i < shape->count; i++) {
        labels[i] = labels[shape->parent[i]] + (int64_t)shape->place[i] * machine->gap + transfer;
        messages[i - 1] = (struct message){
            .time = (int)(labels[i] - transfer), .from = shape->parent[i], .to = i, .item = 1};
    }
    single_play(machine, shape->count, 0, messages, (size_t)shape->count - 1, has, sent, &played,
                &fault);
    *legal = !fault;
    for (int i = 0; i < shape->count && !fault; i++)
        if (has[i] != labels[i])
            return false;
    return true;
}

static enum status minimal_trees(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    struct ordered_tree shape;
    (void)failure;
    call->give[2] = 1;
    ordered_tree_first(&shape, (int)call->a[3]);
    do {
        bool legal;
        call->give[2] &= has_labels(&machine, &shape, &legal);
        call->give[0]++;
        call->give[1] += legal;
    } while (ordered_tree_next(&shape));
    return STATUS_OK;
}

/* --- preorder trees --- */

static enum status preorder_of(const struct logp_machine *machine, int64_t time, int root,
                               struct preorder_tree *tree, struct failure *failure) {
    return preorder_tree_build(logp_machine_apart(machine), logp_machine_transfer(machine), time,
                               root, tree, failure);
}

static enum status numbers_of(const struct logp_machine *machine, long processors,
                              struct reach_numbers *f, struct failure *failure) {
    return reach_numbers_make(logp_machine_apart(machine), logp_machine_transfer(machine),
                              processors, f, failure);
}

/* The pair (number, effective time) of child k from that of its parent by the formula is what
 * Definition 3 says; the numbers are 0..P-1. */
static bool numbers_agree(const struct preorder_tree *tree, const struct reach_numbers *f,
                          int64_t transfer) {
    for (int i = 0; i < tree->count; i++) {
        const struct preorder_node *node = &tree->nodes[i];
        if (node->number != i) /* all different: place i in preorder, as the root has 0 */
            return false;
        if (node->parent < 0)
            continue;
        const struct preorder_node *parent = &tree->nodes[node->parent];
        int64_t later = parent->effective - node->child * f->apart;
        int64_t number =
            parent->number + 1 + reach_number(f, parent->effective) - reach_number(f, later);
        if (number % tree->count != node->number || later - transfer != node->effective)
            return false;
    }
    return true;
}

static enum status preorder(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    struct reach_numbers f;
    CLEANUP(preorder_tree_clear) struct preorder_tree tree = {0};
    TRY(preorder_of(&machine, call->a[3], 0, &tree, failure));
    call->give[0] = tree.count;
    TRY(numbers_of(&machine, tree.count, &f, failure));
    call->give[1] =
        f.time >= call->a[3] && numbers_agree(&tree, &f, logp_machine_transfer(&machine));
    reach_numbers_clear(&f);
    return STATUS_OK;
}

typedef void preorder_shrink(struct preorder_tree *tree, int processors, int root);

/* The tree of f_T processors made smaller, its messages at the times that the effective times say.
 * In preorder each node comes behind its parent and its elder siblings, which is enough to be
 * played. All 0 if the machine can't do that. */
static enum status play_smaller(const struct logp_machine *machine, int64_t time, int processors,
                                preorder_shrink *shrink, struct single_played *played,
                                struct failure *failure) {
    size_t count = (size_t)processors;
    int64_t transfer = logp_machine_transfer(machine);
    CLEANUP(preorder_tree_clear) struct preorder_tree tree = {0};
    const char *fault = "";
    *played = (struct single_played){0};
    TRY(preorder_of(machine, time, 0, &tree, failure));
    if (tree.count >= processors)
        shrink(&tree, processors, 0);
    FREED struct message *messages = memory_new(count, sizeof *messages);
    FREED int64_t *has = memory_new(count, sizeof *has), *sent = memory_new(count, sizeof *sent);
    enum status status = STATUS_OK;
    if (!messages || !has || !sent)
        status = failure_memory(failure, "smaller trees");
    for (int i = 1; i < processors && tree.count == processors && !status; i++) {
        const struct preorder_node *node = &tree.nodes[i];
        messages[i - 1] =
            (struct message){.time = (int)(tree.nodes[0].effective - node->effective - transfer),
                             .from = tree.nodes[node->parent].number,
                             .to = node->number,
                             .item = 1};
    }
    if (!status && tree.count == processors)
        single_play(machine, processors, 0, messages, count - 1, has, sent, played, &fault);
    if (fault)
        *played = (struct single_played){0};
    return status;
}

/* The first P nodes in preorder, and those with as many leaves less, played. */
static enum status preorder_plays(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    int processors = (int)call->a[3];
    struct single_played played;
    enum status status =
        play_smaller(&machine, call->a[4], processors, preorder_tree_truncate, &played, failure);
    call->give[0] = played.finish;
    if (!status)
        status = play_smaller(&machine, call->a[4], processors, preorder_tree_take_last, &played,
                              failure);
    call->give[1] = played.finish;
    call->give[2] = played.sum;
    return status;
}

/* --- Algorithm 1 --- */

/* Each processor has what the tree of Definition 4 says, at the time that it says. */
static bool as_defined(const struct spmd_broadcast *run, const struct preorder_tree *tree,
                       const int64_t *has) {
    int64_t time = tree->nodes[0].effective;
    for (int i = 0; i < tree->count; i++) {
        const struct preorder_node *node = &tree->nodes[i];
        const struct spmd_part *part = &run->parts[node->number];
        if (part->effective != node->effective || part->size != node->size ||
            has[node->number] != time - node->effective)
            return false;
    }
    return tree->count == run->processors;
}

/* Everybody is reached once, by messages that the machine can send, the last one at `time`. */
static enum status right(const struct spmd_broadcast *run, int64_t time,
                         const struct preorder_tree *tree, bool *holds, struct failure *failure) {
    size_t count = (size_t)run->processors;
    FREED int64_t *has = memory_new(count, sizeof *has), *sent = memory_new(count, sizeof *sent);
    struct single_played played;
    const char *fault;
    if (!has || !sent)
        return failure_memory(failure, "a broadcast");
    single_play(&run->machine, run->processors, run->root, run->message.messages,
                run->message.count, has, sent, &played, &fault);
    *holds = !fault && played.finish == time && as_defined(run, tree, has);
    return STATUS_OK;
}

static enum status spmd(struct claim_call *call, struct failure *failure) {
    struct logp_machine machine = machine_of(call);
    int processors = (int)call->a[3], root = (int)call->a[4];
    struct preorder_tree tree;
    struct spmd_broadcast run;
    bool holds = false;
    if (root >= processors)
        return failure_set(failure, STATUS_INPUT, "the root is no processor");
    CLEANUP(reach_numbers_clear) struct reach_numbers f = {0};
    TRY(numbers_of(&machine, processors, &f, failure));
    enum status status = preorder_of(&machine, f.time, root, &tree, failure);
    if (!status) {
        preorder_tree_truncate(&tree, processors, root);
        status = spmd_broadcast_run(&machine, &f, processors, root, &run, failure);
        if (!status) {
            struct message_list list = spmd_broadcast_list(&run, (int)f.time);
            status = right(&run, f.time, &tree, &holds, failure);
            if (!status && holds)
                status = claim_call_put(call, evidence_of_messages(&list), failure);
            spmd_broadcast_clear(&run);
        }
        preorder_tree_clear(&tree);
    }
    call->give[0] = holds;
    return status;
}

#define BOX "L=1..1000 o=0..1000 g=1..1000 "

const struct claim_function single_functions[] = {
    {"known", BOX "t=0..100000", "", "no more processors than this know an item at time t", known,
     0},
    {"tree", BOX "P=1..1000000", "time sum", "of the tree of the smallest labels", tree, 0},
    {"tree_plays", BOX "P=1..10 printed=0..1", "legal time sum labels_time labels_sum",
     "the same, or with sendings g apart as printed, played on the machine", tree_plays, 0},
    {"see_times", BOX "most=1..1000000 first=1..1000000 last=0..1000000 T=0..1000000000",
     "claim corrected P printed least",
     "for all P from first to last: is the last label of the printed, and of the right tree, T?",
     see_labels, 0},
    {"see_sums", BOX "most=1..1000000 first=1..1000000 last=0..1000000 T=0..1000000000 known",
     "claim corrected P printed least",
     "the same for the sum of labels and P T - known, known the sum of A(s) for s < T", see_labels,
     1},
    {"minimal_trees", BOX "P=1..12", "count legal right",
     "the messages of Definition 3.3 of 1992 on every ordered tree, played, against the labels of "
     "the universal tree",
     minimal_trees, 0},
    {"preorder", BOX "T=0..1000000", "nodes agree",
     "the tree of Definition 3 for T cycles: its nodes; are numbers and effective times those of "
     "the formula?",
     preorder, 0},
    {"preorder_plays", BOX "P=1..10000 T=0..1000000", "time time_last sum_last",
     "the first P nodes in preorder, and all but the last ones with effective time 0, played",
     preorder_plays, 0},
    {"spmd", BOX "P=1..1000000 root=0..1000000", "",
     "Algorithm 1, executed by each processor on what it receives, and played: everybody once, in "
     "the least time, with the numbers of Definition 4",
     spmd, 0},
    {.name = NULL}};
