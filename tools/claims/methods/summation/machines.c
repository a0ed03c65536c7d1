/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/summation/machines.h"

#include "solver/certificate/write_summation.h"
#include "tools/claims/methods/machine_box.h"

enum status try_machines(struct claim_job *job, machine_part *try, const void *context,
                         bool certified, struct failure *failure) {
    struct machine_try part = {.job = job, .context = context};
    struct claim_stream stream = {0};
    struct machine_box box;
    enum status status = machine_box_read(job, &box, failure);
    if (!status && certified)
        status = claim_stream_open(job, "certificates.certs", &stream, failure);
    if (status)
        return status;
    part.stream = stream.file;
    for (long i = 0; i < machine_box_count(&box) && !status; i++) {
        part.machine = machine_box_at(&box, i);
        status = try(&part, failure);
    }
    if (!status && certified)
        return claim_stream_close(job, &stream, part.certificates, false, NULL, NULL, failure);
    if (certified)
        claim_stream_drop(&stream);
    return status;
}

enum status machine_certify(struct machine_try *part, const struct summation *summation,
                            struct failure *failure) {
    part->certificates++;
    return evidence_write_stream(evidence_of_summation(summation), part->stream, &part->job->limits,
                                 failure);
}

enum status machine_certify_bound(struct machine_try *part, int64_t processors, int64_t time,
                                  struct failure *failure) {
    struct certificate_output *output;
    enum status status = certificate_open_stream(&output, part->stream, "summation-bound", failure);
    if (status)
        return status;
    status = certificate_put_summation_bound(output, &part->machine, processors, time, failure);
    part->certificates++;
    return certificate_end(output, status, failure);
}

enum status machine_sum(struct machine_try *part, const struct summation_tree *tree, bool certify,
                        int64_t *operands, struct summation_played *played,
                        struct failure *failure) {
    struct summation summation;
    enum status status = summation_build(tree, &summation, &part->job->limits, failure);
    if (status)
        return status;
    status = summation_play(&summation, false, &part->job->limits, played, failure);
    if (!status)
        *operands = played->right ? summation.operands : 0;
    if (!status && played->right && certify && part->stream)
        status = machine_certify(part, &summation, failure);
    summation_clear(&summation);
    return status;
}
