/* SPDX-License-Identifier: MIT */
/* What came out, as text, as JSON, and as a page of all claims: one HTML file that needs nothing
 * else, with the verdicts, the errata, what was tried, and the papers' figures drawn from
 * certificates. */
#pragma once

#include <stdio.h>

#include "tools/claims/claim_run.h"

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
