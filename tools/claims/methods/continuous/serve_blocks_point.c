/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/continuous/serve_blocks_point.h"

#include "solver/certificate/evidence.h"
#include "solver/question/serve.h"

static enum status put_answer(struct claim_job *job, struct claim_stream *stream,
                              const struct answer *answer, struct failure *failure) {
    return evidence_write_stream(evidence_of_answer(answer), stream->file, &job->limits, failure);
}

enum status karp_serve_blocks(struct claim_job *job, struct claim_stream *stream, int latency,
                              int depth, long processors, enum verdict *verdict, long *certificates,
                              struct failure *failure) {
    mpz_t all;
    mpz_init_set_si(all, processors);
    struct serve_question question = {
        .latency = latency, .depth = depth, .processors = all, .class = SERVE_BLOCKS};
    enum status status = STATUS_OK;
    *verdict = VERDICT_UNKNOWN;
    for (const struct serve_engine *engine = serve_block_engines;
         engine->name && *verdict == VERDICT_UNKNOWN && !status; engine++) {
        struct answer answer;
        status = engine->solve(&question, &job->limits, &answer, failure);
        if (status == STATUS_LIMIT) { /* too large for this one */
            status = STATUS_OK;
            continue;
        }
        if (status)
            break;
        if (answer.evidence != EVIDENCE_NONE) {
            *verdict = answer.verdict;
            status = put_answer(job, stream, &answer, failure);
            *certificates += !status;
        }
        answer_clear(&answer);
    }
    mpz_clear(all);
    return status;
}
