/* SPDX-License-Identifier: MIT */
/*
 * What a running campaign still has to ask, in which order: the cases, those of dead workers again,
 * pieces of cases that are cut, and retries when all else is done.
 */
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

/* A case that is cut. */
struct sweep_cut {
    size_t index;
    int count;    /* of pieces */
    int found;    /* the first piece known to have a schedule; `count` if none is */
    bool *failed; /* of each piece: this run has given it up; owned */
    bool joining; /* its pieces are being put together */
};

struct sweep_queue {
    const struct campaign *campaign;
    const struct answers *answers;
    const size_t *order; /* borrowed */
    size_t order_count;
    size_t next;                 /* in `order` */
    struct request_list urgent;  /* asked before any further case */
    struct request_list joins;   /* for worker 0 only */
    struct request_list retries; /* asked when nothing else is left */
    size_t cut_count, cut_room;
    struct sweep_cut *cuts;
};

void sweep_queue_init(struct sweep_queue *queue, const struct campaign *campaign,
                      const struct answers *answers, const size_t *order, size_t count);
void sweep_queue_clear(struct sweep_queue *queue);

/* Requests that wait, those of cases that are not cut yet counted as one. */
size_t sweep_queue_left(const struct sweep_queue *queue);

/* The next request, its limits not set. *any: there was one. */
enum status sweep_queue_next(struct sweep_queue *queue, bool joins, struct crew_request *request,
                             bool *any, struct failure *failure);

/* A request that was not answered; one that is to be tried again. */
enum status sweep_queue_again(struct sweep_queue *queue, const struct crew_request *request,
                              struct failure *failure);
enum status sweep_queue_retry(struct sweep_queue *queue, const struct crew_request *request,
                              struct failure *failure);

/* A piece has a result in the store: it is tried again, or, when no piece is needed any more,
 * all are put together. A piece that is given up is left to that as well. */
enum status sweep_queue_note_piece(struct sweep_queue *queue, const struct crew_request *request,
                                   struct failure *failure);

/* The first piece that was given up of those that are needed to put a case together, as the store
 * has it; NULL: there is none. */
const struct case_result *sweep_queue_given_up(const struct sweep_queue *queue, size_t index);

/* In how many pieces the case of this request is cut. */
int sweep_queue_pieces(const struct sweep_queue *queue, const struct crew_request *request);

#endif
