/* SPDX-License-Identifier: MIT */
/*
 * Dimakopoulos 1999, section 3: multinode broadcasting along rings, run node by node with buffers,
 * and as certificates.
 */
#include <stdio.h>

#include "solver/collective/multinode/ring_gossip.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/multinode/gossip_points.h"

static const char *const faults[] = {
    [RING_FINE] = "",
    [RING_NOTHING_TO_SEND] = "has nothing to send",
    [RING_SENDS_AND_RECEIVES] = "sends and receives",
    [RING_BUFFER_FULL] = "receives a third message into its buffer",
    [RING_KNOWN] = "receives what it has",
    [RING_UNFINISHED] = "lacks messages at the end",
};

/* The sizes of one claim: every one, or every second. */
struct sizes {
    long first;
    long last;
    long stride;
    bool half;
};

static enum status sizes_of(struct claim_job *job, struct sizes *sizes, bool half, int least,
                            int stride, struct failure *failure) {
    struct claim_range n;
    enum status status = claim_range(job, "n", least, 20000, &n, failure);
    if (status)
        return status;
    *sizes = (struct sizes){n.first + (stride == 2 && (n.first - least) % 2), n.last, stride, half};
    return STATUS_OK;
}

static void tell(struct claim_job *job, long n, enum ring_rule rule,
                 const struct ring_outcome *outcome) {
    int least = (int)gossip_bound_counted((int)n, rule != RING_FULL),
        steps = ring_steps(rule, (int)n);
    bool right = outcome->fault == RING_FINE && steps == least;
    if (outcome->fault != RING_FINE)
        claim_tell(&job->finding, CLAIM_AT("n", n), CLAIM_FAILS, CLAIM_MUTE, "step %d: node %d %s",
                   outcome->step, outcome->node, faults[outcome->fault]);
    else
        claim_tell(&job->finding, CLAIM_AT("n", n), right ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE,
                   "%d steps, the bound is %d", steps, least);
}

/* Schedule and bound of each size up to `written`, and of the last three numbers, in one stream. */
static enum status write_rings(struct claim_job *job, const struct sizes *sizes,
                               struct failure *failure) {
    struct claim_range written;
    struct gossip_stream stream;
    enum status status = claim_range(job, "written", 2, 20000, &written, failure);
    if (!status)
        status = gossip_stream_open(job, &stream, failure);
    if (status)
        return status;
    for (long n = sizes->first; n <= sizes->last && !status; n += sizes->stride) {
        char text[32];
        if (n > written.last && n < sizes->last - 2)
            continue;
        snprintf(text, sizeof text, "ring:%ld", n);
        status = gossip_stream_add(job, &stream, text, sizes->half, GOSSIP_BY_RING, failure);
    }
    return gossip_stream_end(job, &stream, status, failure);
}

static enum status try_rings(struct claim_job *job, bool half, int least, int stride,
                             struct failure *failure) {
    struct sizes sizes;
    enum status status = sizes_of(job, &sizes, half, least, stride, failure);
    if (status)
        return status;
    long messages = 0;
    int buffer = 0;
    for (long n = sizes.first; n <= sizes.last && !status; n += stride) {
        struct ring_outcome outcome;
        enum ring_rule rule = ring_rule_of((int)n, half);
        status = ring_run(rule, (int)n, NULL, NULL, &outcome, failure);
        if (status)
            break;
        tell(job, n, rule, &outcome);
        messages += outcome.messages;
        buffer = outcome.buffer > buffer ? outcome.buffer : buffer;
    }
    if (!status)
        fprintf(job->table, "rings of %ld..%ld nodes: %ld messages played, most in a buffer: %d\n",
                sizes.first, sizes.last, messages, buffer);
    return status ? status : write_rings(job, &sizes, failure);
}

enum status try_ring_full(struct claim_job *job, struct failure *failure) {
    return try_rings(job, false, 2, 1, failure);
}

enum status try_ring_half_even(struct claim_job *job, struct failure *failure) {
    return try_rings(job, true, 2, 2, failure);
}

enum status try_ring_half_odd(struct claim_job *job, struct failure *failure) {
    return try_rings(job, true, 3, 2, failure);
}
