/* SPDX-License-Identifier: MIT */
/*
 * What Bar-Noy and Ho say of their algorithms and bounds by the way: how late a message of the
 * k-tree algorithm is, their example for two ports, where the second bound is met, the trees of
 * their figures, and Table 1, whose entries are lost.
 */
#include "solver/collective/multiport/multiport_bound.h"
#include "solver/items/items_bound.h"
#include "tools/claims/methods/multiport/multiport_sweep.h"

/* k^exponent <= number. */
static bool power_is_at_most(int k, int exponent, long number) {
    long power = 1;
    for (int i = 0; i < exponent && power <= number; i++)
        power *= k;
    return power <= number;
}

/* --- the delay of the k-tree algorithm --- */

/* Rounds from the sending of a message until all have it, D: D - 2 <= log_k n. What is printed for
 * D is looked at, and what comes out when all is played. */
static enum status point_delay(struct multiport_sweep *sweep, int n, int k,
                               struct failure *failure) {
    struct multiport_chain chain;
    int rounds[MULTIPORT_MOST_M], played = 0, printed = 2, least = multiport_log(k, n);
    enum status status = multiport_chain_make(MULTIPORT_BY_K_TREE, k, n, &chain, failure);
    if (!status)
        status = multiport_rounds(sweep, &chain, rounds, failure);
    if (status)
        return status;
    for (int m = 1; m <= sweep->m.last; m++) {
        int after = rounds[m - 1] - multiport_batches(m, k);
        played = after > played ? after : played;
    }
    while (power_is_at_most(k, printed, n + 2L * k - 1))
        printed++;
    claim_tell(&sweep->job->finding, CLAIM_AT("n k", n, k),
               claim_truth_of(played <= printed && power_is_at_most(k, printed - 2, n)), CLAIM_MUTE,
               "%d rounds, %d as printed", played, printed);
    sweep->counts[0]++;
    sweep->counts[1] += played <= least;
    sweep->counts[2] += played == least + 1;
    sweep->counts[3] += power_is_at_most(k, played, n);
    return STATUS_OK;
}

/* --- the example for two ports --- */

/* By the ranges of n, and by Lemma 3; with 3^(d-1) < n <= 3^d. */
static enum status point_example(struct multiport_sweep *sweep, int n, int k,
                                 struct failure *failure) {
    enum status status = STATUS_OK;
    long power = 1;
    int depth = 0;
    for (; power < n; power *= 3)
        depth++;
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++) {
        struct items_question question = {1, k, n - 1, m, false};
        bool more = m % 2 == 0 && 2L * n > power + 1;
        int said = (m + 1) / 2 + depth - !more, counted = 0;
        int lemma = multiport_bound_bandwidth(k, n, m);
        status = items_question_bound(&question, &counted, failure);
        if (!status)
            claim_tell(&sweep->job->finding, CLAIM_AT("n k m", n, k, m),
                       claim_truth_of(said == lemma && said <= counted), CLAIM_MUTE,
                       "%d rounds, %d by Lemma 3, %d by counting", said, lemma, counted);
        sweep->counts[0]++;
        sweep->counts[1] += more;
    }
    return status;
}

/* --- where the second bound is met --- */

/* Told for powers n = (k+1)^d and numbers of messages of which k does not divide m-1; counted for
 * all: counts[0] of which counts[1] meet it. */
static enum status point_matches(struct multiport_sweep *sweep, int n, int k,
                                 struct failure *failure) {
    struct multiport_chain chain;
    int rounds[MULTIPORT_MOST_M], depth = multiport_log(k, n);
    bool power = multiport_nice_size(k, depth) == n - 1;
    enum status status = multiport_chain_make(MULTIPORT_BY_ROTATION, k, n, &chain, failure);
    if (!status)
        status = multiport_rounds(sweep, &chain, rounds, failure);
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++) {
        int bound = multiport_bound_bandwidth(k, n, m);
        sweep->counts[0]++;
        sweep->counts[1] += rounds[m - 1] == bound;
        if (power && (m - 1) % k != 0)
            claim_tell(&sweep->job->finding, CLAIM_AT("n k m", n, k, m),
                       claim_truth_of(rounds[m - 1] == bound), CLAIM_MUTE,
                       "%d rounds, %d by Lemma 3", rounds[m - 1], bound);
    }
    return status;
}

enum status try_multiport_delay(struct claim_job *job, struct failure *failure) {
    struct multiport_sweep sweep;
    struct claim_range ports; /* more than one, for the logarithm */
    enum status status = claim_range(job, "k", 2, MULTIPORT_MOST_K, &ports, failure);
    if (!status)
        status = multiport_sweep_run(&sweep, job, point_delay, failure);
    const long *counts = sweep.counts;
    if (!status)
        fprintf(job->table,
                "%ld pairs (n,k); delays at most ceil(log_(k+1) n): %ld, one more: %ld; at most "
                "log_k n: %ld\n",
                counts[0], counts[1], counts[2], counts[3]);
    return status;
}

enum status try_multiport_example(struct claim_job *job, struct failure *failure) {
    struct multiport_sweep sweep;
    struct claim_range ports;
    enum status status = claim_range(job, "k", 2, 2, &ports, failure);
    if (!status)
        status = multiport_sweep_run(&sweep, job, point_example, failure);
    if (!status)
        fprintf(job->table, "%ld pairs (n,m), k = 2: a round more than Lemma 2 for %ld\n",
                sweep.counts[0], sweep.counts[1]);
    return status ? status : multiport_certify_bounds(&sweep, multiport_bound_bandwidth, failure);
}

