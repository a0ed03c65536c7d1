/* SPDX-License-Identifier: MIT */
/*
 * The definitions and theorems of Shou and Chen 1996, section 1: their recurrence against trees,
 * the numbers of Theorem 3 against Definition 3, and the trees of Definition 4 played.
 *
 * For g < o the statements are tried with o in place of g, as part of the corrected statement only.
 */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/single/preorder_tree.h"
#include "solver/collective/single/reach_numbers.h"
#include "solver/collective/single/single_play.h"
#include "tools/claims/methods/machine_box.h"
#include "tools/claims/methods/methods.h"

/* For g < o what is tried is not what is printed. */
static enum claim_truth printed(const struct logp_machine *machine, bool holds) {
    return machine->gap < machine->overhead ? CLAIM_MUTE : claim_truth_of(holds);
}

static enum status numbers_of(const struct logp_machine *machine, long processors,
                              struct reach_numbers *f, struct failure *failure) {
    return reach_numbers_make(logp_machine_apart(machine), logp_machine_transfer(machine),
                              processors, f, failure);
}

static enum status tree_of(const struct logp_machine *machine, int64_t time,
                           struct preorder_tree *tree, struct failure *failure) {
    return preorder_tree_build(logp_machine_apart(machine), logp_machine_transfer(machine), time, 0,
                               tree, failure);
}

/* --- Theorem 2 --- */

/* f_T by the recurrence is the number of nodes with an effective time in the tree of T cycles. */
static enum status see_recurrence(struct claim_job *job, const struct logp_machine *machine,
                                  const void *context, struct failure *failure) {
    const struct claim_range *processors = context;
    struct reach_numbers f;
    struct preorder_tree tree;
    enum status status = numbers_of(machine, processors->last, &f, failure);
    if (status)
        return status;
    for (int64_t time = 0; time <= f.time && !status; time++) {
        status = tree_of(machine, time, &tree, failure);
        if (status)
            break;
        bool equal = tree.count == reach_number(&f, time);
        claim_tell(&job->finding,
                   CLAIM_AT("L o g T", machine->latency, machine->overhead, machine->gap, time),
                   printed(machine, equal), claim_truth_of(equal), "f_T = %lld, and %d are reached",
                   (long long)reach_number(&f, time), tree.count);
        preorder_tree_clear(&tree);
    }
    reach_numbers_clear(&f);
    return status;
}

enum status try_reach_recurrence(struct claim_job *job, struct failure *failure) {
    return machine_box_try(job, see_recurrence, 1000000, failure);
}

/* --- Theorem 3 --- */

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

static enum status see_numbers(struct claim_job *job, const struct logp_machine *machine,
                               const void *context, struct failure *failure) {
    const struct claim_range *processors = context;
    struct reach_numbers f;
    struct preorder_tree tree;
    enum status status = numbers_of(machine, processors->last, &f, failure);
    if (status)
        return status;
    for (int64_t time = 0; time <= f.time && !status; time++) {
        if (reach_number(&f, time) == reach_number(&f, time - 1))
            continue;
        status = tree_of(machine, time, &tree, failure);
        if (status)
            break;
        bool agree = numbers_agree(&tree, &f, logp_machine_transfer(machine));
        claim_tell(
            &job->finding,
            CLAIM_AT("L o g P", machine->latency, machine->overhead, machine->gap, tree.count),
            printed(machine, agree), claim_truth_of(agree),
            "the numbers are not those of Definition 3");
        preorder_tree_clear(&tree);
    }
    reach_numbers_clear(&f);
    return status;
}

enum status try_preorder_numbers(struct claim_job *job, struct failure *failure) {
    return machine_box_try(job, see_numbers, 1000000, failure);
}

/* --- Definition 4 --- */

/* Room for the tree of f_T processors, made smaller, and its messages. */
struct smaller {
    struct preorder_tree whole, tree;
    struct message *messages;
    int64_t *has, *sent;
};

static void smaller_clear(struct smaller *smaller) {
    preorder_tree_clear(&smaller->whole);
    free(smaller->tree.nodes);
    free(smaller->messages);
    free(smaller->has);
    free(smaller->sent);
    *smaller = (struct smaller){0};
}

