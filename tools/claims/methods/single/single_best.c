/* SPDX-License-Identifier: MIT */
/*
 * The tree of the smallest labels ends in the least time, and has the least sum: against all ways
 * to send for few processors, against the bound on who can know the item, and by certificates.
 */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/single/reach_numbers.h"
#include "solver/collective/single/single_play.h"
#include "solver/collective/single/single_search.h"
#include "solver/collective/single/single_tree.h"
#include "tools/claims/methods/machine_box.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/witness.h"

struct best_job {
    bool by_sum;
    struct claim_range small;     /* machines up to here are searched */
    struct claim_range searched;  /* processors of searches */
    struct claim_range counted;   /* processors that are counted up to */
    struct claim_range certified; /* processors of certificates, for every machine */
    struct claim_range long_list; /* and of those at the corners of the box */
};

/* A processor's sendings g apart, as printed, whether a machine can do that or not. */
static enum status printed_tree(const struct logp_machine *machine, int processors,
                                struct single_tree *tree, struct failure *failure) {
    struct logp_machine printed = {(int)logp_machine_transfer(machine), 0, machine->gap};
    return single_tree_build(&printed, processors, tree, failure);
}

/* --- against all ways to send --- */

static enum status hear(void *context, const struct message *message, struct failure *failure) {
    struct message **next = context;
    (void)failure;
    *(*next)++ = *message;
    return STATUS_OK;
}

/* Its messages at their times on the machine. At most SINGLE_SEARCH_MOST_PROCESSORS. */
static bool tree_plays(const struct logp_machine *machine, const struct single_tree *tree,
                       struct single_played *played) {
    struct message messages[SINGLE_SEARCH_MOST_PROCESSORS], *next = messages;
    int64_t has[SINGLE_SEARCH_MOST_PROCESSORS], sent[SINGLE_SEARCH_MOST_PROCESSORS];
    const char *fault;
    struct message_list list = single_tree_list(tree);
    message_list_each(&list, hear, &next, NULL, NULL);
    single_play(machine, tree->processors, 0, messages, (size_t)(next - messages), has, sent,
                played, &fault);
    return !fault;
}

static bool is_best(const struct best_job *best, const struct logp_machine *machine,
                    const struct single_tree *tree, const struct single_best *found) {
    struct single_played played;
    return tree_plays(machine, tree, &played) &&
           (best->by_sum ? played.sum == found->sum : played.finish == found->time);
}

/* The last label of the printed tree, or the sum of them, and the best of all ways to send. */
static void tell(const struct best_job *best, const struct logp_machine *machine,
                 struct claim_finding *finding, bool claim, bool corrected, int processors,
                 int64_t printed, int64_t least) {
    claim_tell(finding,
               CLAIM_AT("L o g P", machine->latency, machine->overhead, machine->gap, processors),
               claim_truth_of(claim), claim_truth_of(corrected),
               best->by_sum ? "the labels of the tree add up to %lld, and %lld is the least sum of "
                              "the times of any schedule"
                            : "the labels of the tree end at %lld, and %lld is the least time of "
                              "any schedule",
               (long long)printed, (long long)least);
}

static enum status search_one(const struct claim_job *job, const struct best_job *best,
                              const struct logp_machine *machine, int processors,
                              struct claim_finding *finding, struct failure *failure) {
    struct single_tree printed, right;
    struct single_best found;
    enum status status = single_search(machine, processors, &job->limits, &found, failure);
    if (!status)
        status = printed_tree(machine, processors, &printed, failure);
    if (status)
        return status;
    status = single_tree_build(machine, processors, &right, failure);
    if (!status) {
        tell(best, machine, finding, is_best(best, machine, &printed, &found),
             is_best(best, machine, &right, &found), processors,
             best->by_sum ? single_tree_sum(&printed) : single_tree_time(&printed),
             best->by_sum ? found.sum : found.time);
        single_tree_clear(&right);
    }
    single_tree_clear(&printed);
    return status;
}

static enum status search(struct claim_job *job, const struct logp_machine *machine,
                          const void *context, struct failure *failure) {
    const struct best_job *best = context;
    enum status status = STATUS_OK;
    for (long p = best->searched.first; p <= best->searched.last && !status; p++)
        status = search_one(job, best, machine, (int)p, &job->finding, failure);
    return status;
}

/* --- against the bound --- */

struct counting {
    const struct best_job *best;
    const struct logp_machine *machine;
    struct reach_numbers bound; /* A(s): no more than this know the item at time s */
    struct single_tree right;
    struct single_tree printed;
    int crowded;   /* processors from which on the printed tree has sendings too close */
    int64_t known; /* sum of A(s) for s < T */
    int64_t printed_sum, right_sum;
};

/* For P processors with A(T-1) < P <= A(T): no schedule ends before T, and in none is the sum less
 * than that of P - A(s) over s < T. The first P at which a tree fails is told, else the last. */
static void count_stretch(struct counting *counting, int64_t time, int first, int last,
                          struct claim_finding *finding) {
    bool sum = counting->best->by_sum, claim = true, corrected = true;
    int64_t printed = 0, least = 0;
    int processors = first;
    for (int p = first; p <= last; p++) {
        counting->printed_sum += counting->printed.label[p - 1];
        counting->right_sum += counting->right.label[p - 1];
        int64_t bound = sum ? p * time - counting->known : time;
        int64_t labels = sum ? counting->printed_sum : counting->printed.label[p - 1];
        int64_t right = sum ? counting->right_sum : counting->right.label[p - 1];
        if (claim) {
            processors = p;
            printed = labels;
            least = bound;
        }
        claim = claim && labels == bound && p < counting->crowded;
        corrected = corrected && right == bound;
    }
    tell(counting->best, counting->machine, finding, claim, corrected, processors, printed, least);
}

