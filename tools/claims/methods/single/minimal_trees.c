/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1992, Lemma 3.2: the tree of a minimal algorithm (Definition 3.3) is a rooted subtree
 * of the universal minimal tree, labelled with the times when the processors have the item.
 *
 * A minimal algorithm is any ordered tree on the processors, so all of them are played.
 */
#include "solver/collective/single/single_play.h"
#include "tools/claims/methods/machine_box.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/summation/ordered_trees.h"

/* The label of the node of the universal tree that is reached by the same places of children. */
static void label_nodes(const struct logp_machine *machine, const struct ordered_tree *shape,
                        int64_t *labels) {
    int64_t transfer = logp_machine_transfer(machine);
    labels[0] = 0;
    for (int i = 1; i < shape->count; i++)
        labels[i] = labels[shape->parent[i]] + (int64_t)shape->place[i] * machine->gap + transfer;
}

/* The messages of Definition 3.3, played; *legal: the machine can send them. */
static bool has_labels(const struct logp_machine *machine, const struct ordered_tree *shape,
                       bool *legal) {
    struct message messages[ORDERED_TREES_MOST];
    int64_t labels[ORDERED_TREES_MOST], has[ORDERED_TREES_MOST], sent[ORDERED_TREES_MOST];
    struct single_played played;
    const char *fault;
    label_nodes(machine, shape, labels);
    for (int i = 1; i < shape->count; i++)
        messages[i - 1] =
            (struct message){.time = (int)(labels[i] - logp_machine_transfer(machine)),
                             .from = shape->parent[i],
                             .to = i,
                             .item = 1};
    single_play(machine, shape->count, 0, messages, (size_t)shape->count - 1, has, sent, &played,
                &fault);
    *legal = !fault;
    for (int i = 0; i < shape->count && !fault; i++)
        if (has[i] != labels[i])
            return false;
    return true;
}

/* Where sends g apart overlap, as o is larger, a tree in which somebody sends twice is no
 * algorithm, and the lemma says nothing of it. */
static void see_trees(const struct logp_machine *machine, int processors,
                      struct claim_finding *finding) {
    struct ordered_tree shape;
    long trees = 0, legal_ones = 0;
    bool all = true;
    ordered_tree_first(&shape, processors);
    do {
        bool legal;
        all = has_labels(machine, &shape, &legal) && all;
        trees++;
        legal_ones += legal;
    } while (ordered_tree_next(&shape));
    bool expected = machine->gap < machine->overhead || legal_ones == trees;
    claim_tell(
        finding, CLAIM_AT("L o g P", machine->latency, machine->overhead, machine->gap, processors),
        claim_truth_of(all && expected), CLAIM_MUTE, "%ld of %ld trees are algorithms, and %s",
        legal_ones, trees, all ? "have the labels" : "not all have the labels");
}

static enum status see_machine(struct claim_job *job, const struct logp_machine *machine,
                               const void *context, struct failure *failure) {
    const struct claim_range *processors = context;
    (void)failure;
    for (long p = processors->first; p <= processors->last; p++)
        see_trees(machine, (int)p, &job->finding);
    return STATUS_OK;
}

enum status try_minimal_trees(struct claim_job *job, struct failure *failure) {
    return machine_box_try(job, see_machine, ORDERED_TREES_MOST, failure);
}
