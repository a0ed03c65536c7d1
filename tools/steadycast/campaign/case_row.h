/* SPDX-License-Identifier: MIT */
/*
 * A case and what came of it as a row of results.jsonl and results.csv, for other programs
 * (results/results.schema.json): a key or column for each parameter.
 */
#ifndef STEADYCAST_TOOLS_CASE_ROW_H
#define STEADYCAST_TOOLS_CASE_ROW_H

#include <jansson.h>
#include <stdio.h>

#include "tools/steadycast/campaign/case_result.h"

/* The object of a line of results.jsonl. `put_away`: without seconds and memory, which differ from
 * run to run. NULL without memory. */
json_t *case_row(const struct case_result *result, const struct campaign_case *asked,
                 bool put_away);

/* Prints a line of results.csv (RFC 4180); NULL: the names of its columns. STATUS_MEMORY for
 * refused memory. */
enum status case_row_print(FILE *file, const json_t *row, struct failure *failure);

#endif
