/* SPDX-License-Identifier: MIT */
/*
 * One case at work: what it needs, and what it finds. How it is tried is told by its lines
 * (claim_program.h).
 */
#ifndef STEADYCAST_TOOLS_CLAIM_JOB_H
#define STEADYCAST_TOOLS_CLAIM_JOB_H

#include <stdio.h>

#include "solver/base/limits.h"
#include "tools/claims/claim_finding.h"
#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/frame/checker.h"

struct claim_job {
    const struct claim_case *claim;
    const struct claim_ranges *ranges; /* quick or full */
    const char *folder;                /* for what is kept: certificates; it exists */
    const char *results;               /* where earlier certificates are */
    const char *checker;               /* steadycheck */
    struct limits limits; /* one thread; it is never asked to stop: its process is ended */
    FILE *table; /* for the numbers, as lines of text below 120 characters; shown on the page */
    struct claim_finding finding;
};

/* The range of a key; STATUS_INPUT with file, line and key if it is not there. */
enum status claim_range(const struct claim_job *job, const char *key, struct claim_range *range,
                        struct failure *failure);

/* The certificates that the case names, below the folder of results: each must say what it should,
 * and is a point of the claim or of its corrected statement. With a range files=1..N the first N of
 * each line. */
enum status claim_see_evidence(struct claim_job *job, struct failure *failure);

enum { CLAIM_PATH_ROOM = CAMPAIGN_PATH_ROOM };

/*
 * Has steadycheck verify a file of one certificate, whose claim must have all these fields
 * (frame/fields.h), and counts it. STATUS_INTERNAL, with what was said, if it is not verified: then
 * this program is wrong, not the claim.
 */
enum status claim_verify(struct claim_job *job, const char *path, const char *fields,
                         struct failure *failure);

/*
 * A stream of certificates, one behind the other, written to a file of the folder by
 * certificate_open_stream. At its end steadycheck verifies all of them; each verdict goes to `take`
 * (may be NULL), and there must be `certificates` of them. The file is deleted unless `keep`, or if
 * something is wrong with it.
 */
struct claim_stream {
    FILE *file;
    char path[CLAIM_PATH_ROOM];
};

enum status claim_stream_open(struct claim_job *job, const char *name, struct claim_stream *stream,
                              struct failure *failure);
enum status claim_stream_close(struct claim_job *job, struct claim_stream *stream,
                               long certificates, bool keep, checker_line *take, void *context,
                               struct failure *failure);
/* Instead, after a failure: closes and deletes it. */
void claim_stream_drop(struct claim_stream *stream);

#endif
