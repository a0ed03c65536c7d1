/* SPDX-License-Identifier: MIT */
/* One case at work: what it needs, and what it finds. Its lines say how it is tried: `try`,
 * `each`, `where`, `let`, `point`, `certify`, `stream`, `expect`, `instead`, `why`, `print`
 * (cases/README.md). They are compiled when cases are read, so that what is wrong is reported
 * before the first one is tried, and again to be run. */
#pragma once

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

enum { CLAIM_PATH_ROOM = CAMPAIGN_PATH_ROOM };

/* Has steadycheck verify a file of one certificate, whose claim must have all these fields
 * (frame/fields.h), and counts it. STATUS_INTERNAL, with what was said, if it is not verified: then
 * this program is wrong, not the claim. */
enum status claim_verify(struct claim_job *job, const char *path, const char *fields,
                         struct failure *failure);

/* Reads all lines, STATUS_INPUT with file, line and word; *where is then the place of a point by
 * what the claim assumes (NULL: of none). */
enum status claim_program_place(const struct claim_case *claim, const struct claim_point *point,
                                enum claim_membership *where, struct failure *failure);

/* Reports all points to the finding of the job. STATUS_INPUT: a function does not take its
 * arguments; STATUS_INTERNAL: a certificate is not verified. */
enum status claim_program_run(struct claim_job *job, struct failure *failure);

/* `claims --functions`, as text, or as JSON. */
void claim_functions_print(void);
enum status claim_functions_json(struct failure *failure);
