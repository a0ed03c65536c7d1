/* SPDX-License-Identifier: MIT */
/*
 * Certificates by which a method has steadycheck confirm what it tells: written one behind the
 * other, each with a text that the line of steadycheck for it must contain.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_WITNESS_H
#define STEADYCAST_TOOLS_CLAIM_WITNESS_H

#include "solver/model/logp_machine.h"
#include "solver/model/message_list.h"
#include "tools/claims/claim_method.h"
#include "tools/claims/methods/machine_box.h"

struct witness {
    struct claim_stream stream;
    long certificates;
    char *expected; /* the texts, each with its end; owned */
    size_t length, room;
    size_t next; /* where the text for the next line begins */
    bool wrong;
    char fault[300]; /* the first line that does not contain its text */
};

/* The caller ends with close or with drop. */
enum status witness_open(struct claim_job *job, const char *name, struct witness *witness,
                         struct failure *failure);

/* Kind messages, of one item on a LogP machine: for this number of processors, ending when the list
 * says. */
enum status witness_broadcast(struct witness *witness, const struct message_list *list,
                              struct failure *failure);

/* Kind reach: no more than `known` processors know the item at this time. */
enum status witness_reach(struct witness *witness, const struct logp_machine *machine, int64_t time,
                          int64_t known, struct failure *failure);

/* Has all of them verified, and deletes them. STATUS_INTERNAL if one is not, or not for what it was
 * written. */
enum status witness_close(struct claim_job *job, struct witness *witness, struct failure *failure);
void witness_drop(struct witness *witness);

/* Closes if `status` is STATUS_OK, else drops and gives it back. */
enum status witness_end(struct claim_job *job, struct witness *witness, enum status status,
                        struct failure *failure);

/* Writes the certificates of one point. */
typedef enum status witness_point(struct claim_job *job, struct witness *witness,
                                  const struct logp_machine *machine, int processors,
                                  struct failure *failure);

/* Those of all machines of the box and all these numbers of processors, verified in one stream. */
enum status witness_each(struct claim_job *job, witness_point *point, const struct machine_box *box,
                         const struct claim_range *processors, struct failure *failure);

/* Those of one machine and one number. */
enum status witness_one(struct claim_job *job, witness_point *point,
                        const struct logp_machine *machine, int processors,
                        struct failure *failure);

#endif
