/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <glob.h>
#include <string.h>

#include "tools/claims/methods/methods.h"

enum { MOST_FILES = 1000000 };

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
    claim_tell(&job->finding, NULL, claim[evidence->support],
               evidence->support == CLAIM_SHARPENS ? CLAIM_HOLDS : CLAIM_MUTE, "%s: %s",
               file + strlen(job->results) + 1, evidence->says);
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

enum status try_evidence(struct claim_job *job, struct failure *failure) {
    struct claim_range files = {.first = 1, .last = MOST_FILES};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < job->ranges->count && !status; i++)
        if (strcmp(job->ranges->list[i].key, "files") == 0)
            status = claim_range(job, "files", 1, MOST_FILES, &files, failure);
    for (size_t i = 0; i < job->claim->evidence_count && !status; i++)
        status = see_files(job, &job->claim->evidence[i], (size_t)files.last, failure);
    return status;
}

enum status try_certificates(struct claim_job *job, struct failure *failure) {
    if (!job->claim->evidence_count)
        return claim_case_fault(job->claim, job->claim->last_line, failure,
                                "there is no line `certificate`");
    return try_evidence(job, failure);
}