enum status try_multiport_matches(struct claim_job *job, struct failure *failure) {
    struct multiport_sweep sweep;
    enum status status = multiport_sweep_run(&sweep, job, point_matches, failure);
    if (!status)
        fprintf(job->table, "%ld triples (n,k,m): the second bound is met by %ld\n",
                sweep.counts[0], sweep.counts[1]);
    return status ? status : multiport_certify_bounds(&sweep, multiport_bound_bandwidth, failure);
}

/* --- figures 1 to 3 --- */

struct seen {
    int internal; /* nodes that are neither root nor leaf, of all trees */
    int spread;   /* of them, the most that a tree has more than another one */
    int nowhere;  /* processors that are internal in no tree */
    int last;     /* the last of these */
    int height;   /* the greatest */
};

static int internal_nodes(const struct multiport_trees *trees, int tree, bool *internal) {
    const int *parent = trees->parent + (size_t)tree * (size_t)trees->processors;
    int count = 0;
    for (int processor = 1; processor < trees->processors; processor++) {
        bool has_child = false;
        for (int child = 1; child < trees->processors; child++)
            has_child = has_child || parent[child] == processor;
        internal[processor] = internal[processor] || has_child;
        count += has_child;
    }
    return count;
}

enum { FIGURE_MOST = 100 };

static struct seen see_trees(const struct multiport_trees *trees, FILE *table) {
    bool internal[FIGURE_MOST + 1] = {false};
    struct seen seen = {0};
    int most = 0, least = FIGURE_MOST;
    fprintf(table, "n = %d, k = %d: internal nodes and height of each tree:", trees->processors,
            trees->ports);
    for (int tree = 0; tree < trees->ports; tree++) {
        int count = internal_nodes(trees, tree, internal);
        int height = multiport_tree_height(trees, tree);
        fprintf(table, " %d/%d", count, height);
        seen.internal += count;
        most = count > most ? count : most;
        least = count < least ? count : least;
        seen.height = height > seen.height ? height : seen.height;
    }
    seen.spread = most - least;
    for (int processor = 1; processor < trees->processors; processor++)
        if (!internal[processor]) {
            seen.nowhere++;
            seen.last = processor;
        }
    fprintf(table, "; internal nowhere: %d, processor %d\n", seen.nowhere, seen.last);
    return seen;
}

/* One n: trees as Theorem 6 wants them, one processor internal nowhere, and this height. If k
 * divides n-2, each tree has (n-2)/k internal nodes, so that nobody is one twice. */
static enum status try_trees(struct claim_job *job, int n, int k, int height,
                             struct failure *failure) {
    struct multiport_trees trees;
    enum status status = multiport_k_tree(k, n, &trees, failure);
    if (status)
        return status;
    const char *fault = multiport_trees_fault(&trees);
    struct seen seen = see_trees(&trees, job->table);
    bool right = !fault && seen.nowhere == 1 && seen.height == height;
    if ((n - 2) % k == 0)
        right = right && seen.spread == 0 && seen.internal == n - 2;
    claim_tell(&job->finding, CLAIM_AT("n k", n, k), claim_truth_of(right), CLAIM_MUTE,
               "height %d, %d internal nodes, %d processors internal nowhere%s%s", seen.height,
               seen.internal, seen.nowhere, fault ? "; " : "", fault ? fault : "");
    multiport_trees_clear(&trees);
    return STATUS_OK;
}

enum status try_multiport_figure(struct claim_job *job, struct failure *failure) {
    struct claim_range n, k, height;
    enum status status = claim_range(job, "n", 3, FIGURE_MOST, &n, failure);
    if (!status)
        status = claim_range(job, "k", 2, FIGURE_MOST, &k, failure);
    if (!status)
        status = claim_range(job, "height", 1, 10, &height, failure);
    for (long p = k.first; !status && p <= k.last; p++)
        for (long i = n.first; !status && i <= n.last; i++)
            status = try_trees(job, (int)i, (int)p, (int)height.last, failure);
    return status;
}

/* --- table 1 --- */

/* Rounds of the k-tree algorithm beyond the bound of Lemma 2, from the trees themselves. */
static enum status additional(int n, int k, int *rounds, struct failure *failure) {
    struct multiport_trees trees;
    enum status status = multiport_k_tree(k, n, &trees, failure);
    if (status)
        return status;
    int height = 0;
    for (int tree = 0; tree < k; tree++)
        height = multiport_tree_height(&trees, tree) > height ? multiport_tree_height(&trees, tree)
                                                              : height;
    *rounds = height - multiport_log(k, n);
    multiport_trees_clear(&trees);
    return STATUS_OK;
}

enum status try_multiport_table(struct claim_job *job, struct failure *failure) {
    struct claim_range n, k;
    enum status status = claim_range(job, "n", 2, 100000, &n, failure);
    if (!status)
        status = claim_range(job, "k", 2, 20, &k, failure);
    if (status)
        return status;
    fprintf(job->table, "rounds more than Lemma 2 says, k = %ld..%ld:\n", k.first, k.last);
    for (long i = n.first; i <= n.last && !status; i *= 2) {
        fprintf(job->table, "n = %6ld:", i);
        for (long p = k.first; p <= k.last && !status; p++) {
            int rounds = 0;
            status = additional((int)i, (int)p, &rounds, failure);
            fprintf(job->table, " %d", rounds);
        }
        fputc('\n', job->table);
    }
    if (!status)
        claim_tell(&job->finding, NULL, CLAIM_OPEN, CLAIM_MUTE,
                   "the entries of the table are lost");
    return status;
}
