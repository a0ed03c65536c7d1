/* SPDX-License-Identifier: MIT */
/* Frames (crew.h) on a socket without waiting: what does not fit into it is kept, what came of a
 * frame is kept until the frame is whole. */
#ifndef STEADYCAST_TOOLS_CLUSTER_FRAME_STREAM_H
#define STEADYCAST_TOOLS_CLUSTER_FRAME_STREAM_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes in the order in which they came; those before `start` are done with. */
struct frame_bytes {
    char *data;
    size_t start;
    size_t end;
    size_t room;
};

struct frame_stream {
    int descriptor; /* -1: closed */
    bool ended;     /* the other side has closed it, or it can't be used any more */
    struct frame_bytes in;
    struct frame_bytes out;
};

/* Takes over the descriptor, and makes it non-blocking. Ends with clear, which closes it. */
void frame_stream_init(struct frame_stream *stream, int descriptor);
void frame_stream_clear(struct frame_stream *stream);

/* Appends a frame to what is to be sent. Without memory the stream has ended. */
void frame_stream_put(struct frame_stream *stream, const char *bytes, size_t count);

/* Sends what the socket takes. */
void frame_stream_flush(struct frame_stream *stream);

/* Reads what is there; to be followed by takes until there is no more, before anybody waits. */
void frame_stream_fill(struct frame_stream *stream);

/* Is something left to be sent? */
bool frame_stream_is_full(const struct frame_stream *stream);

/* The next whole frame, owned by the caller, 0-terminated; NULL if there is none. */
char *frame_stream_take(struct frame_stream *stream, size_t *count);

#endif
