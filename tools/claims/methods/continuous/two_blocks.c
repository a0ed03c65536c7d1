/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.3, the sketch of Theorem 3.5: block-cyclic schedules for L = 2, P-1 =
 * P(t), a step more than the depth of the tree.
 *
 * First on the trees that the sketch prunes (two_pruning.h): from t = 15 on by the words of
 * section 9.7 of results/THEOREMS.md, for smaller t by dealing leaves in all ways; where these have
 * none, on any pruned tree.
 */
#include <stdio.h>

#include "solver/certificate/write.h"
#include "solver/model/sequence.h"
#include "tools/claims/methods/continuous/serve_blocks_point.h"
#include "tools/claims/methods/continuous/two_pruning.h"
#include "tools/claims/methods/continuous/two_words.h"
#include "tools/claims/methods/methods.h"

enum { LATENCY = 2, MOST_TERM = 100, MOST_DEALT = TWO_WORDS_LEAST - 1 };

struct two_blocks {
    struct claim_job *job;
    struct claim_stream stream;
    long certificates;
};

static enum status put_pruned(struct two_blocks *two, const struct schedule *pruned,
                              struct failure *failure) {
    two->certificates++;
    return evidence_write_stream(evidence_of_schedule(pruned), two->stream.file, NULL, failure);
}

/* *found: on a tree of the sketch, with P(t) processors. */
static enum status try_sketch(struct two_blocks *two, int depth, mpz_srcptr processors, bool *found,
                              struct failure *failure) {
    struct schedule pruned;
    mpz_t all;
    *found = false;
    if (depth < 2)
        return STATUS_OK;
    enum status status = depth > MOST_DEALT
                             ? two_words(depth, &pruned, failure)
                             : two_pruning_find(depth, &two->job->limits, found, &pruned, failure);
    *found = *found || depth > MOST_DEALT;
    if (status || !*found)
        return status;
    mpz_init(all);
    schedule_processors(&pruned, all);
    *found = two_pruning_has(&pruned) && mpz_cmp(all, processors) == 0;
    if (*found)
        status = put_pruned(two, &pruned, failure);
    mpz_clear(all);
    schedule_clear(&pruned);
    return status;
}

static enum status try_term(struct two_blocks *two, int t, struct failure *failure) {
    enum verdict verdict = VERDICT_UNKNOWN;
    int depth = t < LATENCY ? 1 : t + 1; /* P(0) = P(1) = 1, and B(1) = 0 */
    bool sketched = false;
    mpz_t processors;
    mpz_init(processors);
    enum status status = sequence_term(processors, LATENCY, t, NULL, failure);
    if (!status)
        status = try_sketch(two, depth, processors, &sketched, failure);
    if (!status && !sketched)
        status = karp_serve_blocks(two->job, &two->stream, LATENCY, depth, mpz_get_si(processors),
                                   &verdict, &two->certificates, failure);
    bool found = sketched || verdict == VERDICT_FEASIBLE;
    if (!status) {
        claim_tell(&two->job->finding, CLAIM_AT("t", t),
                   found                           ? CLAIM_HOLDS
                   : verdict == VERDICT_INFEASIBLE ? CLAIM_IMPOSSIBLE
                                                   : CLAIM_OPEN,
                   CLAIM_MUTE, "delay %d", LATENCY + depth);
        gmp_fprintf(two->job->table, "t=%-3d P-1=%-22Zd delay %-3d %s\n", t, processors,
                    LATENCY + depth,
                    sketched ? "pruned as in the sketch"
                    : found  ? "pruned in another way"
                             : "not found");
    }
    mpz_clear(processors);
    return status;
}

static enum status try_terms(struct two_blocks *two, const struct claim_range *term,
                             struct failure *failure) {
    enum status status = STATUS_OK;
    for (long t = term->first; t <= term->last && !status; t++)
        status = try_term(two, (int)t, failure);
    return status;
}

enum status try_two_blocks(struct claim_job *job, struct failure *failure) {
    struct two_blocks two = {.job = job};
    struct claim_range term;
    enum status status = claim_range(job, "t", 1, MOST_TERM, &term, failure);
    if (!status)
        status = claim_stream_open(job, "blocks.certs", &two.stream, failure);
    if (!status) {
        status = try_terms(&two, &term, failure);
        if (status)
            claim_stream_drop(&two.stream);
        else
            status =
                claim_stream_close(job, &two.stream, two.certificates, true, NULL, NULL, failure);
    }
    return status;
}
