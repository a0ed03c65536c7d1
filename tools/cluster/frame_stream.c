/* SPDX-License-Identifier: MIT */
#include "tools/cluster/frame_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/sweep/crew.h"

enum { HEAD = 4, READ_AT_ONCE = 1 << 16 };

void frame_stream_init(struct frame_stream *stream, int descriptor) {
    *stream = (struct frame_stream){.descriptor = descriptor};
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0)
        stream->ended = true;
}

void frame_stream_clear(struct frame_stream *stream) {
    if (stream->descriptor >= 0)
        close(stream->descriptor);
    free(stream->in.data);
    free(stream->out.data);
    *stream = (struct frame_stream){.descriptor = -1, .ended = true};
}

/* Room for `more` bytes at the end; what is done with makes place first. */
static bool reserve(struct frame_bytes *bytes, size_t more) {
    if (bytes->start > 0) {
        memmove(bytes->data, bytes->data + bytes->start, bytes->end - bytes->start);
        bytes->end -= bytes->start;
        bytes->start = 0;
    }
    if (bytes->room - bytes->end >= more)
        return true;
    size_t room = 2 * bytes->end + more;
    char *data = memory_resize(bytes->data, room, 1);
    if (!data)
        return false;
    bytes->data = data;
    bytes->room = room;
    return true;
}

static void append(struct frame_bytes *bytes, const char *data, size_t count) {
    memcpy(bytes->data + bytes->end, data, count);
    bytes->end += count;
}

void frame_stream_put(struct frame_stream *stream, const char *bytes, size_t count) {
    char head[HEAD];
    for (int i = 0; i < HEAD; i++)
        head[i] = (char)(count >> (8 * i) & 0xff);
    if (stream->ended || count > CREW_MOST_BYTES || !reserve(&stream->out, HEAD + count)) {
        stream->ended = true;
        return;
    }
    append(&stream->out, head, HEAD);
    append(&stream->out, bytes, count);
}

bool frame_stream_is_full(const struct frame_stream *stream) {
    return !stream->ended && stream->out.start < stream->out.end;
}

/* Is it an error that passes? */
static bool passes(ssize_t done) {
    return done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

/* An end is seen when reading, so that what came before it is not lost. */
void frame_stream_flush(struct frame_stream *stream) {
    while (frame_stream_is_full(stream)) {
        ssize_t sent = send(stream->descriptor, stream->out.data + stream->out.start,
                            stream->out.end - stream->out.start, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        stream->out.start += (size_t)sent;
    }
}

void frame_stream_fill(struct frame_stream *stream) {
    while (!stream->ended) {
        if (!reserve(&stream->in, READ_AT_ONCE)) {
            stream->ended = true;
            return;
        }
        ssize_t got = read(stream->descriptor, stream->in.data + stream->in.end, READ_AT_ONCE);
        if (passes(got))
            return;
        if (got <= 0)
            stream->ended = true;
        else
            stream->in.end += (size_t)got;
    }
}

static size_t head_of(const char *data) {
    size_t count = 0;
    for (int i = 0; i < HEAD; i++)
        count |= (size_t)(unsigned char)data[i] << (8 * i);
    return count;
}

char *frame_stream_take(struct frame_stream *stream, size_t *count) {
    struct frame_bytes *in = &stream->in;
    if (in->end - in->start < HEAD)
        return NULL;
    size_t size = head_of(in->data + in->start);
    if (size > CREW_MOST_BYTES) {
        stream->ended = true;
        in->start = in->end;
        return NULL;
    }
    if (in->end - in->start - HEAD < size)
        return NULL;
    char *frame = memory_new(size + 1, 1);
    if (!frame) {
        stream->ended = true;
        return NULL;
    }
    memcpy(frame, in->data + in->start + HEAD, size);
    in->start += HEAD + size;
    *count = size;
    return frame;
}
