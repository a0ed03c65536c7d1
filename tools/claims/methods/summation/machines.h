/* SPDX-License-Identifier: MIT */
/*
 * Claims about LogP machines of the ranges L, o, g, with the certificates of sums in one stream.
 * Methods without certificates of their machines have machine_box_each.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_MACHINES_H
#define STEADYCAST_TOOLS_CLAIM_MACHINES_H

#include "solver/collective/summation/summation.h"
#include "tools/claims/claim_method.h"

/* One machine. */
struct machine_try {
    struct claim_job *job;
    const void *context; /* of the method */
    struct logp_machine machine;
    FILE *stream; /* of certificates; NULL: none are asked for */
    long certificates;
};

typedef enum status machine_part(struct machine_try *part, struct failure *failure);

/*
 * Tries all machines of the box of the case (machine_box.h), L outermost, g innermost. `certified`:
 * steadycheck verifies what the parts have written; the file is deleted.
 */
enum status try_machines(struct claim_job *job, machine_part *try, const void *context,
                         bool certified, struct failure *failure);

/* The two certificates of sums, counted. */
enum status machine_certify(struct machine_try *part, const struct summation *summation,
                            struct failure *failure);
enum status machine_certify_bound(struct machine_try *part, int64_t processors, int64_t time,
                                  struct failure *failure);

/* The schedule of a tree, played; *operands = N, or 0 and the player's words in played->why if it
 * can't be played. `certify`: it is written as well, if it is right. */
enum status machine_sum(struct machine_try *part, const struct summation_tree *tree, bool certify,
                        int64_t *operands, struct summation_played *played,
                        struct failure *failure);

#endif
