/* SPDX-License-Identifier: MIT */
/*
 * Claims on all LogP machines of a box: latencies, overheads and gaps from the ranges L, o and g of
 * a case, one machine after the other.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_MACHINE_BOX_H
#define STEADYCAST_TOOLS_CLAIM_MACHINE_BOX_H

#include "solver/model/logp_machine.h"
#include "tools/claims/claim_method.h"

struct machine_box {
    struct claim_range latency;
    struct claim_range overhead;
    struct claim_range gap;
};

/* STATUS_INPUT for missing ranges, and beyond L = 1..100, o = 0..100, g = 1..100. */
enum status machine_box_read(const struct claim_job *job, struct machine_box *box,
                             struct failure *failure);

/* The part of it in which L, o and g are at most so large; may be empty. */
struct machine_box machine_box_below(const struct machine_box *box, long most);

long machine_box_count(const struct machine_box *box);

/* 0 <= index < count; ascending by L, then o, then g. */
struct logp_machine machine_box_at(const struct machine_box *box, long index);

/* Tells what it finds on one machine. */
typedef enum status machine_try(struct claim_job *job, const struct logp_machine *machine,
                                const void *context, struct failure *failure);

/* All machines in their order, up to the first failure. */
enum status machine_box_each(struct claim_job *job, const struct machine_box *box, machine_try *run,
                             const void *context, struct failure *failure);

/* The same for the box and the range P = 1..most of the job, which is the context: a struct
 * claim_range. Says in the table what was tried. */
enum status machine_box_try(struct claim_job *job, machine_try *run, long most,
                            struct failure *failure);

/* The eight corners, or fewer where a range is one number, one after the other. */
enum status machine_box_corners(struct claim_job *job, const struct machine_box *box,
                                machine_try *run, const void *context, struct failure *failure);

#endif
