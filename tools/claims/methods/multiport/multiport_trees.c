/* SPDX-License-Identifier: MIT */
/*
 * Spanning trees of Bar-Noy and Ho: Theorem 6 on all trees that there are, and the k-tree
 * algorithm.
 */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/model/message_play.h"
#include "tools/claims/methods/multiport/multiport_sweep.h"

enum { MOST_NODES = 8, MOST_TREES = 8 };

/* All sets of k rooted spanning trees of n processors with at most k children for anybody. */
struct forest {
    int n;
    int k;
    int parent[MOST_TREES][MOST_NODES];
    int children[MOST_NODES];
    struct multiport_sweep *sweep;
};

/* The level of a processor; 0 if its parents go round in a circle. */
static int level_of(const int *parent, int n, int processor) {
    int level = 0;
    for (; processor && level < n; level++)
        processor = parent[processor];
    return processor ? 0 : level;
}

static enum status make_trees(const struct forest *forest, struct multiport_trees *trees,
                              int *height, struct failure *failure) {
    size_t nodes = (size_t)forest->n * (size_t)forest->k;
    *trees = (struct multiport_trees){forest->k, forest->n, memory_new(nodes, sizeof(int)),
                                      memory_new(nodes, sizeof(int))};
    if (!trees->parent || !trees->level) {
        multiport_trees_clear(trees);
        return failure_memory(failure, "trees");
    }
    *height = 0;
    for (int tree = 0; tree < forest->k; tree++)
        for (int processor = 0; processor < forest->n; processor++) {
            int level = level_of(forest->parent[tree], forest->n, processor);
            trees->parent[tree * forest->n + processor] =
                processor ? forest->parent[tree][processor] : -1;
            trees->level[tree * forest->n + processor] = level;
            *height = level > *height ? level : *height;
        }
    return STATUS_OK;
}

/* Two full batches and one message more. */
static enum status play_trees(const struct forest *forest, struct failure *failure) {
    struct multiport_trees trees;
    struct items_schedule schedule;
    int height = 0, done[2 * MOST_TREES + 1], items = 2 * forest->k + 1, most = 0;
    enum status status = make_trees(forest, &trees, &height, failure);
    if (status)
        return status;
    status = multiport_schedule_trees(&trees, items, MULTIPORT_ANY_ORDER, &schedule, failure);
    if (status) {
        multiport_trees_clear(&trees);
        return status;
    }
    status = message_verify(&schedule.list, done, &forest->sweep->job->limits, failure);
    for (int item = 0; item < items && !status; item++)
        most = done[item] > most ? done[item] : most;
    items_schedule_clear(&schedule);
    int promised = multiport_batches(items, forest->k) - 1 + height;
    bool ours = status_is_of_machine(status) || status == STATUS_LIMIT; /* no fault of the trees */
    if (!ours)
        claim_tell(&forest->sweep->job->finding, CLAIM_AT("n k", forest->n, forest->k),
                   status || most > promised ? CLAIM_FAILS : CLAIM_HOLDS, CLAIM_MUTE,
                   "trees of height %d take %d rounds", height, most);
    return ours ? status : STATUS_OK;
}

/* Parents of this and all later processors, in this and all later trees. */
static enum status each_forest(struct forest *forest, int tree, int processor,
                               struct failure *failure) {
    enum status status = STATUS_OK;
    if (tree == forest->k)
        return play_trees(forest, failure);
    if (processor == forest->n) {
        for (int node = 1; node < forest->n; node++)
            if (!level_of(forest->parent[tree], forest->n, node))
                return STATUS_OK;
        return each_forest(forest, tree + 1, 1, failure);
    }
    for (int parent = 0; parent < forest->n && !status; parent++) {
        if (parent == processor || forest->children[parent] == forest->k)
            continue;
        forest->children[parent]++;
        forest->parent[tree][processor] = parent;
        status = each_forest(forest, tree, processor + 1, failure);
        forest->children[parent]--;
    }
    return status;
}

