/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 5.1, the last sentence: the communication pattern of an optimal lazy
 * summation, turned round, is an optimal broadcast pattern. All lazy summations of P processors in
 * one time are played; those with the most operands are looked at.
 */
#include "solver/collective/single/reach_numbers.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/summation/machines.h"
#include "tools/claims/methods/summation/ordered_trees.h"

/* The lazy summations of one machine and number of processors. */
struct patterns {
    struct machine_try *part;
    int processors;
    int64_t time;    /* enough for each tree */
    int64_t finish;  /* of optimal broadcast with latency L+1: B(P) */
    int64_t sum;     /* of its times, the least one */
    int64_t best;    /* operands */
    long trees;      /* with so many */
    long broadcasts; /* of these, those that are optimal broadcasts turned round */
};

/* B(P) and the least sum of times, P B(P) - (f_0 + .. + f_(B(P)-1)), by who can know the item. */
static enum status find_broadcast(struct patterns *patterns, struct failure *failure) {
    const struct logp_machine *machine = &patterns->part->machine;
    struct reach_numbers f;
    enum status status = reach_numbers_make(summation_apart(machine), summation_transfer(machine),
                                            patterns->processors, &f, failure);
    if (status)
        return status;
    patterns->finish = f.time;
    patterns->sum = f.time * patterns->processors;
    for (int64_t s = 0; s < f.time; s++)
        patterns->sum -= reach_number(&f, s);
    reach_numbers_clear(&f);
    return STATUS_OK;
}

/* Turned round, what is sent at S is received at time - S. */
static bool is_optimal(const struct patterns *patterns, const struct summation_tree *tree) {
    int64_t sum = 0, last = 0;
    for (int i = 0; i < tree->count; i++) {
        int64_t label = patterns->time - tree->sends[i];
        sum += label;
        last = label > last ? label : last;
    }
    return sum == patterns->sum && last == patterns->finish;
}

static enum status see_tree(struct patterns *patterns, const struct ordered_tree *shape,
                            struct failure *failure) {
    const struct logp_machine *machine = &patterns->part->machine;
    struct summation_tree tree;
    struct summation_played played;
    int64_t operands = 0;
    enum status status =
        summation_tree_of(machine, summation_apart(machine), patterns->time, shape->count,
                          shape->parent, shape->place, &tree, failure);
    if (status)
        return status;
    status = machine_sum(patterns->part, &tree, false, &operands, &played, failure);
    if (!status && operands > patterns->best) {
        patterns->best = operands;
        patterns->trees = patterns->broadcasts = 0;
    }
    if (!status && operands == patterns->best) {
        patterns->trees++;
        patterns->broadcasts += is_optimal(patterns, &tree);
    }
    summation_tree_clear(&tree);
    return status;
}

static enum status see_processors(struct machine_try *part, int processors,
                                  struct failure *failure) {
    const struct logp_machine *m = &part->machine;
    struct patterns patterns = {.part = part,
                                .processors = processors,
                                .time = (processors - 1) *
                                        (summation_transfer(m) + processors * summation_apart(m))};
    struct ordered_tree shape;
    enum status status = find_broadcast(&patterns, failure);
    ordered_tree_first(&shape, processors);
    do
        if (!status)
            status = see_tree(&patterns, &shape, failure);
    while (!status && ordered_tree_next(&shape));
    if (!status)
        claim_tell(&part->job->finding,
                   CLAIM_AT("L o g P", m->latency, m->overhead, m->gap, processors),
                   m->gap > m->overhead ? claim_truth_of(patterns.broadcasts == patterns.trees)
                                        : CLAIM_MUTE, /* not g apart, as printed */
                   claim_truth_of(patterns.broadcasts == patterns.trees),
                   "%ld of the %ld trees with %lld operands are optimal broadcasts",
                   patterns.broadcasts, patterns.trees, (long long)patterns.best);
    return status;
}

static enum status see_machine(struct machine_try *part, struct failure *failure) {
    const struct claim_range *processors = part->context;
    enum status status = STATUS_OK;
    for (long p = processors->first; p <= processors->last && !status; p++)
        status = see_processors(part, (int)p, failure);
    return status;
}

enum status try_lazy_pattern(struct claim_job *job, struct failure *failure) {
    struct claim_range processors;
    enum status status = claim_range(job, "P", 1, ORDERED_TREES_MOST, &processors, failure);
    return status ? status : try_machines(job, see_machine, &processors, false, failure);
}
