/* SPDX-License-Identifier: MIT */
#include "tools/cluster/relay.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "automata/memory.h"

enum { HEAD = 4, READ_AT_ONCE = 1 << 16 };

/* Takes over the descriptor, and makes it non-blocking. Ends with clear, which closes it. */
static void frame_stream_init(struct frame_stream *stream, int descriptor) {
    *stream = (struct frame_stream){.descriptor = descriptor};
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0)
        stream->ended = true;
}

static void frame_stream_clear(struct frame_stream *stream) {
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

/* Appends a frame to what is to be sent. Without memory the stream has ended. */
static void frame_stream_put(struct frame_stream *stream, const char *bytes, size_t count) {
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

/* Is something left to be sent? */
static bool frame_stream_is_full(const struct frame_stream *stream) {
    return !stream->ended && stream->out.start < stream->out.end;
}

/* Is it an error that passes? */
static bool passes(ssize_t done) {
    return done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

/* Sends what the socket takes.
 *
 * An end is seen when reading, so that what came before it is not lost. */
static void frame_stream_flush(struct frame_stream *stream) {
    while (frame_stream_is_full(stream)) {
        ssize_t sent = send(stream->descriptor, stream->out.data + stream->out.start,
                            stream->out.end - stream->out.start, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        stream->out.start += (size_t)sent;
    }
}

/* Reads what is there; to be followed by takes until there is no more, before anybody waits. */
static void frame_stream_fill(struct frame_stream *stream) {
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

/* --- messages --- */

/* First byte, states, folder, 0, base of names in the campaign, 0, text of the campaign. */
static char *print_begin(const struct relay_begin *order, size_t *count) {
    size_t folder_size = strlen(order->folder) + 1, base_size = strlen(order->base) + 1;
    *count = 2 + folder_size + base_size + order->size;
    char *bytes = memory_new(*count, 1), *at = bytes;
    if (!bytes)
        return NULL;
    *at++ = RELAY_BEGIN;
    *at++ = order->states ? '1' : '0';
    memcpy(at, order->folder, folder_size);
    memcpy(at + folder_size, order->base, base_size);
    if (order->size > 0)
        memcpy(at + folder_size + base_size, order->text, order->size);
    return bytes;
}

char *relay_print_begin(const struct crew_place *place, size_t *count) {
    const struct campaign *campaign = place->campaign;
    const struct relay_begin order = {.states = place->states,
                                      .folder = place->folder,
                                      .base = campaign->base ? campaign->base : "",
                                      .text = campaign->text,
                                      .size = campaign->size};
    return print_begin(&order, count);
}

bool relay_parse_begin(const char *bytes, size_t size, struct relay_begin *parsed) {
    if (size < 2 || bytes[0] != RELAY_BEGIN)
        return false;
    const char *end = bytes + size, *folder = bytes + 2;
    const char *folder_end = memchr(folder, 0, (size_t)(end - folder));
    const char *base_end =
        folder_end ? memchr(folder_end + 1, 0, (size_t)(end - folder_end - 1)) : NULL;
    if (!base_end)
        return false;
    *parsed = (struct relay_begin){.states = bytes[1] == '1',
                                   .folder = folder,
                                   .base = folder_end + 1,
                                   .text = base_end + 1,
                                   .size = (size_t)(end - base_end - 1)};
    return true;
}

char *relay_begin_elsewhere(const char *bytes, size_t size, const char *folder, size_t *count) {
    struct relay_begin parsed;
    if (!relay_parse_begin(bytes, size, &parsed))
        return NULL;
    parsed.folder = folder;
    return print_begin(&parsed, count);
}

char *relay_print(int first, const char *text, size_t *count) {
    size_t size = strlen(text);
    char *bytes = memory_new(size + 2, 1);
    if (!bytes)
        return NULL;
    bytes[0] = (char)first;
    memcpy(bytes + 1, text, size);
    *count = size + 1;
    return bytes;
}

char *relay_print_request(const struct crew_request *request, long deaths, size_t *count) {
    char text[CREW_REQUEST_ROOM + 24], words[CREW_REQUEST_ROOM];
    crew_request_print(request, words);
    snprintf(text, sizeof text, "%ld %s", deaths, words);
    return relay_print(RELAY_REQUEST, text, count);
}

char *relay_print_end(long deaths, size_t *count) {
    char text[24];
    snprintf(text, sizeof text, "%ld", deaths);
    return relay_print(RELAY_END, text, count);
}

enum { MOST_IDLE = 3 }; /* ends of workers without work after which there is no other */

struct service {
    struct frame_stream rank, worker;
    pid_t process; /* of the worker; 0: none */
    long deaths;   /* of workers so far */
    bool asked;    /* the worker got a request */
    int idle;      /* so many workers in a row ended before they got one */
    struct campaign campaign;
    char *folder;
    struct crew_place place;
};

/* A worker without a relay would go on for as long as its case takes. */
static void end_with(pid_t parent) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(0);
}

/* Ctrl-C and the end of a job come to all processes at once: the rank decides what becomes of
 * it. */
static void ignore_signals(void) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
}

static _Noreturn void work(struct service *service, int socket, pid_t parent) {
    end_with(parent);
    crew_redirect_remarks(service->folder);
    frame_stream_clear(&service->rank);
    worker_serve(socket, &service->place);
    _exit(0);
}

static void send_news(struct service *service, int news, const char *text) {
    size_t count;
    FREED char *bytes = relay_print(news, text, &count);
    if (bytes)
        frame_stream_put(&service->rank, bytes, count);
    else
        service->rank.ended = true;
}

static void start_worker(struct service *service) {
    int ends[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        send_news(service, RELAY_LOST, strerror(errno));
        return;
    }
    service->process = fork();
    if (service->process == 0) {
        close(ends[0]);
        work(service, ends[1], parent);
    }
    close(ends[1]);
    if (service->process < 0) {
        close(ends[0]);
        service->process = 0;
        send_news(service, RELAY_LOST, strerror(errno));
        return;
    }
    frame_stream_init(&service->worker, ends[0]);
    service->asked = false;
}

/* Waits for it: its socket is closed, or it was killed. */
static void bury_worker(struct service *service) {
    int status = 0;
    char how[CREW_END_ROOM];
    kill(service->process, SIGKILL);
    while (waitpid(service->process, &status, 0) < 0 && errno == EINTR)
        continue;
    crew_end_print(status, how);
    frame_stream_clear(&service->worker);
    service->process = 0;
    service->deaths++;
    service->idle = service->asked ? 0 : service->idle + 1;
    send_news(service, service->idle < MOST_IDLE ? RELAY_DIED : RELAY_LOST, how);
    if (service->idle < MOST_IDLE)
        start_worker(service);
}

static void begin(struct service *service, const char *bytes, size_t count) {
    struct relay_begin parsed;
    struct failure failure = {0};
    if (service->folder || !relay_parse_begin(bytes, count, &parsed)) {
        send_news(service, RELAY_LOST, "the orders can't be read");
        return;
    }
    service->folder = memory_new(strlen(parsed.folder) + 1, 1);
    if (!service->folder ||
        campaign_parse(&service->campaign, "campaign", parsed.text, parsed.size, &failure) ||
        campaign_set_base(&service->campaign, *parsed.base ? parsed.base : NULL, &failure)) {
        send_news(service, RELAY_LOST, service->folder ? failure.message : "out of memory");
        return;
    }
    strcpy(service->folder, parsed.folder);
    service->place = (struct crew_place){
        .campaign = &service->campaign, .folder = service->folder, .states = parsed.states};
    start_worker(service);
}

static void ask(struct service *service, const char *request, size_t count) {
    frame_stream_put(&service->worker, request, count);
    service->asked = true;
}

/* Only what is meant for the worker that lives. */
static void order(struct service *service, const char *bytes, size_t count) {
    char *text;
    if (count < 2 || !service->process || strtol(bytes + 1, &text, 10) != service->deaths)
        return;
    if (bytes[0] == RELAY_REQUEST && *text == ' ')
        ask(service, text + 1, (size_t)(bytes + count - text - 1));
    if (bytes[0] == RELAY_END)
        kill(service->process, SIGKILL);
}

static void take_orders(struct service *service) {
    size_t count;
    char *bytes;
    while ((bytes = frame_stream_take(&service->rank, &count))) {
        if (count > 0 && bytes[0] == RELAY_BEGIN)
            begin(service, bytes, count);
        else
            order(service, bytes, count);
        free(bytes);
    }
}

static void take_replies(struct service *service) {
    size_t count;
    char *line;
    while ((line = frame_stream_take(&service->worker, &count))) {
        send_news(service, RELAY_REPLY, line);
        free(line);
    }
}

static void serve_worker(struct service *service) {
    frame_stream_flush(&service->worker);
    frame_stream_fill(&service->worker);
    take_replies(service);
    if (service->worker.ended)
        bury_worker(service);
}

static void wait_for_both(struct service *service) {
    struct pollfd polls[2] = {
        {.fd = service->rank.descriptor, .events = POLLIN},
        {.fd = service->process ? service->worker.descriptor : -1, .events = POLLIN}};
    if (frame_stream_is_full(&service->rank))
        polls[0].events |= POLLOUT;
    if (service->process && frame_stream_is_full(&service->worker))
        polls[1].events |= POLLOUT;
    poll(polls, 2, -1);
}

static _Noreturn void serve(struct service *service) {
    ignore_signals();
    while (!service->rank.ended) {
        wait_for_both(service);
        frame_stream_fill(&service->rank);
        take_orders(service);
        if (service->process)
            serve_worker(service);
        frame_stream_flush(&service->rank);
    }
    if (service->process) {
        kill(service->process, SIGKILL);
        waitpid(service->process, NULL, 0);
    }
    _exit(0);
}

enum status relay_start(struct relay *relay, struct failure *failure) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return failure_set(failure, status_of_errno(errno), "there is no socket: %s",
                           strerror(errno));
    pid_t process = fork();
    if (process < 0) {
        close(ends[0]);
        close(ends[1]);
        return failure_set(failure, status_of_errno(errno), "there is no process: %s",
                           strerror(errno));
    }
    if (process == 0) {
        struct service service = {.worker = {.descriptor = -1}};
        close(ends[0]);
        frame_stream_init(&service.rank, ends[1]);
        serve(&service);
    }
    close(ends[1]);
    /* A daemon that MPI starts, as it does where there is no mpirun, must not hold it open. */
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    frame_stream_init(&relay->stream, ends[0]);
    relay->process = process;
    return STATUS_OK;
}

void relay_stop(struct relay *relay) {
    frame_stream_clear(&relay->stream);
    if (relay->process > 0)
        waitpid(relay->process, NULL, 0);
    relay->process = 0;
}

void relay_send(struct relay *relay, char *bytes, size_t count) {
    if (bytes)
        frame_stream_put(&relay->stream, bytes, count);
    else
        relay->stream.ended = true;
    free(bytes);
    frame_stream_flush(&relay->stream);
}

bool relay_wait(struct relay *relay, int milliseconds) {
    struct pollfd socket = {.fd = relay->stream.descriptor, .events = POLLIN};
    if (frame_stream_is_full(&relay->stream))
        socket.events |= POLLOUT;
    if (relay->stream.ended) /* a closed socket would wake at once */
        socket.fd = -1;
    bool interrupted = poll(&socket, 1, milliseconds) < 0 && errno == EINTR;
    frame_stream_flush(&relay->stream);
    frame_stream_fill(&relay->stream);
    return !interrupted;
}
