/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_method.h"
#include "tools/steadycast/frame/fields.h"

#include <string.h>
#include <unistd.h>

const struct claim_method *claim_method(const char *name) {
    const struct claim_method *method = claim_methods;
    while (method->name && strcmp(method->name, name) != 0)
        method++;
    return method->name ? method : NULL;
}

int claim_range_line(const struct claim_job *job) {
    return claim_case_line(job->claim, job->ranges == &job->claim->quick ? "quick" : "full");
}

enum status claim_range(const struct claim_job *job, const char *key, long least, long most,
                        struct claim_range *range, struct failure *failure) {
    for (size_t i = 0; i < job->ranges->count; i++) {
        const struct claim_range *found = &job->ranges->list[i];
        if (strcmp(found->key, key) != 0)
            continue;
        if (found->first < least || found->last > most)
            return claim_case_fault(job->claim, claim_range_line(job), failure,
                                    "%s=%ld..%ld is not within %ld..%ld", key, found->first,
                                    found->last, least, most);
        *range = *found;
        return STATUS_OK;
    }
    return claim_case_fault(job->claim, claim_range_line(job), failure,
                            "the method %s needs a range of %s", job->claim->method, key);
}

/* What steadycheck said is not what it should have. */
static enum status unexpected(const char *path, const char *line, const char *fields,
                              struct failure *failure) {
    return failure_set(failure, STATUS_INTERNAL, "%s: steadycheck says '%.150s', and not '%.100s'",
                       path, line, fields);
}

enum status claim_verify(struct claim_job *job, const char *path, const char *fields,
                         struct failure *failure) {
    struct checker_verdict said;
    enum status status = checker_run(job->checker, path, &job->limits, &said, failure);
    if (status)
        return status;
    if (!said.verified || !fields_include(said.fields, fields))
        return unexpected(path, said.line, fields, failure);
    job->finding.certificates++;
    return STATUS_OK;
}

enum status claim_stream_open(struct claim_job *job, const char *name, struct claim_stream *stream,
                              struct failure *failure) {
    struct claim_stream opened = {0};
    enum status status = campaign_folder_path(job->folder, name, opened.path, failure);
    if (status)
        return status;
    opened.file = fopen(opened.path, "wb");
    if (!opened.file)
        return failure_set(failure, STATUS_SYSTEM, "%s can't be written", opened.path);
    *stream = opened;
    return STATUS_OK;
}

void claim_stream_drop(struct claim_stream *stream) {
    fclose(stream->file);
    unlink(stream->path);
    stream->file = NULL;
}

enum status claim_stream_close(struct claim_job *job, struct claim_stream *stream,
                               long certificates, bool keep, checker_line *take, void *context,
                               struct failure *failure) {
    struct checker_verdict said;
    char fields[60];
    if (ferror(stream->file) || fflush(stream->file) != 0) {
        claim_stream_drop(stream);
        return failure_set(failure, STATUS_SYSTEM, "%s could not be written", stream->path);
    }
    if (certificates == 0) { /* nothing in the ranges was to be verified */
        claim_stream_drop(stream);
        return STATUS_OK;
    }
    snprintf(fields, sizeof fields, "certificates=%ld", certificates);
    enum status status =
        checker_run_stream(job->checker, stream->path, take, context, &job->limits, &said, failure);
    if (!status && (!said.verified || !fields_include(said.fields, fields)))
        status = unexpected(stream->path, said.line, fields, failure);
    fclose(stream->file);
    stream->file = NULL;
    if (status)
        return status; /* the file stays, for whoever wants to see what is wrong */
    if (!keep)
        unlink(stream->path);
    job->finding.certificates += certificates;
    return STATUS_OK;
}
