/* SPDX-License-Identifier: MIT */
#include "solver/decide/arithmetic.h"

#include "solver/arithmetic/partition.h"
#include "solver/construction/family_check.h"
#include "solver/construction/start.h"

/* Instances up to this many letters are filled directly, without a family. */
enum { DIRECT_LETTERS = 3000, DIRECT_ATTEMPTS = 2000 };

/* A family costs about L^2 steps for its letter and L^3 for its window: some seconds. */
enum { FAMILY_LATENCY = 2000 };

/* A family is unrolled into words up to this depth: about t^2/2 letters are written. */
enum { UNROLL_DEPTH = 1500 };

static void found_schedule(struct answer *answer, struct schedule *schedule) {
    answer->verdict = VERDICT_FEASIBLE;
    answer->evidence = EVIDENCE_SCHEDULE;
    answer->schedule = *schedule;
}

static enum status try_residues(struct answer *answer, const struct limits *limits,
                                struct failure *failure) {
    struct instance instance;
    bool impossible;
    enum status status = instance_init(&instance, answer->latency, answer->depth, limits, failure);
    if (status)
        return status;
    status = residues_refute(&instance, limits, &impossible, &answer->residues, failure);
    instance_clear(&instance);
    if (!status && impossible) {
        answer->verdict = VERDICT_INFEASIBLE;
        answer->evidence = EVIDENCE_RESIDUES;
    }
    return status;
}

static enum status fill_directly(struct schedule *schedule, const struct limits *limits,
                                 bool *found, struct failure *failure) {
    int latency = schedule->latency, depth = schedule->depth;
    if (depth <= 2 * latency)
        return start_fill(found, schedule, failure);
    struct small_instance instance;
    enum status status = small_instance_init(&instance, latency, depth, DIRECT_LETTERS, failure);
    if (status == STATUS_LIMIT)
        return STATUS_OK; /* too large to be filled block by block */
    if (status)
        return status;
    struct partition_question question = {
        .receive_only = PARTITION_ANY_LETTER, .attempts = DIRECT_ATTEMPTS, .limits = limits};
    status = partition_find(&instance, &question, found, schedule, failure);
    small_instance_clear(&instance);
    return status;
}

static enum status try_directly(struct answer *answer, const struct limits *limits,
                                struct failure *failure) {
    struct schedule schedule;
    bool found = false;
    schedule_init_blocks(&schedule, answer->latency, answer->depth);
    enum status status = STATUS_OK;
    if (answer->depth < answer->latency)
        found = true; /* one processor, which receives every item from the source */
    else
        status = fill_directly(&schedule, limits, &found, failure);
    if (!status && found)
        found_schedule(answer, &schedule);
    else
        schedule_clear(&schedule);
    return status;
}

static enum status unroll(struct answer *answer, const struct family *family,
                          struct failure *failure) {
    struct schedule schedule;
    bool found = true;
    schedule_init_blocks(&schedule, answer->latency, answer->depth);
    enum status status = answer->depth < family->from + family->latency
                             ? family_instance(family, &found, &schedule, failure)
                             : family_expand(family, &schedule, failure);
    if (!status && found)
        found_schedule(answer, &schedule);
    else
        schedule_clear(&schedule);
    return status;
}

static enum status try_family(struct answer *answer, const struct limits *limits,
                              struct failure *failure) {
    struct family family;
    bool found;
    if (answer->latency > FAMILY_LATENCY)
        return STATUS_OK;
    enum status status = family_find(&family, answer->latency, limits, &found, failure);
    if (status || !found)
        return status;
    bool inside = answer->depth < family.from + family.latency;
    if (inside || answer->depth <= UNROLL_DEPTH) {
        status = unroll(answer, &family, failure);
        family_clear(&family);
        return status;
    }
    answer->verdict = VERDICT_FEASIBLE;
    answer->evidence = EVIDENCE_INDUCTION;
    answer->family = family;
    return STATUS_OK;
}

/* Classes to words, in the canonical order, and once more against the definition of the instance.
 */
static enum status finish(struct answer *answer, const struct limits *limits,
                          struct failure *failure) {
    if (answer->evidence == EVIDENCE_INDUCTION)
        return family_check_window(&answer->family, limits, failure);
    if (answer->evidence != EVIDENCE_SCHEDULE)
        return STATUS_OK;
    enum status status = schedule_order(&answer->schedule, failure);
    schedule_sort(&answer->schedule);
    return status ? status : schedule_check_whole(&answer->schedule, failure);
}

/* Remembers that it was told to stop: other limits have the same status. */
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
                             struct answer *answer, struct failure *failure) {
    struct answer result;
    struct watch watch = {limits, false};
    struct limits watched = {.stop = limits ? watch_stop : NULL, .context = &watch};
    enum status status = instance_check_range(latency, depth, failure);
    if (status)
        return status;
    answer_init(&result, "arithmetic", latency, depth);
    if (depth >= latency && residues_are_cheap(latency, depth))
        status = try_residues(&result, &watched, failure);
    if (!status && result.verdict == VERDICT_UNKNOWN)
        status = try_directly(&result, &watched, failure);
    if (!status && result.verdict == VERDICT_UNKNOWN)
        status = try_family(&result, &watched, failure);
    if (!status)
        status = finish(&result, &watched, failure);
    if (status) {
        answer_clear(&result);
        if (!watch.stopped)
            return status;
        answer_init(&result, "arithmetic", latency, depth);
        result.reason = LIMITS_STOPPED;
    } else if (result.verdict == VERDICT_UNKNOWN) {
        result.reason = "too large, or neither a partition nor a proof by residues was found";
    }
    *answer = result;
    return STATUS_OK;
}
