#include "tools/claims/methods/summation/machines.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/write_summation.h"
#include "tools/claims/methods/machine_box.h"
#include "tools/steadycast/frame/ordered_run.h"

struct found {
    struct claim_finding finding;
    long certificates;
};

struct machines {
    struct claim_job *job;
    machine_part *try;
    const void *context;
    struct machine_box box;
    long count;
    bool certified;
    struct found *found; /* of each part, until its turn comes */
    long certificates;
};

static enum status try_part(void *context, long number, FILE *stream, struct failure *failure) {
    struct machines *machines = context;
    struct machine_try part = {.job = machines->job,
                               .finding.scope = machines->job->finding.scope,
                               .context = machines->context,
                               .machine = machine_box_at(&machines->box, number),
                               .stream = machines->certified ? stream : NULL};
    enum status status = machines->try(&part, failure);
    machines->found[number] = (struct found){part.finding, part.certificates};
    return status;
}

static void take_part(void *context, long number) {
    struct machines *machines = context;
    claim_finding_add(&machines->job->finding, &machines->found[number].finding);
    machines->certificates += machines->found[number].certificates;
}

static enum status run_parts(struct machines *machines, struct failure *failure) {
    struct claim_stream stream = {0};
    struct claim_job *job = machines->job;
    int error = 0;
    enum status status = STATUS_OK;
    if (machines->certified)
        status = claim_stream_open(job, "certificates.certs", &stream, failure);
    if (status)
        return status;
    status = ordered_run(machines->count, job->limits.threads, try_part, take_part, machines,
                         stream.file, &error, failure);
    if (!machines->certified)
        return status;
    if (!status && error)
        status = failure_set(failure, STATUS_SYSTEM, "%s: %s", stream.path, strerror(error));
    if (status) {
        claim_stream_drop(&stream);
        return status;
    }
    return claim_stream_close(job, &stream, machines->certificates, false, NULL, NULL, failure);
}

enum status try_machines(struct claim_job *job, machine_part *try, const void *context,
                         bool certified, struct failure *failure) {
    struct machines machines = {.job = job, .try = try, .context = context, .certified = certified};
    enum status status = machine_box_read(job, &machines.box, failure);
    if (status)
        return status;
    machines.count = machine_box_count(&machines.box);
    machines.found = memory_new((size_t)machines.count, sizeof *machines.found);
    if (!machines.found)
        return failure_memory(failure, "what is found for each machine");
    status = run_parts(&machines, failure);
    free(machines.found);
    return status;
}

enum status machine_certify(struct machine_try *part, const struct summation *summation,
                            struct failure *failure) {
    struct certificate_output *output;
    enum status status = certificate_open_stream(&output, part->stream, "summation", failure);
    if (status)
        return status;
    status = certificate_put_summation(output, summation, &part->job->limits, failure);
    part->certificates++;
    return certificate_end(output, status, failure);
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
