/* SPDX-License-Identifier: MIT */
/* Those who answer cases: worker processes on this machine, or MPI ranks with such a process each.
 * Whoever hands out the work (sweep_run.h) sees only this.
 *
 * A worker gets requests, works on them one after the other, and replies to each in the same order.
 * It is a process of its own so that a limit on its memory, or its end, hurts only the case that it
 * works on. */
#pragma once

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
 * Framing: below. */
void worker_serve(int socket, const struct crew_place *place);

/* For a worker's process: what libraries say before they give up, for instance that there is no
 * memory, goes to FOLDER/.run/workers.log, if that can be written. */
void crew_redirect_remarks(const char *folder);

/* Requests and replies as bytes between a worker and who asks it: a length of 4 bytes, lowest
 * first, and as many bytes of text. */

enum { CREW_REQUEST_ROOM = 200, CREW_MOST_BYTES = 1 << 26, CREW_FAULT = '!' };

/* A request as text without end of line, and back; false for any other text. */
void crew_request_print(const struct crew_request *request, char text[CREW_REQUEST_ROOM]);
bool crew_request_parse(struct crew_request *request, const char *text);

/* Writes all of it, waiting where needed; false with errno. */
bool crew_frame_write(int descriptor, const char *text, size_t count);

/* Waits for a whole text, owned by the caller, 0-terminated; NULL at the end of the stream and on
 * errors. */
char *crew_frame_read(int descriptor, size_t *count);

/* How the process of a worker ended. Refused memory that can't be returned has a status of its own:
 * any other end is a crash. */
enum { CREW_REFUSED = 80 };
struct crew_end {
    bool by_signal;
    int number; /* of the signal, or the exit status */
};

/* From what waitpid gives; as the text of a message, and back: a text of another form is exit
 * status -1. */
enum { CREW_END_ROOM = 40 };
void crew_end_print(int wait_status, char text[CREW_END_ROOM]);
struct crew_end crew_end_parse(const char *text);

/* In words. */
void crew_end_text(const struct crew_end *end, char *text, size_t room);

/* A failure as the text of a reply; and back, from the text behind CREW_FAULT: returns its
 * status. */
void crew_fault_print(const struct failure *failure, char *text, size_t room);
enum status crew_fault_parse(const char *text, struct failure *failure);
