/* SPDX-License-Identifier: MIT */
/*
 * Broadcasts of K items by construction, written one behind the other for steadycheck.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_KARP_LISTS_H
#define STEADYCAST_TOOLS_CLAIM_KARP_LISTS_H

#include "solver/question/constructions.h"
#include "tools/claims/claim_method.h"

/* Appends the certificate of the list, kind messages. */
enum status karp_put_list(struct claim_job *job, struct claim_stream *stream,
                          const struct message_list *list, struct failure *failure);

/* The same in a file of its own in the folder of the job, which steadycheck verifies and whose
 * claim contains `says`. It is kept. */
enum status karp_keep_list(struct claim_job *job, const char *name, const struct message_list *list,
                           const char *says, struct failure *failure);

/* Appends the bound of the question, kind items-bound; *finish is what it says. */
enum status karp_put_bound(struct claim_stream *stream, const struct items_question *question,
                           int *finish, struct failure *failure);

#endif
