/* SPDX-License-Identifier: MIT */
/*
 * How claims are tried. A method is a function of a table; a case file names it and gives the
 * ranges of its parameters.
 *
 * A method never takes the arithmetic of a construction for granted: it counts, plays or searches
 * by itself, or writes certificates and has steadycheck verify them (claim_verify), and tells the
 * finding point by point.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_METHOD_H
#define STEADYCAST_TOOLS_CLAIM_METHOD_H

#include <stdio.h>

#include "solver/base/limits.h"
#include "tools/claims/claim_case.h"
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

/* STATUS_INPUT for ranges that the method does not take. */
typedef enum status claim_try(struct claim_job *job, struct failure *failure);

struct claim_method {
    const char *name;
    const char *ranges;  /* the keys that it takes: "L o g P" */
    const char *summary; /* one line: what is done at a point, and what is told */
    claim_try *run;
};

extern const struct claim_method claim_methods[]; /* ended by a NULL name */

/* NULL if there is no method of this name. */
const struct claim_method *claim_method(const char *name);

/* The range of a key; STATUS_INPUT with file, line and key if it is not there, or reaches beyond
 * least..most. */
enum status claim_range(const struct claim_job *job, const char *key, long least, long most,
                        struct claim_range *range, struct failure *failure);

/* The line of the case file that has the ranges, for claim_case_fault. */
int claim_range_line(const struct claim_job *job);

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
