/* SPDX-License-Identifier: MIT */
/* What becomes the store of a campaign that is not one yet: the journal of an older version, a
 * store that was damaged, the results of a campaign that is put away. */
#pragma once

#include "tools/steadycast/sweep/store.h"

/* Adds the lines of FOLDER/journal.jsonl, and what can be read of FOLDER/answers.damaged; *shard
 * becomes that of the file FOLDER/shard, if there is one: all of an older version. Lines that are
 * not as they were written are reported to `fault`, and go to the table `damaged`. A line without
 * an end is that of a killed run, and is passed over. */
enum status store_import_old(struct store *store, const char *folder, struct campaign_shard *shard,
                             store_fault *fault, void *context, struct failure *failure);

/* Removes these files, whose lines are in the store now. */
void store_import_done(const char *folder);

/* Adds the rows of FOLDER/results.jsonl; the store is put away if there is such a file. */
enum status store_import_rows(struct store *store, const char *folder, store_fault *fault,
                              void *context, struct failure *failure);

/* FOLDER/answers.sqlite, which is damaged, becomes answers.damaged; `fault` is called. */
enum status store_set_aside(const char *folder, store_fault *fault, void *context,
                            struct failure *failure);
