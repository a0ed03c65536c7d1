/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/machine_box.h"

enum { MOST = 100 };

enum status machine_box_read(const struct claim_job *job, struct machine_box *box,
                             struct failure *failure) {
    struct machine_box read;
    enum status status = claim_range(job, "L", 1, MOST, &read.latency, failure);
    if (!status)
        status = claim_range(job, "o", 0, MOST, &read.overhead, failure);
    if (!status)
        status = claim_range(job, "g", 1, MOST, &read.gap, failure);
    if (!status)
        *box = read;
    return status;
}

static struct claim_range below(struct claim_range range, long most) {
    range.last = range.last < most ? range.last : most;
    return range;
}

struct machine_box machine_box_below(const struct machine_box *box, long most) {
    return (struct machine_box){below(box->latency, most), below(box->overhead, most),
                                below(box->gap, most)};
}

static long length(const struct claim_range *range) {
    return range->last < range->first ? 0 : range->last - range->first + 1;
}

long machine_box_count(const struct machine_box *box) {
    return length(&box->latency) * length(&box->overhead) * length(&box->gap);
}

struct logp_machine machine_box_at(const struct machine_box *box, long index) {
    long gaps = length(&box->gap), overheads = length(&box->overhead);
    return (struct logp_machine){
        .latency = (int)(box->latency.first + index / gaps / overheads),
        .overhead = (int)(box->overhead.first + index / gaps % overheads),
        .gap = (int)(box->gap.first + index % gaps),
    };
}

enum status machine_box_each(struct claim_job *job, const struct machine_box *box, machine_try *run,
                             const void *context, struct failure *failure) {
    enum status status = STATUS_OK;
    for (long i = 0; i < machine_box_count(box) && !status; i++) {
        struct logp_machine machine = machine_box_at(box, i);
        status = run(job, &machine, context, failure);
    }
    return status;
}

enum status machine_box_try(struct claim_job *job, machine_try *run, long most,
                            struct failure *failure) {
    struct machine_box box;
    struct claim_range processors;
    enum status status = machine_box_read(job, &box, failure);
    if (!status)
        status = claim_range(job, "P", 1, most, &processors, failure);
    if (!status)
        status = machine_box_each(job, &box, run, &processors, failure);
    if (!status)
        fprintf(job->table, "%ld machines, P <= %ld\n", machine_box_count(&box), processors.last);
    return status;
}

enum status machine_box_corners(struct claim_job *job, const struct machine_box *box,
                                machine_try *run, const void *context, struct failure *failure) {
    const struct claim_range *ranges[] = {&box->latency, &box->overhead, &box->gap};
    enum status status = STATUS_OK;
    for (int corner = 0; corner < 8 && !status; corner++) {
        long at[3];
        bool twice = false;
        for (int i = 0; i < 3; i++) {
            bool last = corner >> (2 - i) & 1;
            at[i] = last ? ranges[i]->last : ranges[i]->first;
            twice |= last && ranges[i]->first == ranges[i]->last;
        }
        struct logp_machine machine = {(int)at[0], (int)at[1], (int)at[2]};
        if (!twice)
            status = run(job, &machine, context, failure);
    }
    return status;
}
