/* SPDX-License-Identifier: MIT */
/* All cases of a folder, tried as a campaign (sweep_run.h): a worker tries several, one after the
 * other, by their lines (claim_job.h), and a store has those that are done.
 *
 * What was found goes to a folder: findings (claim_finding.h) and the certificates that are kept.
 * While a run is under way, FOLDER/.run is the folder of the campaign; a run that was killed leaves
 * it, and the next one goes on there. When the last case is done all is moved to FOLDER at once. */
#pragma once

#include <stdio.h>

#include "tools/claims/claim_finding.h"
#include "tools/steadycast/frame/control.h"

struct claim_entry {
    struct claim_case claim;
    struct claim_finding finding;
    bool selected; /* by the pattern */
};

struct claim_list {
    size_t count;
    struct claim_entry *list; /* by paper, in the order of claim_papers; then by name */
};

struct claim_run {
    const char *results; /* where earlier certificates are */
    const char *folder;  /* for what is found; it exists */
    bool quick;
    bool restart; /* what a run before left in FOLDER/.run is not taken */
    int threads;  /* cases at a time; 0: one for each processor */
    struct control *control;
    struct claim_list *claims;
};

/* All files *.case of the folder. STATUS_INPUT if there is none, or one is wrong. The
 * caller clears the list. */
enum status claim_list_read(struct claim_list *claims, const char *folder, struct failure *failure);
void claim_list_clear(struct claim_list *claims);

/* Selects those whose names have `pattern` in them, or fit it if it has * or ?; NULL: all. Returns
 * how many. */
size_t claim_list_select(struct claim_list *claims, const char *pattern);

/* STATUS_INPUT: `pattern` selects none; with the name, or the beginning of names, that is near. */
enum status claim_list_none(const struct claim_list *claims, const char *pattern,
                            struct failure *failure);

/* Tries all that are selected, and moves what was found to run->folder. STATUS_LIMIT when stopped,
 * STATUS_INPUT when a function does not take its arguments, STATUS_INTERNAL when a certificate is
 * not verified, a corrected statement fails, or a worker dies: then the others are kept for the
 * next run. */
enum status claim_run_all(const struct claim_run *run, struct failure *failure);

/* A line for each case that has a record: claim, paper, parameters tried, verdict, evidence; under
 * each paper. A body for output_file_write; `context` is a struct claim_list. */
enum status claim_table(FILE *file, const void *context, struct failure *failure);

/* An object for each case, one a line, on stdout. */
enum status claim_table_json(const struct claim_list *claims, struct failure *failure);

struct claim_page {
    const struct claim_list *claims; /* those that have records are shown */
    const char *folder;              /* where the findings are, for the figures */
    const char *link;                /* how the page finds that folder: its name, as in addresses */
    size_t *undrawn;                 /* figures that could not be drawn are counted here */
};

/* A body for output_file_write; `context` is a struct claim_page. A figure that can't be drawn, as
 * its certificate is gone or is not that of this picture, is a line of the page that says why, and
 * one on stderr. */
enum status claim_page(FILE *file, const void *context, struct failure *failure);
