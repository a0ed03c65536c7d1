/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_job.h"

#include <errno.h>
#include <glob.h>
#include <string.h>
#include <unistd.h>

#include "solver/question/fields.h"

static const struct claim_range *find_range(const struct claim_job *job, const char *key) {
    for (size_t i = 0; i < job->ranges->count; i++)
        if (strcmp(job->ranges->list[i].key, key) == 0)
            return &job->ranges->list[i];
    return NULL;
}

enum status claim_range(const struct claim_job *job, const char *key, struct claim_range *range,
                        struct failure *failure) {
    const struct claim_range *found = find_range(job, key);
    if (!found)
        return claim_case_fault(
            job->claim,
            claim_case_line(job->claim, job->ranges == &job->claim->quick ? "quick" : "full"),
            failure, "here should be a range of %s", key);
    *range = *found;
    return STATUS_OK;
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

/* --- certificates of the case itself --- */

/* The files below the folder of results that fit, in the order of their names. */
static enum status find(const struct claim_job *job, const struct claim_evidence *evidence,
                        glob_t *files, struct failure *failure) {
    char pattern[CLAIM_PATH_ROOM];
    if (snprintf(pattern, sizeof pattern, "%s/%s", job->results, evidence->file) >=
        (int)sizeof pattern)
        return failure_set(failure, STATUS_INPUT, "the name %.80s is too long", evidence->file);
    int error = glob(pattern, 0, NULL, files);
    if (error == GLOB_NOMATCH)
        return claim_case_fault(job->claim, evidence->line, failure, "there is no certificate %s",
                                pattern);
    if (error)
        return failure_set(failure, status_of_errno(errno), "%s: %s", pattern, strerror(errno));
    return STATUS_OK;
}

/* One certificate, as a point of the claim or of its corrected statement. */
static void tell(struct claim_job *job, const struct claim_evidence *evidence, const char *file) {
    static const enum claim_truth claim[] = {
        [CLAIM_SAYS] = CLAIM_HOLDS, [CLAIM_REFUTES] = CLAIM_FAILS, [CLAIM_SHARPENS] = CLAIM_MUTE};
    const struct claim_point point = {.count = 0};
    char *places[2], text[CLAIM_TEXT_ROOM];
    claim_count(&job->finding,
                job->claim->assumes || job->claim->within ? CLAIM_NOWHERE : CLAIM_INSIDE,
                claim[evidence->support],
                evidence->support == CLAIM_SHARPENS ? CLAIM_HOLDS : CLAIM_MUTE, places);
    snprintf(text, sizeof text, "%s: %s", file + strlen(job->results) + 1, evidence->says);
    for (int i = 0; i < 2; i++)
        if (places[i])
            claim_say(&point, places[i], text);
}

static enum status see_files(struct claim_job *job, const struct claim_evidence *evidence,
                             size_t most, struct failure *failure) {
    glob_t files;
    enum status status = find(job, evidence, &files, failure);
    if (status)
        return status;
    size_t count = files.gl_pathc < most ? files.gl_pathc : most;
    for (size_t i = 0; i < count && !status; i++) {
        status = claim_verify(job, files.gl_pathv[i], evidence->says, failure);
        if (!status)
            tell(job, evidence, files.gl_pathv[i]);
    }
    if (!status)
        fprintf(job->table, "%-60s %6zu verified: %s\n", evidence->file, count, evidence->says);
    globfree(&files);
    return status;
}

enum status claim_see_evidence(struct claim_job *job, struct failure *failure) {
    const struct claim_range *files = find_range(job, "files");
    enum status status = STATUS_OK;
    for (size_t i = 0; i < job->claim->evidence_count && !status; i++)
        status = see_files(job, &job->claim->evidence[i], files ? (size_t)files->last : SIZE_MAX,
                           failure);
    return status;
}
