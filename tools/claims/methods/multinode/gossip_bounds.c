/* SPDX-License-Identifier: MIT */
/*
 * Dimakopoulos 1999, section 2: the bounds (1) to (3). steadycheck counts once more for rings,
 * where they are met, and formulas refute one step less for all small graphs, without counting.
 */
#include <stdio.h>
#include <stdlib.h>

#include "solver/certificate/write_gossip.h"
#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/multinode/gossip_points.h"
#include "tools/claims/methods/multinode/gossip_small.h"

struct bounds {
    struct claim_job *job;
    struct gossip_stream stream;
    int parity; /* of the number of nodes; -1: any */
    bool full;  /* besides half duplex */
    bool half;
    bool counted; /* what is refuted is n-2 steps, for half duplex too */
    long graphs;
};

/* (1), (2) or (3), as they are printed. */
static long bound_of(const struct bounds *b, int nodes) {
    if (b->counted)
        return nodes - 1;
    return nodes % 2 ? 2L * nodes : 2L * (nodes - 1);
}

static enum status put_proof(struct bounds *b, const struct gossip_proof *proof,
                             struct failure *failure) {
    struct certificate_output *output;
    enum status status =
        certificate_open_stream(&output, b->stream.stream.file, "impossible-gossip", failure);
    if (status)
        return status;
    b->stream.certificates++;
    certificate_put_impossible_gossip(output, proof);
    return certificate_close(output, failure);
}

/* One step less than the bound: the formula has no model. No step at all is no time for anything.
 */
static enum status refute(struct bounds *b, const struct gossip_network *network, const char *text,
                          bool half, struct failure *failure) {
    enum verdict verdict = VERDICT_INFEASIBLE;
    struct message_array messages;
    struct gossip_proof proof = {0};
    const char *reason;
    long bound = bound_of(b, network->graph.nodes);
    enum status status = STATUS_OK;
    if (bound > 1) {
        status = gossip_decide(&network->graph, half, (int)bound - 1, &b->job->limits, &verdict,
                               &messages, &proof, &reason, failure);
        if (status)
            return status;
        if (verdict == VERDICT_INFEASIBLE)
            status = put_proof(b, &proof, failure);
        message_array_clear(&messages);
        free(proof.lrat.numbers);
    }
    if (status)
        return status;
    b->graphs++;
    claim_tell(&b->job->finding, CLAIM_AT("n", network->graph.nodes),
               verdict == VERDICT_INFEASIBLE ? CLAIM_HOLDS
               : verdict == VERDICT_FEASIBLE ? CLAIM_FAILS
                                             : CLAIM_OPEN,
               CLAIM_MUTE, "edges %s, duplex %s: %ld steps", text, half ? "half" : "full",
               bound - 1);
    return STATUS_OK;
}

static enum status small_graph(void *context, const struct gossip_network *network,
                               const char *text, struct failure *failure) {
    struct bounds *b = context;
    enum status status = STATUS_OK;
    if (b->full)
        status = refute(b, network, text, false, failure);
    if (!status && b->half)
        status = refute(b, network, text, true, failure);
    return status;
}

/* What is printed is a bound if counting gives as much, and none if a schedule is faster; both are
 * certificates. */
static enum status use_ring(void *context, const struct gossip_time *time,
                            struct failure *failure) {
    struct bounds *b = context;
    int nodes = time->network->graph.nodes;
    long bound = bound_of(b, nodes);
    enum status status = gossip_stream_put(b->job, &b->stream, time, failure);
    if (!status)
        claim_tell(&b->job->finding, CLAIM_AT("n", nodes),
                   bound <= time->lower                      ? CLAIM_HOLDS
                   : time->upper >= 0 && time->upper < bound ? CLAIM_FAILS
                                                             : CLAIM_OPEN,
                   CLAIM_MUTE, "ring:%d, duplex %s: %ld steps, the bound is %ld", nodes,
                   time->half ? "half" : "full", (long)time->upper, bound);
    return status;
}

static enum status ring(struct bounds *b, int nodes, bool half, struct failure *failure) {
    char text[32];
    snprintf(text, sizeof text, "ring:%d", nodes);
    return gossip_with_time(b->job, text, half, GOSSIP_BY_RING, use_ring, b, failure);
}

static enum status run(struct bounds *b, long small, long rings, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int n = 2; n <= small && !status; n++)
        if (b->parity < 0 || n % 2 == b->parity)
            status = gossip_small_each(n, small_graph, b, failure);
    for (int n = (int)small + 1; n <= rings && !status; n++)
        if (b->parity < 0 || n % 2 == b->parity)
            status = ring(b, n, b->half && !b->full, failure);
    return status;
}

static enum status try_bounds(struct claim_job *job, struct bounds *b, struct failure *failure) {
    struct claim_range small, rings;
    enum status status = claim_range(job, "nodes", 2, GOSSIP_SMALL_MOST, &small, failure);
    if (!status)
        status = claim_range(job, "rings", 2, 2000, &rings, failure);
    b->job = job;
    if (!status)
        status = gossip_stream_open(job, &b->stream, failure);
    if (status)
        return status;
    status = run(b, small.last, rings.last, failure);
    status = gossip_stream_end(job, &b->stream, status, failure);
    if (!status)
        fprintf(job->table, "%ld questions on all connected graphs of up to %ld nodes\n", b->graphs,
                small.last);
    return status;
}

enum status try_gossip_bound_any(struct claim_job *job, struct failure *failure) {
    struct bounds bounds = {.parity = -1, .full = true, .half = true, .counted = true};
    return try_bounds(job, &bounds, failure);
}

enum status try_gossip_bound_even(struct claim_job *job, struct failure *failure) {
    struct bounds bounds = {.parity = 0, .half = true};
    return try_bounds(job, &bounds, failure);
}

enum status try_gossip_bound_odd(struct claim_job *job, struct failure *failure) {
    struct bounds bounds = {.parity = 1, .half = true};
    return try_bounds(job, &bounds, failure);
}