/* The first P at which a node of the printed tree has two children, where g is too close for that.
 * Until then the tree is a path. */
static int first_crowded(const struct logp_machine *machine, const struct single_tree *printed) {
    if (machine->gap < machine->overhead)
        for (int node = 1; node < printed->processors; node++)
            if (printed->parent[node] != node - 1)
                return node + 1;
    return printed->processors + 1;
}

static void count_all(struct counting *counting, int most, struct claim_finding *finding) {
    int64_t reached = 0;
    for (int64_t time = 0; time <= counting->bound.time; time++) {
        int64_t now = reach_number(&counting->bound, time);
        int last = (int)(now < most ? now : most);
        if (last > reached)
            count_stretch(counting, time, (int)reached + 1, last, finding);
        reached = last;
        counting->known += now;
    }
}

static enum status count(struct claim_job *job, const struct logp_machine *machine,
                         const void *context, struct failure *failure) {
    const struct best_job *best = context;
    int most = (int)best->counted.last;
    struct counting counting = {.best = best, .machine = machine};
    enum status status =
        reach_numbers_make(logp_machine_apart(machine), logp_machine_transfer(machine), most,
                           &counting.bound, failure);
    if (!status)
        status = single_tree_build(machine, most, &counting.right, failure);
    if (!status)
        status = printed_tree(machine, most, &counting.printed, failure);
    if (!status) {
        counting.crowded = first_crowded(machine, &counting.printed);
        count_all(&counting, most, &job->finding);
    }
    reach_numbers_clear(&counting.bound);
    single_tree_clear(&counting.right);
    single_tree_clear(&counting.printed);
    return status;
}

/* --- by certificates --- */

/* The schedule of the tree with labels max(g,o) apart, and that one cycle less is not enough. */
static enum status certify_tree(struct witness *witness, const struct single_tree *tree,
                                struct failure *failure) {
    struct reach_numbers bound;
    const struct logp_machine *machine = &tree->machine;
    struct message_list list = single_tree_list(tree);
    int before = single_tree_time(tree) - 1;
    enum status status =
        reach_numbers_make(logp_machine_apart(machine), logp_machine_transfer(machine),
                           tree->processors, &bound, failure);
    if (status)
        return status;
    int64_t known = before < bound.time ? reach_number(&bound, before) : INT64_MAX;
    reach_numbers_clear(&bound);
    if (known >= tree->processors)
        return failure_set(failure, STATUS_INTERNAL, "%d processors can know the item before %d",
                           tree->processors, before + 1);
    status = witness_broadcast(witness, &list, failure);
    return status ? status : witness_reach(witness, machine, before, known, failure);
}

static enum status certify(struct claim_job *job, struct witness *witness,
                           const struct logp_machine *machine, int processors,
                           struct failure *failure) {
    struct single_tree tree;
    (void)job;
    enum status status = single_tree_build(machine, processors, &tree, failure);
    if (status)
        return status;
    status = certify_tree(witness, &tree, failure);
    single_tree_clear(&tree);
    return status;
}

static enum status certify_long(struct claim_job *job, const struct logp_machine *machine,
                                const void *context, struct failure *failure) {
    const struct claim_range *most = context;
    return witness_one(job, certify, machine, (int)most->last, failure);
}

/* --- the methods --- */

static enum status read_ranges(const struct claim_job *job, struct best_job *best,
                               struct failure *failure) {
    enum status status = claim_range(job, "small", 1, 20, &best->small, failure);
    if (!status)
        status = claim_range(job, "searched", 1, SINGLE_SEARCH_MOST_PROCESSORS, &best->searched,
                             failure);
    if (!status)
        status = claim_range(job, "counted", 1, MESSAGES_MOST_PROCESSORS, &best->counted, failure);
    if (!status && !best->by_sum)
        status = claim_range(job, "certified", 2, 1000, &best->certified, failure);
    if (!status && !best->by_sum)
        status = claim_range(job, "long", 2, MESSAGES_MOST_PROCESSORS, &best->long_list, failure);
    return status;
}

static void describe(const struct claim_job *job, const struct best_job *best, long searched,
                     long counted) {
    fprintf(job->table, "all ways to send, P = %ld..%ld: %ld machines with L, o, g <= %ld\n",
            best->searched.first, best->searched.last, searched, best->small.last);
    fprintf(job->table, "counted against the bound, every P <= %ld: %ld machines\n",
            best->counted.last, counted);
    if (!best->by_sum)
        fprintf(job->table,
                "schedule and bound as certificates: the same machines, P = %ld..%ld, and the "
                "corners with P = %ld\n",
                best->certified.first, best->certified.last, best->long_list.last);
}

static enum status try_best(struct claim_job *job, bool by_sum, struct failure *failure) {
    struct best_job best = {.by_sum = by_sum};
    struct machine_box box;
    enum status status = machine_box_read(job, &box, failure);
    if (!status)
        status = read_ranges(job, &best, failure);
    if (status)
        return status;
    struct machine_box small = machine_box_below(&box, best.small.last);
    status = machine_box_each(job, &small, search, &best, failure);
    if (!status)
        status = machine_box_each(job, &box, count, &best, failure);
    if (!status && !by_sum)
        status = witness_each(job, certify, &box, &best.certified, failure);
    if (!status && !by_sum)
        status = machine_box_corners(job, &box, certify_long, &best.long_list, failure);
    if (!status)
        describe(job, &best, machine_box_count(&small), machine_box_count(&box));
    return status;
}

enum status try_single_time(struct claim_job *job, struct failure *failure) {
    return try_best(job, false, failure);
}

enum status try_single_sum(struct claim_job *job, struct failure *failure) {
    return try_best(job, true, failure);
}
