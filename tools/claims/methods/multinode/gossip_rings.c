/*
 * Dimakopoulos 1999, section 3: multinode broadcasting along rings, run node by node with buffers,
 * and as certificates.
 */
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
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

/* All sizes, the threads taking one after the other; told in their order. */
static enum status run_all(struct claim_job *job, const struct sizes *sizes,
                           struct ring_outcome *outcomes, struct failure *failure) {
    long count = (sizes->last - sizes->first) / sizes->stride + 1;
    enum status status = STATUS_OK;
#pragma omp parallel for schedule(dynamic, 1) num_threads(job->limits.threads)
    for (long i = count - 1; i >= 0; i--) {
        enum status so_far;
#pragma omp critical(gossip_rings)
        so_far = status;
        if (so_far)
            continue;
        int n = (int)(sizes->first + i * sizes->stride);
        struct failure own;
        so_far = ring_run(ring_rule_of(n, sizes->half), n, NULL, NULL, &outcomes[i], &own);
#pragma omp critical(gossip_rings)
        if (so_far && !status)
            status = failure_set(failure, own.status, "%s", own.message);
    }
    return status;
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
    long count = (sizes.last - sizes.first) / stride + 1, messages = 0;
    struct ring_outcome *outcomes = memory_new((size_t)count, sizeof *outcomes);
    if (!outcomes)
        return failure_memory(failure, "rings");
    status = run_all(job, &sizes, outcomes, failure);
    int buffer = 0;
    for (long i = 0; i < count && !status; i++) {
        int n = (int)(sizes.first + i * stride);
        tell(job, n, ring_rule_of(n, half), &outcomes[i]);
        messages += outcomes[i].messages;
        buffer = outcomes[i].buffer > buffer ? outcomes[i].buffer : buffer;
    }
    free(outcomes);
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
