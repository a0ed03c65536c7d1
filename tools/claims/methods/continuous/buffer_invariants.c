/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.5: what a buffer holds, and what comes to it at one time, in the
 * schedules of Theorem 3.8 with all details (solver/items/construction/buffered_items.h). The
 * messages are played: an item is active for a processor that sends it on.
 */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/items/construction/buffered_items.h"
#include "tools/claims/methods/continuous/lists.h"
#include "tools/claims/methods/methods.h"

enum { MOST_LATENCY = 100, MOST_PROCESSORS = 1000, MOST_ITEMS = 200 };

struct buffers {
    struct claim_job *job;
    struct claim_stream stream;
    long certificates;
    /* of one schedule */
    int latency, items, times;
    bool *active;                          /* [processor items + item-1] */
    unsigned char *actives, *inactives;    /* [processor times + time]: how many arrive */
    long waiting, actives_waiting, crowds; /* messages that wait; times with more than one */
};

static enum status see_sender(void *context, const struct message *m, struct failure *failure) {
    struct buffers *buffers = context;
    (void)failure;
    buffers->active[m->from * buffers->items + m->item - 1] = true;
    return STATUS_OK;
}

static enum status see_arrival(void *context, const struct message *m, struct failure *failure) {
    struct buffers *buffers = context;
    (void)failure;
    bool active = buffers->active[m->to * buffers->items + m->item - 1];
    unsigned char *row = active ? buffers->actives : buffers->inactives;
    buffers->waiting += m->wait > 0;
    buffers->actives_waiting += m->wait > 0 && active;
    buffers->crowds += row[m->to * buffers->times + m->time + buffers->latency]++ > 0;
    return STATUS_OK;
}

static enum status play(struct buffers *buffers, const struct message_list *list,
                        struct failure *failure) {
    size_t rows = (size_t)list->processors + 1;
    buffers->latency = list->machine.latency;
    buffers->items = list->items;
    buffers->times = list->finish + 1;
    buffers->waiting = buffers->actives_waiting = buffers->crowds = 0;
    buffers->active = memory_new(rows * (size_t)list->items, sizeof *buffers->active);
    buffers->actives = memory_new(rows * (size_t)buffers->times, 1);
    buffers->inactives = memory_new(rows * (size_t)buffers->times, 1);
    enum status status = buffers->active && buffers->actives && buffers->inactives
                             ? message_list_each(list, see_sender, buffers, NULL, failure)
                             : failure_memory(failure, "buffers");
    if (!status)
        status = message_list_each(list, see_arrival, buffers, NULL, failure);
    free(buffers->active);
    free(buffers->actives);
    free(buffers->inactives);
    return status;
}

static enum status try_schedule(struct buffers *buffers, int latency, int processors, int items,
                                struct failure *failure) {
    struct items_schedule schedule;
    enum status status = buffered_items(latency, processors, items, &schedule, failure);
    if (status)
        return status;
    status = karp_put_list(buffers->job, &buffers->stream, &schedule.list, failure);
    buffers->certificates += !status;
    if (!status)
        status = play(buffers, &schedule.list, failure);
    if (!status) /* the print omits the details: other schedules are not excluded by these */
        claim_tell(&buffers->job->finding, CLAIM_AT("L P k", latency, processors + 1, items),
                   buffers->actives_waiting || buffers->crowds ? CLAIM_OPEN : CLAIM_HOLDS,
                   CLAIM_MUTE, "%ld active items wait, %ld arrivals are one too many",
                   buffers->actives_waiting, buffers->crowds);
    items_schedule_clear(&schedule);
    return status;
}

static enum status walk(struct buffers *buffers, const struct claim_range ranges[3],
                        struct failure *failure) {
    const struct claim_range *latency = &ranges[0], *all = &ranges[1], *items = &ranges[2];
    enum status status = STATUS_OK;
    long waiting = 0;
    for (long L = latency->first; L <= latency->last && !status; L++)
        for (long P = all->first; P <= all->last && !status; P++)
            for (long k = items->first; k <= items->last && !status; k++) {
                status = try_schedule(buffers, (int)L, (int)P - 1, (int)k, failure);
                waiting += buffers->waiting;
            }
    if (!status)
        fprintf(buffers->job->table, "%ld schedules, in which %ld messages wait\n",
                buffers->certificates, waiting);
    return status;
}

enum status try_buffer_invariants(struct claim_job *job, struct failure *failure) {
    struct buffers buffers = {.job = job};
    struct claim_range ranges[3];
    enum status status = claim_range(job, "L", 1, MOST_LATENCY, &ranges[0], failure);
    if (!status)
        status = claim_range(job, "P", 2, MOST_PROCESSORS, &ranges[1], failure);
    if (!status)
        status = claim_range(job, "k", 1, MOST_ITEMS, &ranges[2], failure);
    if (!status)
        status = claim_stream_open(job, "all.certs", &buffers.stream, failure);
    if (status)
        return status;
    status = walk(&buffers, ranges, failure);
    if (status)
        claim_stream_drop(&buffers.stream);
    else
        status = claim_stream_close(job, &buffers.stream, buffers.certificates, false, NULL, NULL,
                                    failure);
    return status;
}
