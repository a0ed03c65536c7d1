/* SPDX-License-Identifier: MIT */
/* Whether all P processors, as in broadcast turned round, add up the most: Theorem 4.1 of the
 * report. */
#include "solver/collective/summation/summation_most.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/summation/machines.h"

struct best_ranges {
    struct claim_range processors;
    struct claim_range beyond; /* t - B */
    struct claim_range time;
    struct claim_range certified; /* P up to its last have certificates */
};

/* What S(t) adds up, and what can be added up at all: played, and certified. */
static enum status add_both(struct machine_try *part, int processors, int64_t time, bool certify,
                            int64_t *all, int64_t *best, struct failure *failure) {
    struct summation_tree tree;
    struct summation_played played;
    const struct logp_machine *machine = &part->machine;
    const int64_t least[] = {0, machine->overhead + 1};
    enum status status = STATUS_OK;
    for (int i = 0; i < 2 && !status; i++) {
        status = summation_tree_best(machine, summation_apart(machine), time, processors, least[i],
                                     &tree, failure);
        if (status)
            break;
        status = machine_sum(part, &tree, certify, i ? best : all, &played, failure);
        summation_tree_clear(&tree);
        if (!status && !played.right)
            status = failure_set(failure, STATUS_INTERNAL, "a sum can't be played: %s", played.why);
    }
    if (!status && certify)
        status = machine_certify_bound(part, processors, time, failure);
    return status;
}

/* The schedule adds up as many as the bound says. */
static enum status compare(const struct logp_machine *machine, int64_t processors, int64_t time,
                           int64_t best, struct failure *failure) {
    mpz_t most;
    mpz_init(most);
    enum status status = summation_most(machine, processors, time, most, failure);
    if (!status && mpz_cmp_si(most, best) != 0)
        status = failure_set(failure, STATUS_INTERNAL,
                             "the best schedule and the bound for sums differ");
    mpz_clear(most);
    return status;
}

static enum status best_of(struct machine_try *part, int processors, int64_t reached, int64_t time,
                           bool certify, struct failure *failure) {
    const struct logp_machine *machine = &part->machine;
    int64_t all = 0, best = 0;
    enum status status = add_both(part, processors, time, certify, &all, &best, failure);
    if (!status)
        status = compare(machine, processors, time, best, failure);
    if (status)
        return status;
    bool late = time >= reached + machine->overhead || processors == 1;
    claim_tell(
        &part->job->finding,
        CLAIM_AT("L o g P t", machine->latency, machine->overhead, machine->gap, processors, time),
        all == best ? CLAIM_HOLDS : CLAIM_FAILS, (all == best) == late ? CLAIM_HOLDS : CLAIM_FAILS,
        "S(t) adds up %lld operands, another schedule %lld", (long long)all, (long long)best);
    return STATUS_OK;
}

static enum status best_machine(struct machine_try *part, struct failure *failure) {
    const struct best_ranges *ranges = part->context;
    struct summation_tree labels;
    int64_t time = ranges->time.last;
    enum status status = summation_tree_best(&part->machine, summation_apart(&part->machine), time,
                                             (int)ranges->processors.last, 0, &labels, failure);
    if (status)
        return status;
    for (long p = ranges->processors.first; p <= labels.count && !status; p++) {
        int64_t reached = time - labels.sends[p - 1];
        bool certify = p <= ranges->certified.last;
        for (long x = ranges->beyond.first; x <= ranges->beyond.last && !status; x++)
            if (reached + x <= time)
                status = best_of(part, (int)p, reached, reached + x, certify, failure);
    }
    summation_tree_clear(&labels);
    return status;
}

enum status try_summation_best(struct claim_job *job, struct failure *failure) {
    struct best_ranges ranges;
    enum status status = claim_range(job, "P", 1, 100000, &ranges.processors, failure);
    if (!status)
        status = claim_range(job, "x", 1, 100000, &ranges.beyond, failure);
    if (!status)
        status = claim_range(job, "t", 0, 100000, &ranges.time, failure);
    if (!status)
        status = claim_range(job, "certified", 1, 100000, &ranges.certified, failure);
    return status ? status : try_machines(job, best_machine, &ranges, true, failure);
}
