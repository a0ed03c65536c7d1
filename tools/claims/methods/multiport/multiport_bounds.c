/* SPDX-License-Identifier: MIT */
/*
 * The lower bounds of Bar-Noy and Ho against the bound by counting, which steadycheck proves: a
 * bound that is at most that one is right.
 */
#include "solver/collective/multiport/multiport_bound.h"
#include "solver/items/items_bound.h"
#include "tools/claims/methods/multiport/multiport_sweep.h"

/* Counts[0]: where counting gives more. A claim that gives more is open: it may be right all the
 * same. */
static enum status compare(struct multiport_sweep *sweep, int n, int k, int claimed, int m,
                           struct failure *failure) {
    struct items_question question = {1, k, n - 1, m, false};
    int counted = 0;
    enum status status = items_question_bound(&question, &counted, failure);
    if (status)
        return status;
    claim_tell(&sweep->job->finding, CLAIM_AT("n k m", n, k, m),
               claimed <= counted ? CLAIM_HOLDS : CLAIM_OPEN, CLAIM_MUTE,
               "%d rounds, %d by counting", claimed, counted);
    sweep->counts[0] += counted > claimed;
    sweep->counts[1]++;
    return STATUS_OK;
}

static enum status point_simple(struct multiport_sweep *sweep, int n, int k,
                                struct failure *failure) {
    enum status status = STATUS_OK;
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++)
        status = compare(sweep, n, k, multiport_bound_simple(k, n, m), m, failure);
    return status;
}

static enum status point_bandwidth(struct multiport_sweep *sweep, int n, int k,
                                   struct failure *failure) {
    enum status status = STATUS_OK;
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++)
        status = compare(sweep, n, k, multiport_bound_bandwidth(k, n, m), m, failure);
    return status;
}

/* Says something of powers only. */
static enum status point_power(struct multiport_sweep *sweep, int n, int k,
                               struct failure *failure) {
    int depth = multiport_log(k, n);
    enum status status = STATUS_OK;
    if (multiport_nice_size(k, depth) != n - 1)
        return STATUS_OK;
    for (int m = (int)sweep->m.first; m <= sweep->m.last && !status; m++)
        status = compare(sweep, n, k, multiport_bound_power(k, depth, m), m, failure);
    return status;
}

static int lower_power(int ports, int processors, int items) {
    int depth = multiport_log(ports, processors);
    return multiport_nice_size(ports, depth) == processors - 1
               ? multiport_bound_power(ports, depth, items)
               : 0;
}

static enum status run(struct claim_job *job, multiport_point *point, multiport_lower *lower,
                       struct failure *failure) {
    struct multiport_sweep sweep;
    enum status status = multiport_sweep_run(&sweep, job, point, failure);
    if (!status)
        status = multiport_certify_bounds(&sweep, lower, failure);
    if (!status)
        fprintf(job->table,
                "n %ld..%ld, k %ld..%ld, m %ld..%ld: counting gives more at %ld of %ld\n",
                sweep.n.first, sweep.n.last, sweep.k.first, sweep.k.last, sweep.m.first,
                sweep.m.last, sweep.counts[0], sweep.counts[1]);
    return status;
}

enum status try_multiport_simple(struct claim_job *job, struct failure *failure) {
    return run(job, point_simple, multiport_bound_simple, failure);
}

enum status try_multiport_bandwidth(struct claim_job *job, struct failure *failure) {
    return run(job, point_bandwidth, multiport_bound_bandwidth, failure);
}

enum status try_multiport_power(struct claim_job *job, struct failure *failure) {
    return run(job, point_power, lower_power, failure);
}
