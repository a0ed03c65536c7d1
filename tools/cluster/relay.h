/* SPDX-License-Identifier: MIT */
/* The process between a rank and its worker. It is forked before MPI starts, and forks the worker,
 * again whenever one ends, so that no process of MPI ever has to fork. It ends, with its worker, as
 * soon as the rank closes the socket or ends.
 *
 * Messages are bytes whose first says what they are. The rank sends those of enum relay_order, and
 * gets those of enum relay_news; both kinds also travel between ranks as they are. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "tools/steadycast/sweep/crew.h"

/* Frames (crew.h) on a socket without waiting: what does not fit into it is kept, what came of a
 * frame is kept until the frame is whole. */

/* Bytes in the order in which they came; those before `start` are done with. */
struct frame_bytes {
    char *data;
    size_t start, end, room;
};

struct frame_stream {
    int descriptor; /* -1: closed */
    bool ended;     /* the other side has closed it, or it can't be used any more */
    struct frame_bytes in;
    struct frame_bytes out;
};

/* The next whole frame, owned by the caller, 0-terminated; NULL if there is none. */
char *frame_stream_take(struct frame_stream *stream, size_t *count);

enum relay_order {
    RELAY_BEGIN = 'B',   /* a struct crew_place, relay_print_begin; once, before all others */
    RELAY_REQUEST = 'R', /* a request, relay_print_request */
    RELAY_END = 'E'      /* end the worker; relay_print_end */
};

enum relay_news {
    RELAY_REPLY = 'L', /* the line that the worker replied */
    RELAY_DIED = 'D',  /* the worker ended; how, crew_end_parse */
    RELAY_LOST = 'X'   /* the same, and there will be no other */
};

/* The rank's side. */
struct relay {
    struct frame_stream stream;
    pid_t process;
};

/* Forks the relay. This process must have no other threads. STATUS_SYSTEM when the system refuses.
 * Ends with stop, which ends the worker, too, and waits for both. */
enum status relay_start(struct relay *relay, struct failure *failure);
void relay_stop(struct relay *relay);

/* Sends a message, and frees it; NULL is memory that was refused, which ends the stream. */
void relay_send(struct relay *relay, char *bytes, size_t count);

/* Waits until something comes from the relay, so many milliseconds at most, and takes what is
 * there. false if a signal came instead. */
bool relay_wait(struct relay *relay, int milliseconds);

/* The message, owned by the caller; NULL without memory. `deaths`: how often the sender knows the
 * worker to have ended. Requests made in the belief that a worker lives which is dead are dropped:
 * the sender, notified of its death, asks again. */
char *relay_print_begin(const struct crew_place *place, size_t *count);
char *relay_print_request(const struct crew_request *request, long deaths, size_t *count);
char *relay_print_end(long deaths, size_t *count);

/* A message of the first byte and a text. */
char *relay_print(int first, const char *text, size_t *count);

/* What is read of an order to begin; all borrowed from the message. */
struct relay_begin {
    bool states;
    const char *folder;
    const char *base; /* "": the working directory */
    const char *text; /* of the campaign */
    size_t size;
};

/* false if the message is not of this form. */
bool relay_parse_begin(const char *bytes, size_t size, struct relay_begin *parsed);

/* The same orders to begin, for a folder of the rank's own. */
char *relay_begin_elsewhere(const char *begin, size_t size, const char *folder, size_t *count);