static enum status smaller_make(const struct logp_machine *machine, int64_t time,
                                struct smaller *smaller, struct failure *failure) {
    struct smaller made = {0};
    enum status status = tree_of(machine, time, &made.whole, failure);
    if (status)
        return status;
    size_t count = (size_t)made.whole.count;
    made.tree.nodes = memory_new(count, sizeof *made.tree.nodes);
    made.messages = memory_new(count, sizeof *made.messages);
    made.has = memory_new(count, sizeof *made.has);
    made.sent = memory_new(count, sizeof *made.sent);
    if (!made.tree.nodes || !made.messages || !made.has || !made.sent) {
        smaller_clear(&made);
        return failure_memory(failure, "smaller trees");
    }
    *smaller = made;
    return STATUS_OK;
}

/* Its messages at the times that the effective times say; false if the machine can't do that. In
 * preorder each node comes behind its parent and its elder siblings, which is enough to be played.
 */
static bool play_tree(const struct logp_machine *machine, struct smaller *smaller,
                      struct single_played *played) {
    const struct preorder_tree *tree = &smaller->tree;
    int64_t transfer = logp_machine_transfer(machine);
    const char *fault;
    for (int i = 1; i < tree->count; i++) {
        const struct preorder_node *node = &tree->nodes[i];
        smaller->messages[i - 1] =
            (struct message){.time = (int)(tree->nodes[0].effective - node->effective - transfer),
                             .from = tree->nodes[node->parent].number,
                             .to = node->number,
                             .item = 1};
    }
    single_play(machine, tree->count, 0, smaller->messages, (size_t)tree->count - 1, smaller->has,
                smaller->sent, played, &fault);
    return !fault;
}

typedef void preorder_shrink(struct preorder_tree *tree, int processors, int root);

/* The tree of P processors made by `shrink`, played. */
static bool shrink_and_play(const struct logp_machine *machine, struct smaller *smaller,
                            preorder_shrink *shrink, int processors, struct single_played *played) {
    size_t count = (size_t)smaller->whole.count;
    memcpy(smaller->tree.nodes, smaller->whole.nodes, count * sizeof *smaller->tree.nodes);
    smaller->tree.count = smaller->whole.count;
    shrink(&smaller->tree, processors, 0);
    return smaller->tree.count == processors && play_tree(machine, smaller, played);
}

/* `known`: the sum of f_s for s < T; in no schedule is the sum of times below P T - known. */
static void see_processors(const struct logp_machine *machine, struct smaller *smaller,
                           int processors, int64_t known, struct claim_finding *finding) {
    struct single_played first = {0}, last = {0};
    int64_t time = smaller->whole.nodes[0].effective, least = processors * time - known;
    bool plays = shrink_and_play(machine, smaller, preorder_tree_truncate, processors, &first) &&
                 first.finish == time;
    bool best = shrink_and_play(machine, smaller, preorder_tree_take_last, processors, &last) &&
                last.finish == time && last.sum == least;
    claim_tell(finding,
               CLAIM_AT("L o g P", machine->latency, machine->overhead, machine->gap, processors),
               printed(machine, plays), claim_truth_of(plays && best),
               "the tree does not end at %lld", (long long)time);
}

static enum status see_smaller(struct claim_job *job, const struct logp_machine *machine,
                               const void *context, struct failure *failure) {
    const struct claim_range *processors = context;
    struct reach_numbers f;
    struct smaller smaller;
    int64_t known = 0;
    enum status status = numbers_of(machine, processors->last, &f, failure);
    if (status)
        return status;
    for (int64_t time = 0; time <= f.time && !status; time++) {
        int64_t first = reach_number(&f, time - 1) + 1, last = reach_number(&f, time);
        last = last < processors->last ? last : processors->last;
        if (first <= last)
            status = smaller_make(machine, time, &smaller, failure);
        for (int64_t p = first; p <= last && !status; p++)
            see_processors(machine, &smaller, (int)p, known, &job->finding);
        if (first <= last && !status)
            smaller_clear(&smaller);
        known += reach_number(&f, time);
    }
    reach_numbers_clear(&f);
    return status;
}

enum status try_preorder_time(struct claim_job *job, struct failure *failure) {
    return machine_box_try(job, see_smaller, 10000, failure);
}
