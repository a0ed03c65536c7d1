/* SPDX-License-Identifier: MIT */
/* What came out, as text and as JSON. */
#ifndef STEADYCAST_TOOLS_CLAIM_TABLE_H
#define STEADYCAST_TOOLS_CLAIM_TABLE_H

#include <stdio.h>

#include "tools/claims/claim_run.h"

/* A line for each case that has a record: claim, paper, parameters tried, verdict, evidence; under
 * each paper. A body for output_file_write; `context` is a struct claim_list. */
enum status claim_table(FILE *file, const void *context, struct failure *failure);

/* "139 claims: verified 41, .., unknown 2; as reconstructed 7 of them; 806250 certificates", of
 * those that have a record. */
void claim_table_counts(FILE *file, const struct claim_list *claims);

/* The parameters that were tried, as "L=1..4 P=2..20". */
void claim_table_ranges(FILE *file, const struct claim_entry *entry);

/* An object for each case, one a line, on stdout. */
enum status claim_table_json(const struct claim_list *claims, struct failure *failure);

#endif
