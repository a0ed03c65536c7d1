/* SPDX-License-Identifier: MIT */
/* What becomes the store of a campaign that is not one yet: a store that was damaged, the results
 * of a campaign that is put away. */
#pragma once

#include "tools/steadycast/sweep/store.h"

/* Adds what can be read of FOLDER/answers.damaged. Lines that are not as they were written are
 * reported to `fault`, and go to the table `damaged`. */
enum status store_import_damaged(struct store *store, const char *folder, store_fault *fault,
                                 void *context, struct failure *failure);

/* Adds the rows of FOLDER/results.jsonl; the store is put away if there is such a file. */
enum status store_import_rows(struct store *store, const char *folder, store_fault *fault,
                              void *context, struct failure *failure);

/* FOLDER/answers.sqlite, which is damaged, becomes answers.damaged; `fault` is called. */
enum status store_set_aside(const char *folder, store_fault *fault, void *context,
                            struct failure *failure);
