/* SPDX-License-Identifier: MIT */
/* What a running campaign still has to ask, in which order: the cases, those of dead workers again,
 * and retries when all else is done. */
#ifndef STEADYCAST_TOOLS_SWEEP_QUEUE_H
#define STEADYCAST_TOOLS_SWEEP_QUEUE_H

#include "tools/steadycast/sweep/answers.h"
#include "tools/steadycast/sweep/crew.h"

struct request_list {
    size_t first;
    size_t count;
    size_t room;
    struct crew_request *list;
};

struct sweep_queue {
    const struct campaign *campaign;
    const struct answers *answers;
    const size_t *order; /* borrowed */
    size_t order_count;
    size_t next;                 /* in `order` */
    struct request_list urgent;  /* asked before any further case */
    struct request_list retries; /* asked when nothing else is left */
};

void sweep_queue_init(struct sweep_queue *queue, const struct campaign *campaign,
                      const struct answers *answers, const size_t *order, size_t count);
void sweep_queue_clear(struct sweep_queue *queue);

/* Requests that wait. */
size_t sweep_queue_left(const struct sweep_queue *queue);

/* The next request, its limits not set. False: there is none. */
bool sweep_queue_next(struct sweep_queue *queue, struct crew_request *request);

/* A request that was not answered; one that is to be tried again. */
enum status sweep_queue_again(struct sweep_queue *queue, const struct crew_request *request,
                              struct failure *failure);
enum status sweep_queue_retry(struct sweep_queue *queue, const struct crew_request *request,
                              struct failure *failure);

#endif
