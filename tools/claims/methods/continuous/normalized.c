/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 1: "the overhead charged in LogP for sends and receives can be
 * incorporated into the latency parameter, eliminating o. We can then normalize so that g = 1,
 * yielding the postal model." Where g divides L + 2o this is the postal model with latency
 * (L+2o)/g, a step being g cycles: for one item, and for an item in each g cycles.
 *
 * For g < 2o that many items are too many: each is sent P-1 times and received P-1 times, in o
 * cycles each, and P processors have gP cycles for all of this (results/THEOREMS.md, Proposition
 * 7).
 */
#include "solver/certificate/evidence.h"
#include "solver/certificate/write.h"
#include "solver/collective/single/single_tree.h"
#include "solver/question/stream_delay.h"
#include "tools/claims/methods/machine_box.h"
#include "tools/claims/methods/methods.h"

enum { MOST_PROCESSORS = 2000 };

struct normalized {
    struct claim_range processors;
    struct claim_stream *stream;
    long *certificates;
};

struct point {
    const struct normalized *all;
    struct claim_job *job;
    struct logp_machine machine, postal;
    int processors;
};

static void tell(const struct point *point, const char *what, int64_t machine, int64_t postal) {
    claim_tell(&point->job->finding,
               CLAIM_AT("L o g P", point->machine.latency, point->machine.overhead,
                        point->machine.gap, point->processors),
               claim_truth_of(machine == postal * point->machine.gap), CLAIM_MUTE,
               "%s: %lld cycles, and %lld steps in the postal model", what, (long long)machine,
               (long long)postal);
}

/* --- one item --- */

static enum status tree_time(const struct logp_machine *machine, int processors, int64_t *time,
                             struct failure *failure) {
    struct single_tree tree;
    enum status status = single_tree_build(machine, processors, &tree, failure);
    if (status)
        return status;
    *time = single_tree_time(&tree);
    single_tree_clear(&tree);
    return STATUS_OK;
}

static enum status try_one_item(const struct point *point, struct failure *failure) {
    int64_t machine, postal;
    enum status status = tree_time(&point->machine, point->processors, &machine, failure);
    if (!status)
        status = tree_time(&point->postal, point->processors, &postal, failure);
    if (!status)
        tell(point, "one item", machine, postal);
    return status;
}

/* --- an item in each g cycles --- */

static enum status put_both(const struct point *point, const struct stream_delay *delay,
                            struct failure *failure) {
    struct evidence bounds[STREAM_DELAY_MOST_BOUNDS];
    int count = stream_delay_bounds(delay, bounds);
    enum status status =
        evidence_write_stream(evidence_of_logp_schedule(&delay->schedule), point->all->stream->file,
                              &point->job->limits, failure);
    for (int i = 0; i < count && !status; i++)
        status = evidence_write_stream(bounds[i], point->all->stream->file, &point->job->limits,
                                       failure);
    *point->all->certificates += 1 + count;
    return status;
}

/* The delay that is known, and the one below which there is none; with certificates of both. */
static enum status find_delays(const struct point *point, const struct logp_machine *machine,
                               int64_t *upper, int64_t *lower, struct failure *failure) {
    struct stream_delay delay;
    mpz_t served;
    mpz_init_set_si(served, point->processors - 1);
    enum status status = stream_delay_find(machine, CAPACITY_FULL, served, STREAM_CONSTRUCTION,
                                           &point->job->limits, &delay, failure);
    mpz_clear(served);
    if (status)
        return status;
    *upper = logp_schedule_delay(&delay.schedule);
    *lower = delay.lower;
    status = put_both(point, &delay, failure);
    stream_delay_clear(&delay);
    return status;
}

static enum status try_stream(const struct point *point, struct failure *failure) {
    int64_t upper, lower, postal_upper, postal_lower;
    enum status status = find_delays(point, &point->machine, &upper, &lower, failure);
    if (!status)
        status = find_delays(point, &point->postal, &postal_upper, &postal_lower, failure);
    if (status)
        return status;
    tell(point, "a schedule", upper, postal_upper);
    tell(point, "no schedule has less than", lower, postal_lower);
    return STATUS_OK;
}

/* Says nothing where P processors have the time, though g < 2o. */
static void tell_too_many(const struct point *point) {
    const struct logp_machine *machine = &point->machine;
    int64_t needed = 2 * (int64_t)machine->overhead * (point->processors - 1),
            there = (int64_t)machine->gap * point->processors;
    claim_tell(
        &point->job->finding,
        CLAIM_AT("L o g P", machine->latency, machine->overhead, machine->gap, point->processors),
        needed > there ? CLAIM_IMPOSSIBLE : CLAIM_MUTE, CLAIM_MUTE,
        "the messages of an item take %lld cycles of the processors, which have %lld from "
        "one item to the next",
        (long long)needed, (long long)there);
}

static enum status try_point(const struct point *point, struct failure *failure) {
    enum status status = try_one_item(point, failure);
    if (status)
        return status;
    if (point->machine.gap >= 2 * point->machine.overhead)
        return try_stream(point, failure);
    tell_too_many(point);
    return STATUS_OK;
}

static enum status try_machine(struct claim_job *job, const struct logp_machine *machine,
                               const void *context, struct failure *failure) {
    const struct normalized *all = context;
    int64_t transfer = logp_machine_transfer(machine);
    enum status status = STATUS_OK;
    if (transfer % machine->gap != 0)
        return STATUS_OK;
    for (long P = all->processors.first; P <= all->processors.last && !status; P++) {
        struct point point = {.all = all,
                              .job = job,
                              .machine = *machine,
                              .postal = {(int)(transfer / machine->gap), 0, 1},
                              .processors = (int)P};
        status = try_point(&point, failure);
    }
    return status;
}

enum status try_normalized(struct claim_job *job, struct failure *failure) {
    struct machine_box box;
    struct claim_stream stream;
    long certificates = 0;
    struct normalized all = {.stream = &stream, .certificates = &certificates};
    enum status status = machine_box_read(job, &box, failure);
    if (!status)
        status = claim_range(job, "P", 2, MOST_PROCESSORS, &all.processors, failure);
    if (!status)
        status = claim_stream_open(job, "all.certs", &stream, failure);
    if (status)
        return status;
    status = machine_box_each(job, &box, try_machine, &all, failure);
    if (status) {
        claim_stream_drop(&stream);
        return status;
    }
    return claim_stream_close(job, &stream, certificates, false, NULL, NULL, failure);
}
