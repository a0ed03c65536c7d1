/* SPDX-License-Identifier: MIT */
#include "solver/question/decide/arithmetic.h"

#include "solver/stream/arithmetic/partition.h"
#include "solver/stream/construction/base_window.h"
#include "solver/stream/construction/family.h"

/* Instances up to this many letters are filled directly, without a family. */
enum { DIRECT_LETTERS = 3000, DIRECT_ATTEMPTS = 2000 };

/* A family costs about L^2 steps for its letter and L^3 for its window: some seconds. */
enum { FAMILY_LATENCY = 2000 };

/* A family is unrolled into words up to this depth: about t^2/2 letters are written. */
enum { UNROLL_DEPTH = 1500 };

/* The question, and what is known so far. */
struct attempt {
    int latency, depth;
    const struct limits *limits;
    struct outcome *outcome;
};

static enum status try_residues(const struct attempt *attempt, struct failure *failure) {
    CLEANUP(instance_clear) struct instance instance = {0};
    struct residue_proof proof;
    bool impossible;
    TRY(instance_init(&instance, attempt->latency, attempt->depth, attempt->limits, failure));
    TRY(residues_refute(&instance, attempt->limits, &impossible, &proof, failure));
    return impossible ? outcome_give_residues(attempt->outcome, &proof, failure) : STATUS_OK;
}

static enum status fill_directly(struct schedule *schedule, const struct limits *limits,
                                 bool *found, struct failure *failure) {
    int latency = schedule->latency, depth = schedule->depth;
    if (depth <= 2 * latency)
        return start_fill(found, schedule, failure);
    CLEANUP(small_instance_clear) struct small_instance instance = {0};
    enum status status = small_instance_init(&instance, latency, depth, DIRECT_LETTERS, failure);
    if (status) /* or too large to be filled block by block */
        return status == STATUS_LIMIT ? STATUS_OK : status;
    struct partition_question question = {
        .receive_only = PARTITION_ANY_LETTER, .attempts = DIRECT_ATTEMPTS, .limits = limits};
    return partition_find(&instance, &question, found, schedule, failure);
}

/* Classes to words, in the canonical order, and once more against the definition of the
 * instance. */
static enum status report_schedule(const struct attempt *attempt, struct schedule *schedule,
                                   struct failure *failure) {
    TRY(schedule_order(schedule, failure));
    schedule_sort(schedule);
    TRY(schedule_check_whole(schedule, failure));
    return outcome_give_schedule(attempt->outcome, schedule, failure);
}

static enum status try_directly(const struct attempt *attempt, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule schedule;
    bool found = attempt->depth < attempt->latency; /* one processor hears the source alone */
    schedule_init_blocks(&schedule, attempt->latency, attempt->depth);
    if (!found)
        TRY(fill_directly(&schedule, attempt->limits, &found, failure));
    return found ? report_schedule(attempt, &schedule, failure) : STATUS_OK;
}

static enum status unroll(const struct attempt *attempt, const struct family *family,
                          struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule schedule = {0};
    bool found = true;
    TRY(attempt->depth < family->from + family->latency
            ? family_instance(family, attempt->depth, &found, &schedule, failure)
            : family_expand(family, attempt->depth, &schedule, failure));
    return found ? report_schedule(attempt, &schedule, failure) : STATUS_OK;
}

static enum status try_family(const struct attempt *attempt, struct failure *failure) {
    CLEANUP(family_clear) struct family family = {0};
    bool found;
    if (attempt->latency > FAMILY_LATENCY)
        return STATUS_OK;
    TRY(family_find(&family, attempt->latency, attempt->limits, &found, failure));
    if (!found)
        return STATUS_OK;
    if (attempt->depth < family.from + family.latency || attempt->depth <= UNROLL_DEPTH)
        return unroll(attempt, &family, failure);
    TRY(family_check_window(&family, attempt->limits, failure));
    return outcome_give_window(attempt->outcome, &family, failure);
}

/* Remembers that it was asked to stop: other limits have the same status. */
struct watch {
    const struct limits *limits;
    bool stopped;
};

static bool watch_stop(void *context) {
    struct watch *watch = context;
    watch->stopped = watch->stopped || limits_stop(watch->limits);
    return watch->stopped;
}

enum status arithmetic_solve(int latency, int depth, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure) {
    struct watch watch = {limits, false};
    struct limits watched = {.stop = limits ? watch_stop : NULL, .context = &watch};
    const struct attempt attempt = {latency, depth, &watched, outcome};
    TRY(instance_check_range(latency, depth, failure));
    *outcome = (struct outcome){.by = "arithmetic"};
    enum status status = STATUS_OK;
    if (depth >= latency && residues_are_cheap(latency, depth))
        status = try_residues(&attempt, failure);
    if (!status && outcome->verdict == VERDICT_UNKNOWN)
        status = try_directly(&attempt, failure);
    if (!status && outcome->verdict == VERDICT_UNKNOWN)
        status = try_family(&attempt, failure);
    if (status)
        outcome_clear(outcome);
    if (status && !watch.stopped)
        return status;
    if (status)
        outcome_leave_open(outcome, LIMITS_STOPPED);
    else if (outcome->verdict == VERDICT_UNKNOWN)
        outcome_leave_open(outcome,
                           "too large, or neither a partition nor a proof by residues was found");
    return STATUS_OK;
}
