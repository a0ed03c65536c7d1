/* SPDX-License-Identifier: MIT */
/*
 * The least time for k items with several ports and any latency, small cases exactly: the question
 * at the end of Bar-Noy and Ho's paper.
 */
#include <limits.h>
#include <stdlib.h>

#include "tools/claims/methods/methods.h"
#include "tools/claims/methods/multiport/multiport_search.h"

struct cells {
    struct claim_job *job;
    struct items_plans *plans;
    struct claim_stream stream;
    long certificates;
    long settled;
    long above; /* more than counting says */
};

static enum status write_both(struct cells *cells, const struct outcome *found,
                              struct failure *failure) {
    enum status status =
        evidence_write_stream(found->bound, cells->stream.file, &cells->job->limits, failure);
    if (!status)
        status = evidence_write_stream(found->schedule, cells->stream.file, &cells->job->limits,
                                       failure);
    if (!status)
        cells->certificates += 2;
    return status;
}

/* The least time is known, by two certificates. Where it is more than counting says is told in the
 * table. */
static enum status tell_cell(struct cells *cells, const struct items_question *question,
                             struct failure *failure) {
    struct outcome found;
    enum status status = multiport_search(cells->job, question, 0, cells->plans, &found, failure);
    if (status)
        return status;
    const struct items_time *time = found.detail;
    bool settled = time->lower == time->upper;
    if (settled)
        status = write_both(cells, &found, failure);
    if (!status)
        claim_tell(&cells->job->finding,
                   CLAIM_AT("L p P k", question->latency, question->ports, question->processors + 1,
                            question->items),
                   settled ? CLAIM_HOLDS : CLAIM_OPEN, CLAIM_MUTE,
                   "%d steps at least, %d are enough", time->lower, time->upper);
    if (!status && time->lower > time->counted)
        fprintf(cells->job->table, "L=%d, p=%d, P=%d, k=%d: %d steps at least, %d by counting\n",
                question->latency, question->ports, question->processors + 1, question->items,
                time->lower, time->counted);
    cells->settled += settled;
    cells->above += time->lower > time->counted;
    outcome_clear(&found);
    return status;
}

static enum status tell_ports(struct cells *cells, int latency, int ports,
                              const struct claim_range *processors, const struct claim_range *items,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    for (long n = processors->first - 1; n < processors->last && !status; n++)
        for (long k = items->first; k <= items->last && !status; k++) {
            struct items_question question = {latency, ports, (int)n, (int)k, false};
            status = tell_cell(cells, &question, failure);
        }
    return status;
}

enum status try_multiport_latency(struct claim_job *job, struct failure *failure) {
    struct claim_range latency, ports, processors, items;
    struct cells cells = {.job = job};
    enum status status = claim_range(job, "L", 1, 100, &latency, failure);
    if (!status)
        status = claim_range(job, "p", 1, 100, &ports, failure);
    if (!status)
        status = claim_range(job, "P", 2, 100, &processors, failure);
    if (!status)
        status = claim_range(job, "k", 1, 100, &items, failure);
    if (!status)
        status = claim_stream_open(job, "stream.certs", &cells.stream, failure);
    if (status)
        return status;
    cells.plans = items_plans_new();
    if (!cells.plans)
        status = failure_memory(failure, "plans");
    for (long p = ports.first; p <= ports.last && !status; p++) {
        cells.settled = cells.above = 0;
        for (long l = latency.first; l <= latency.last && !status; l++)
            status = tell_ports(&cells, (int)l, (int)p, &processors, &items, failure);
        if (!status)
            fprintf(job->table,
                    "L %ld..%ld, P %ld..%ld, k %ld..%ld, p = %ld: %ld settled, %ld of them above "
                    "counting\n",
                    latency.first, latency.last, processors.first, processors.last, items.first,
                    items.last, p, cells.settled, cells.above);
    }
    items_plans_free(cells.plans);
    if (status)
        claim_stream_drop(&cells.stream);
    else
        status =
            claim_stream_close(job, &cells.stream, cells.certificates, false, NULL, NULL, failure);
    return status ? status : try_evidence(job, failure);
}
