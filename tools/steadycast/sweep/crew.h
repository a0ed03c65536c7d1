/* SPDX-License-Identifier: MIT */
/*
 * Those who answer cases: worker processes on this machine, or MPI ranks with such a process each.
 * Whoever hands out the work (sweep_run.h) sees only this.
 *
 * A worker gets requests, works on them one after the other, and replies to each in the same order.
 * It is a process of its own so that a limit on its memory, or its end, hurts only the case that it
 * works on.
 */
#ifndef STEADYCAST_TOOLS_CREW_H
#define STEADYCAST_TOOLS_CREW_H

#include "tools/steadycast/campaign/case_answer.h"

struct crew_request {
    size_t index; /* of the case in the campaign */
    int attempt;  /* from 1 */
    struct campaign_limits limits;
};

enum crew_event {
    CREW_NOTHING, /* the time is over, or a signal came */
    CREW_REPLY,   /* `line` answers the oldest request of `worker` */
    CREW_FAILED,  /* `worker` can't go on, the disk is full or it met a fault of ours: `line` says
                     what */
    CREW_DIED,    /* the process of `worker` ended; all its requests are unanswered, and a new one
                     waits for requests; `line` says how it ended, crew_end_parse */
    CREW_LOST     /* the same, and there will be no new one */
};

struct crew_message {
    enum crew_event event;
    int worker;
    char *line; /* case_result_line; owned by the caller, who frees it */
};

struct crew {
    int size; /* workers 0..size-1 */
    void *context;
    /* Does not wait: what does not fit into the worker's queue is kept and sent later. */
    enum status (*send)(struct crew *crew, int worker, const struct crew_request *request,
                        struct failure *failure);
    /* Waits for the next message, so many milliseconds at most. Certificates that a reply names are
     * in the folder of the campaign by then. */
    enum status (*receive)(struct crew *crew, int milliseconds, struct crew_message *message,
                           struct failure *failure);
    /* Ends the process of a worker, which comes as CREW_DIED. */
    void (*end)(struct crew *crew, int worker);
    /* Whether the process of a worker was stopped (SIGSTOP); NULL: nobody knows. */
    bool (*is_stopped)(const struct crew *crew, int worker);
    /* Ends all of them. */
    void (*close)(struct crew *crew);
};

/* What a worker has to know. All borrowed for as long as the crew is there. */
struct crew_place {
    const struct campaign *campaign;
    const char *folder; /* of the campaign; or one of the worker's own, of the same form */
    bool states;        /* stopped searches are kept below the folder */
    case_try *instead;  /* as in struct case_place */
    const void *context;
};

/* `size` processes on this machine. To be made before OpenMP is used by this process, which must
 * have no other threads. */
enum status crew_local_open(struct crew *crew, int size, const struct crew_place *place,
                            struct failure *failure);

/* What a worker does: reads requests from `socket`, writes replies to it, until it is closed.
 * Framing: crew_frame.h. */
void worker_serve(int socket, const struct crew_place *place);

/* For a worker's process: what libraries say before they give up, for instance that there is no
 * memory, goes to FOLDER/.run/workers.log, if that can be written. */
void crew_redirect_remarks(const char *folder);

#endif
