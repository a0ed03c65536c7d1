/* SPDX-License-Identifier: MIT */
/* Lazy summation: whether it adds up as many operands as any other (against all schedules), and
 * whether it is broadcast with latency L+1 turned round (all trees). */
#include "solver/collective/summation/summation_search.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/summation/machines.h"
#include "tools/claims/methods/summation/ordered_trees.h"

struct lazy_ranges {
    struct claim_range processors;
    struct claim_range time;
};

/* The most operands on any tree of up to so many processors, with this distance of receptions. */
static enum status best_tree(struct machine_try *part, int processors, int64_t apart, int64_t time,
                             int64_t *best, struct failure *failure) {
    struct ordered_tree shape;
    struct summation_tree tree;
    struct summation_played played;
    *best = 0;
    for (int count = 1; count <= processors; count++) {
        ordered_tree_first(&shape, count);
        do {
            int64_t operands = 0;
            enum status status = summation_tree_of(&part->machine, apart, time, count, shape.parent,
                                                   shape.place, &tree, failure);
            if (status)
                return status;
            status = machine_sum(part, &tree, false, &operands, &played, failure);
            summation_tree_clear(&tree);
            if (status)
                return status;
            *best = operands > *best ? operands : *best;
        } while (ordered_tree_next(&shape));
    }
    return STATUS_OK;
}

/* All schedules are searched, and all busy-lazy ones are played: where these have less, there is
 * none that has as much. */
static enum status lazy_point(struct machine_try *part, int processors, int time,
                              struct failure *failure) {
    const struct logp_machine *machine = &part->machine;
    int64_t printed = 0, mended = 0;
    bool more = false;
    enum status status = best_tree(part, processors, machine->gap, time, &printed, failure);
    if (!status)
        status = best_tree(part, processors, summation_apart(machine), time, &mended, failure);
    if (!status)
        status = summation_search(machine, processors, time, (int)mended + 1, &more,
                                  &part->job->limits, failure);
    if (status)
        return status;
    claim_tell(
        &part->job->finding,
        CLAIM_AT("L o g P t", machine->latency, machine->overhead, machine->gap, processors, time),
        printed == mended && !more ? CLAIM_HOLDS : CLAIM_IMPOSSIBLE,
        more ? CLAIM_FAILS : CLAIM_HOLDS, "%lld operands by busy-lazy algorithms, %lld by others",
        (long long)printed, (long long)mended + more);
    return STATUS_OK;
}

static enum status lazy_machine(struct machine_try *part, struct failure *failure) {
    const struct lazy_ranges *ranges = part->context;
    enum status status = STATUS_OK;
    for (long p = ranges->processors.first; p <= ranges->processors.last; p++)
        for (long t = ranges->time.first; t <= ranges->time.last && !status; t++)
            status = lazy_point(part, (int)p, (int)t, failure);
    return status;
}

enum status try_summation_lazy(struct claim_job *job, struct failure *failure) {
    struct lazy_ranges ranges;
    struct claim_range searched; /* what the search takes of the machine */
    enum status status = claim_range(job, "L", 1, SUMMATION_SEARCH_LATENCY, &searched, failure);
    if (!status)
        status = claim_range(job, "o", 0, SUMMATION_SEARCH_OVERHEAD, &searched, failure);
    if (!status)
        status = claim_range(job, "g", 1, SUMMATION_SEARCH_GAP, &searched, failure);
    if (!status)
        status = claim_range(job, "P", 1, SUMMATION_SEARCH_PROCESSORS, &ranges.processors, failure);
    if (!status)
        status = claim_range(job, "t", 0, SUMMATION_SEARCH_TIME, &ranges.time, failure);
    return status ? status : try_machines(job, lazy_machine, &ranges, false, failure);
}

/* --- turned round --- */

/* The broadcast sends as soon as it can, `apart` cycles from one sending to the next; in time t it
 * fits, with some cycles to spare. */
static enum status plays_back(struct machine_try *part, const struct ordered_tree *shape,
                              int64_t apart, bool certify, bool *right, char *why,
                              struct failure *failure) {
    struct summation_tree tree;
    struct summation_played played = {.right = false};
    int64_t operands,
        time = (shape->count + 1) * (summation_transfer(&part->machine) + shape->count * apart);
    enum status status = summation_tree_of(&part->machine, apart, time, shape->count, shape->parent,
                                           shape->place, &tree, failure);
    if (status)
        return status;
    status = machine_sum(part, &tree, certify, &operands, &played, failure);
    summation_tree_clear(&tree);
    *right = played.right;
    snprintf(why, sizeof played.why, "%s", played.why);
    return status;
}

static enum status reverse_shape(struct machine_try *part, const struct ordered_tree *shape,
                                 struct failure *failure) {
    const struct logp_machine *machine = &part->machine;
    char why[200], why_mended[200];
    bool right = false, mended = false;
    enum status status =
        plays_back(part, shape, logp_machine_apart(machine), false, &right, why, failure);
    if (!status)
        status = plays_back(part, shape, summation_apart(machine), shape->count <= 6, &mended,
                            why_mended, failure);
    if (status)
        return status;
    claim_tell(&part->job->finding,
               CLAIM_AT("L o g P", machine->latency, machine->overhead, machine->gap, shape->count),
               right ? CLAIM_HOLDS : CLAIM_FAILS, mended ? CLAIM_HOLDS : CLAIM_FAILS,
               "a broadcast turned round can't be played: %s", why);
    return STATUS_OK;
}

static enum status reverse_machine(struct machine_try *part, struct failure *failure) {
    const struct claim_range *processors = part->context;
    for (long p = processors->first; p <= processors->last; p++) {
        struct ordered_tree shape;
        ordered_tree_first(&shape, (int)p);
        do {
            enum status status = reverse_shape(part, &shape, failure);
            if (status)
                return status;
        } while (ordered_tree_next(&shape));
    }
    return STATUS_OK;
}

enum status try_summation_reversal(struct claim_job *job, struct failure *failure) {
    struct claim_range processors;
    enum status status = claim_range(job, "P", 1, ORDERED_TREES_MOST, &processors, failure);
    return status ? status : try_machines(job, reverse_machine, &processors, true, failure);
}
