/* SPDX-License-Identifier: MIT */
/* How many operands a lazy summation adds up, by its times of sending: Lemma 5.1. */
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/summation/machines.h"
#include "tools/claims/methods/summation/ordered_trees.h"

struct count_ranges {
    struct claim_range processors;
    struct claim_range beyond; /* cycles more than the tree needs */
};

static enum status count_tree(struct machine_try *part, const struct ordered_tree *shape,
                              int64_t time, struct failure *failure) {
    const struct logp_machine *machine = &part->machine;
    struct summation_tree tree;
    struct summation_played played;
    int64_t operands = 0, sum = 0, processors = shape->count, overhead = machine->overhead;
    enum status status = summation_tree_of(machine, summation_apart(machine), time, shape->count,
                                           shape->parent, shape->place, &tree, failure);
    if (status)
        return status;
    for (int i = 0; i < tree.count; i++)
        sum += tree.sends[i];
    status = machine_sum(part, &tree, processors <= 4, &operands, &played, failure);
    summation_tree_clear(&tree);
    if (status)
        return status;
    claim_tell(&part->job->finding,
               CLAIM_AT("L o g P t", machine->latency, machine->overhead, machine->gap,
                        shape->count, time),
               operands == sum - overhead * processors + 1 ? CLAIM_HOLDS : CLAIM_FAILS,
               operands == sum - overhead * (processors - 1) + 1 ? CLAIM_HOLDS : CLAIM_FAILS,
               "%lld operands, the formula says %lld", (long long)operands,
               (long long)(sum - overhead * processors + 1));
    return STATUS_OK;
}

/* The time that the tree needs: until its first processor could send at time 0. */
static enum status time_of(const struct logp_machine *machine, const struct ordered_tree *shape,
                           int64_t *time, struct failure *failure) {
    struct summation_tree tree;
    enum status status = summation_tree_of(machine, summation_apart(machine), 0, shape->count,
                                           shape->parent, shape->place, &tree, failure);
    if (status)
        return status;
    *time = 0;
    for (int i = 0; i < tree.count; i++)
        *time = -tree.sends[i] > *time ? -tree.sends[i] : *time;
    summation_tree_clear(&tree);
    return STATUS_OK;
}

static enum status count_machine(struct machine_try *part, struct failure *failure) {
    const struct count_ranges *ranges = part->context;
    enum status status = STATUS_OK;
    for (long count = ranges->processors.first; count <= ranges->processors.last; count++) {
        struct ordered_tree shape;
        ordered_tree_first(&shape, (int)count);
        do {
            int64_t least;
            status = time_of(&part->machine, &shape, &least, failure);
            for (long x = ranges->beyond.first; x <= ranges->beyond.last && !status; x++)
                status = count_tree(part, &shape, least + x, failure);
        } while (!status && ordered_tree_next(&shape));
        if (status)
            return status;
    }
    return STATUS_OK;
}

enum status try_summation_count(struct claim_job *job, struct failure *failure) {
    struct count_ranges ranges;
    enum status status = claim_range(job, "P", 1, ORDERED_TREES_MOST, &ranges.processors, failure);
    if (!status)
        status = claim_range(job, "x", 0, 1000, &ranges.beyond, failure);
    return status ? status : try_machines(job, count_machine, &ranges, true, failure);
}