static enum status point_forests(struct multiport_sweep *sweep, int n, int k,
                                 struct failure *failure) {
    struct forest forest = {.n = n, .k = k, .sweep = sweep};
    long before = sweep->job->finding.claim.held;
    if (n > MOST_NODES || k > MOST_TREES)
        return claim_case_fault(sweep->job->claim, claim_range_line(sweep->job), failure,
                                "all trees of more than %d processors", MOST_NODES);
    enum status status = each_forest(&forest, 0, 1, failure);
    sweep->counts[0] += sweep->job->finding.claim.held - before;
    return status;
}

enum status try_multiport_forests(struct claim_job *job, struct failure *failure) {
    struct multiport_sweep sweep;
    enum status status = multiport_sweep_run(&sweep, job, point_forests, failure);
    if (!status)
        fprintf(job->table, "n %ld..%ld, k %ld..%ld: %ld sets of k trees, all that there are\n",
                sweep.n.first, sweep.n.last, sweep.k.first, sweep.k.last, sweep.counts[0]);
    return status;
}

/* The least h with k^h >= number. */
static int log_ports(int k, long number) {
    int height = 0;
    for (long power = 1; power < number; power *= k)
        height++;
    return height;
}

/* That these are trees as Theorem 6 wants them, beside the play. */
static enum status check_trees(int n, int k, struct failure *failure) {
    struct multiport_trees trees;
    enum status status = multiport_k_tree(k, n, &trees, failure);
    if (status)
        return status;
    const char *fault = multiport_trees_fault(&trees);
    multiport_trees_clear(&trees);
    return fault ? failure_set(failure, STATUS_INTERNAL, "n=%d, k=%d: %s", n, k, fault) : STATUS_OK;
}

/* `claimed` rounds for m messages are ceil(m/k) + more; the exact height says how many they are. */
static enum status tell_tree(struct multiport_sweep *sweep, int n, int k, int more,
                             struct failure *failure) {
    struct multiport_chain chain;
    int rounds[MULTIPORT_MOST_M], height = multiport_k_tree_height(k, n);
    enum status status = check_trees(n, k, failure);
    if (!status)
        status = multiport_chain_make(MULTIPORT_BY_K_TREE, k, n, &chain, failure);
    if (!status)
        status = multiport_rounds(sweep, &chain, rounds, failure);
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++) {
        int batches = multiport_batches(m, k), found = rounds[m - 1];
        bool exact = m % k ? found <= batches - 1 + height : found == batches - 1 + height;
        claim_tell(&sweep->job->finding, CLAIM_AT("n k m", n, k, m),
                   found <= batches + more ? CLAIM_HOLDS : CLAIM_FAILS,
                   exact ? CLAIM_HOLDS : CLAIM_FAILS, "%d rounds, not %d", found, batches + more);
        sweep->counts[0] += m == sweep->m.last && height - 1 == more;
    }
    sweep->counts[1]++;
    return status;
}

static enum status point_k_tree(struct multiport_sweep *sweep, int n, int k,
                                struct failure *failure) {
    int more = log_ports(k, n + 2L * k);
    return tell_tree(sweep, n, k, more > 2 ? more : 2, failure);
}

static enum status point_small_tree(struct multiport_sweep *sweep, int n, int k,
                                    struct failure *failure) {
    return n > k + 1 ? STATUS_OK : tell_tree(sweep, n, k, 2, failure);
}

static enum status run_trees(struct claim_job *job, multiport_point *point,
                             struct failure *failure) {
    struct multiport_sweep sweep;
    enum status status = multiport_sweep_run(&sweep, job, point, failure);
    if (!status)
        status = multiport_certify(&sweep, MULTIPORT_BY_K_TREE, failure);
    if (!status)
        fprintf(job->table, "n %ld..%ld, k %ld..%ld, m <= %ld: the bound is exact for %ld of %ld\n",
                sweep.n.first, sweep.n.last, sweep.k.first, sweep.k.last, sweep.m.last,
                sweep.counts[0], sweep.counts[1]);
    return status;
}

/* The bound has a logarithm to the base k. */
enum status try_multiport_k_tree(struct claim_job *job, struct failure *failure) {
    struct claim_range ports;
    enum status status = claim_range(job, "k", 2, MULTIPORT_MOST_K, &ports, failure);
    return status ? status : run_trees(job, point_k_tree, failure);
}

enum status try_multiport_small_tree(struct claim_job *job, struct failure *failure) {
    return run_trees(job, point_small_tree, failure);
}
