/* SPDX-License-Identifier: MIT */
/*
 * Algorithm 1 of Shou and Chen 1996, executed by each processor on what it receives, and the bounds
 * of Theorem 4 on its time.
 */
#include <gmp.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/single/preorder_tree.h"
#include "solver/collective/single/single_play.h"
#include "solver/collective/single/spmd_broadcast.h"
#include "tools/claims/methods/machine_box.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/witness.h"

/* For g < o what is tried is not what is printed: the programs have o in place of g. */
static enum claim_truth printed(const struct logp_machine *machine, bool holds) {
    return machine->gap < machine->overhead ? CLAIM_MUTE : claim_truth_of(holds);
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
    int64_t *has = memory_new(count, sizeof *has), *sent = memory_new(count, sizeof *sent);
    struct single_played played;
    const char *fault;
    enum status status = has && sent ? STATUS_OK : failure_memory(failure, "a broadcast");
    if (!status) {
        single_play(&run->machine, run->processors, run->root, run->message.messages,
                    run->message.count, has, sent, &played, &fault);
        *holds = !fault && played.finish == time && as_defined(run, tree, has);
    }
    free(has);
    free(sent);
    return status;
}

/* `tree` is that of f_T nodes; it is made smaller. */
static enum status run_algorithm(const struct logp_machine *machine, const struct reach_numbers *f,
                                 int processors, int root, struct witness *witness, bool *holds,
                                 struct failure *failure) {
    struct preorder_tree tree;
    struct spmd_broadcast run;
    enum status status = preorder_tree_build(f->apart, f->transfer, f->time, root, &tree, failure);
    if (status)
        return status;
    preorder_tree_truncate(&tree, processors, root);
    status = spmd_broadcast_run(machine, f, processors, root, &run, failure);
    if (!status) {
        struct message_list list = spmd_broadcast_list(&run, (int)f->time);
        status = right(&run, f->time, &tree, holds, failure);
        if (!status && witness && *holds && root == 0 && processors > 1)
            status = witness_broadcast(witness, &list, failure);
        spmd_broadcast_clear(&run);
    }
    preorder_tree_clear(&tree);
    return status;
}

static enum status see_one(const struct logp_machine *machine, int processors, int root,
                           struct witness *witness, struct claim_finding *finding,
                           struct failure *failure) {
    struct reach_numbers f;
    bool holds = false;
    enum status status = reach_numbers_make(
        logp_machine_apart(machine), logp_machine_transfer(machine), processors, &f, failure);
    if (status)
        return status;
    status = run_algorithm(machine, &f, processors, root, witness, &holds, failure);
    reach_numbers_clear(&f);
    if (!status)
        claim_tell(finding,
                   CLAIM_AT("L o g P P0", machine->latency, machine->overhead, machine->gap,
                            processors, root),
                   printed(machine, holds), claim_truth_of(holds),
                   "not everybody is reached once in the least time");
    return status;
}

/* Roots at the beginning, at the end and between. */
static enum status see_machine(struct claim_job *job, const struct logp_machine *machine,
                               const void *context, struct failure *failure) {
    const struct claim_range *processors = context;
    enum status status = STATUS_OK;
    for (int p = (int)processors->first; p <= processors->last && !status; p++) {
        int other = p % 3 == 0 ? p - 1 : (int)(1L * p * (machine->gap + 1) / 17) % p;
        status = see_one(machine, p, 0, NULL, &job->finding, failure);
        if (!status && other > 0)
            status = see_one(machine, p, other, NULL, &job->finding, failure);
    }
    return status;
}

static enum status certify(struct claim_job *job, struct witness *witness,
                           const struct logp_machine *machine, int processors,
                           struct failure *failure) {
    return see_one(machine, processors, 0, witness, &job->finding, failure);
}

static enum status certify_long(struct claim_job *job, const struct logp_machine *machine,
                                const void *context, struct failure *failure) {
    const struct claim_range *most = context;
    return witness_one(job, certify, machine, (int)most->last, failure);
}

enum status try_spmd_broadcast(struct claim_job *job, struct failure *failure) {
    struct machine_box box;
    struct claim_range processors, certified, most;
    enum status status = machine_box_read(job, &box, failure);
    if (!status)
        status = claim_range(job, "P", 1, 10000, &processors, failure);
    if (!status)
        status = claim_range(job, "certified", 2, 1000, &certified, failure);
    if (!status)
        status = claim_range(job, "long", 2, MESSAGES_MOST_PROCESSORS, &most, failure);
    if (!status)
        status = machine_box_each(job, &box, see_machine, &processors, failure);
    if (!status)
        status = witness_each(job, certify, &box, &certified, failure);
    if (!status)
        status = machine_box_corners(job, &box, certify_long, &most, failure);
    if (!status)
        fprintf(job->table,
                "%ld machines: P = %ld..%ld played, P = %ld..%ld as certificates; the corners "
                "with P = %ld\n",
                machine_box_count(&box), processors.first, processors.last, certified.first,
                certified.last, most.last);
    return status;
}

/* --- Theorem 4 --- */

/* The sign of a^m - b^n. */
static int compare_powers(int64_t a, int64_t m, int64_t b, int64_t n) {
    mpz_t left, right;
    mpz_inits(left, right, NULL);
    mpz_ui_pow_ui(left, (unsigned long)a, (unsigned long)m);
    mpz_ui_pow_ui(right, (unsigned long)b, (unsigned long)n);
    int sign = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return sign;
}

/* ceil(log2 n), n >= 1. */
static int64_t logarithm(int64_t n) {
    int64_t log = 0;
    while ((int64_t)1 << log < n)
        log++;
    return log;
}

/* T is the least time of first..last processors: min log last <= T, T < max log (4 first). With
 * whole logarithms, and max(g,o) for g, min ceil(log last) <= T <= max ceil(log first). */
static void see_time(const struct logp_machine *machine, int64_t time, int64_t first, int64_t last,
                     struct claim_finding *finding) {
    int64_t transfer = logp_machine_transfer(machine), apart = logp_machine_apart(machine);
    int64_t gap = machine->gap, less = gap < transfer ? gap : transfer;
    int64_t more = gap < transfer ? transfer : gap;
    bool low = compare_powers(last, less, 2, time) <= 0;
    bool high = compare_powers(2, time, 4 * first, more) < 0;
    bool sharp = (apart < transfer ? apart : transfer) * logarithm(last) <= time &&
                 time <= (apart < transfer ? transfer : apart) * logarithm(first);
    claim_tell(finding, CLAIM_AT("L o g", machine->latency, machine->overhead, machine->gap),
               printed(machine, low && high), claim_truth_of(low && high && sharp),
               "P=%lld..%lld: the time is %lld", (long long)first, (long long)last,
               (long long)time);
}

static enum status see_times(struct claim_job *job, const struct logp_machine *machine,
                             const void *context, struct failure *failure) {
    const struct claim_range *processors = context;
    struct reach_numbers f;
    enum status status = reach_numbers_make(
        logp_machine_apart(machine), logp_machine_transfer(machine), processors->last, &f, failure);
    if (status)
        return status;
    for (int64_t time = 0; time <= f.time; time++) {
        int64_t first = reach_number(&f, time - 1) + 1, last = reach_number(&f, time);
        if (first <= last)
            see_time(machine, time, first, last, &job->finding);
    }
    reach_numbers_clear(&f);
    return STATUS_OK;
}

enum status try_logarithmic_time(struct claim_job *job, struct failure *failure) {
    return machine_box_try(job, see_times, 1000000000, failure);
}
