/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 1: block-cyclic schedules with the least delay for every large P, on
 * trees that are pruned, as in the sketch of Theorem 3.5: a node may send fewer times than it
 * could.
 */
#include "solver/model/sequence.h"
#include "tools/claims/methods/continuous/serve_blocks_point.h"
#include "tools/claims/methods/methods.h"

enum { MOST_LATENCY = 64, MOST_PROCESSORS = 2000 };

struct pruned_job {
    struct claim_job *job;
    struct claim_stream stream;
    long certificates;
};

static enum status begin(struct pruned_job *pruned, struct claim_job *job,
                         struct failure *failure) {
    *pruned = (struct pruned_job){.job = job};
    return claim_stream_open(job, "blocks.certs", &pruned->stream, failure);
}

/* Twenty megabytes for 200 processors and ten latencies are not kept: refuted formulas, most of it.
 */
static enum status end(struct pruned_job *pruned, enum status status, struct failure *failure) {
    if (!status)
        return claim_stream_close(pruned->job, &pruned->stream, pruned->certificates, false, NULL,
                                  NULL, failure);
    claim_stream_drop(&pruned->stream);
    return status;
}

/* N = L+3 for even L is where there is none; as a single number of processors for each latency it
 * is nothing against "large enough". */
static enum status try_least_delay(struct pruned_job *pruned, int latency, long processors,
                                   struct failure *failure) {
    enum verdict verdict = VERDICT_UNKNOWN;
    bool exception = latency % 2 == 0 && processors == latency + 3;
    int depth = 0;
    enum status status = sequence_depth(latency, processors, &depth, failure);
    if (!status)
        status = karp_serve_blocks(pruned->job, &pruned->stream, latency, depth, processors,
                                   &verdict, &pruned->certificates, failure);
    if (status)
        return status;
    enum claim_truth claim = verdict == VERDICT_FEASIBLE     ? CLAIM_HOLDS
                             : verdict == VERDICT_INFEASIBLE ? CLAIM_IMPOSSIBLE
                                                             : CLAIM_OPEN;
    enum claim_truth corrected =
        claim == CLAIM_OPEN ? CLAIM_OPEN : claim_truth_of((claim == CLAIM_HOLDS) == !exception);
    claim_tell(&pruned->job->finding, CLAIM_AT("L P", latency, processors + 1),
               exception ? CLAIM_MUTE : claim, corrected, "delay %d, verdict %d", latency + depth,
               (int)verdict);
    return STATUS_OK;
}

enum status try_every_large_number(struct claim_job *job, struct failure *failure) {
    struct pruned_job pruned;
    struct claim_range latency, all;
    enum status status = claim_range(job, "L", 1, MOST_LATENCY, &latency, failure);
    if (!status)
        status = claim_range(job, "P", 2, MOST_PROCESSORS, &all, failure);
    if (!status)
        status = begin(&pruned, job, failure);
    if (status)
        return status;
    for (long L = latency.first; L <= latency.last && !status; L++)
        for (long P = all.first; P <= all.last && !status && L != 2; P++)
            status = try_least_delay(&pruned, (int)L, P - 1, failure);
    return end(&pruned, status, failure);
}
