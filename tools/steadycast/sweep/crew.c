/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/crew.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
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

enum { HEADER = 4 };

void crew_request_print(const struct crew_request *request, char text[CREW_REQUEST_ROOM]) {
    snprintf(text, CREW_REQUEST_ROOM, "%zu %d %.6f %ld %" PRIu64, request->index, request->attempt,
             request->limits.seconds, request->limits.megabytes, request->limits.nodes);
}

bool crew_request_parse(struct crew_request *request, const char *text) {
    int end = 0;
    struct crew_request read;
    if (sscanf(text, "%zu %d %lf %ld %" SCNu64 "%n", &read.index, &read.attempt,
               &read.limits.seconds, &read.limits.megabytes, &read.limits.nodes, &end) != 5 ||
        text[end])
        return false;
    *request = read;
    return true;
}

static bool write_all(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = send(descriptor, bytes, count, MSG_NOSIGNAL);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

bool crew_frame_write(int descriptor, const char *text, size_t count) {
    char header[HEADER];
    for (int i = 0; i < HEADER; i++)
        header[i] = (char)(count >> 8 * i & 0xff);
    return count <= CREW_MOST_BYTES && write_all(descriptor, header, HEADER) &&
           write_all(descriptor, text, count);
}

static bool read_all(int descriptor, char *bytes, size_t count) {
    while (count > 0) {
        ssize_t got = read(descriptor, bytes, count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        bytes += got;
        count -= (size_t)got;
    }
    return true;
}

char *crew_frame_read(int descriptor, size_t *count) {
    unsigned char header[HEADER];
    size_t length = 0;
    if (!read_all(descriptor, (char *)header, HEADER))
        return NULL;
    for (int i = 0; i < HEADER; i++)
        length |= (size_t)header[i] << 8 * i;
    char *text = length <= CREW_MOST_BYTES ? memory_new(length + 1, 1) : NULL;
    if (text && !read_all(descriptor, text, length)) {
        free(text);
        text = NULL;
    }
    if (text)
        *count = length;
    return text;
}

void crew_end_print(int wait_status, char text[CREW_END_ROOM]) {
    bool by_signal = WIFSIGNALED(wait_status);
    snprintf(text, CREW_END_ROOM, "%s %d", by_signal ? "signal" : "exit",
             by_signal ? WTERMSIG(wait_status) : WEXITSTATUS(wait_status));
}

struct crew_end crew_end_parse(const char *text) {
    struct crew_end end = {.number = -1};
    end.by_signal = sscanf(text, "signal %d", &end.number) == 1;
    if (!end.by_signal && sscanf(text, "exit %d", &end.number) != 1)
        end.number = -1;
    return end;
}

void crew_end_text(const struct crew_end *end, char *text, size_t room) {
    if (end->by_signal)
        snprintf(text, room, "the process that worked on it was ended by signal %d (%s)",
                 end->number, strsignal(end->number));
    else if (end->number == CREW_REFUSED)
        snprintf(text, room, "memory was refused to the process that worked on it");
    else
        snprintf(text, room, "the process that worked on it ended with exit status %d",
                 end->number);
}

void crew_fault_print(const struct failure *failure, char *text, size_t room) {
    snprintf(text, room, "%c%d %s", CREW_FAULT, (int)failure->status, failure->message);
}

enum status crew_fault_parse(const char *text, struct failure *failure) {
    int status = STATUS_INTERNAL, begin = 0;
    if (sscanf(text, "%d %n", &status, &begin) != 1 || status <= STATUS_OK ||
        status > STATUS_MEMORY)
        return failure_internal(failure, "a worker says: %.200s", text);
    return failure_set(failure, (enum status)status, "%s", text + begin);
}

struct member {
    pid_t process;
    int socket; /* our end */
};

struct local {
    const struct crew_place *place;
    int size;
    int first; /* whom the next look begins with, so that none is passed over */
    struct member *members;
    struct pollfd *ready;
};

/* In the new process. It ends with the one that made it, and leaves signals to that one: those of
 * the terminal, of `timeout` and of job systems come to all processes at once, and a case whose
 * worker they end would be one that crashed. */
static void become_worker(const struct local *local, int socket, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before the line above */
        _exit(1);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    for (int i = 0; i < local->size; i++)
        if (local->members[i].socket >= 0)
            close(local->members[i].socket);
    crew_redirect_remarks(local->place->folder);
    worker_serve(socket, local->place);
    _exit(0);
}

static enum status start(struct local *local, int worker, struct failure *failure) {
    int ends[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return failure_set(failure, status_of_errno(errno), "no socket for a worker: %s",
                           strerror(errno));
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        become_worker(local, ends[1], parent);
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return failure_set(failure, status_of_errno(errno), "no process for a worker: %s",
                           strerror(errno));
    }
    setpgid(process, process); /* to be ended with what it starts */
    local->members[worker] = (struct member){process, ends[0]};
    return STATUS_OK;
}

/* Waits for the end of a process. One whose socket is closed is ending by itself, which the signal
 * does not change; one whose reply could not be taken would wait for ever. */
static int bury(struct member *member) {
    int wait_status = 0;
    kill(-member->process, SIGKILL);
    while (waitpid(member->process, &wait_status, 0) < 0 && errno == EINTR)
        ;
    close(member->socket);
    *member = (struct member){0, -1};
    return wait_status;
}

static enum status restart(struct local *local, int worker, struct crew_message *message,
                           struct failure *failure) {
    char text[CREW_END_ROOM];
    crew_end_print(bury(&local->members[worker]), text);
    FREED char *line = strdup(text);
    TRY(memory_check(line, failure, "a message"));
    TRY(start(local, worker, failure));
    message->line = TAKE(line);
    return STATUS_OK;
}

static enum status receive_message(struct local *local, int worker, struct crew_message *message,
                                   struct failure *failure) {
    size_t count;
    char *text = crew_frame_read(local->members[worker].socket, &count);
    message->worker = worker;
    message->event = text ? *text == CREW_FAULT ? CREW_FAILED : CREW_REPLY : CREW_DIED;
    message->line = text;
    if (message->event == CREW_FAILED)
        memmove(text, text + 1, count); /* the terminating 0 as well */
    return text ? STATUS_OK : restart(local, worker, message, failure);
}

static enum status receive(struct crew *crew, int milliseconds, struct crew_message *message,
                           struct failure *failure) {
    struct local *local = crew->context;
    struct crew_message result = {.event = CREW_NOTHING};
    for (int i = 0; i < local->size; i++)
        local->ready[i] = (struct pollfd){.fd = local->members[i].socket, .events = POLLIN};
    int events = poll(local->ready, (nfds_t)local->size, milliseconds);
    if (events < 0 && errno != EINTR)
        return failure_set(failure, status_of_errno(errno), "poll: %s", strerror(errno));
    for (int i = 0; events > 0 && i < local->size; i++) {
        int worker = (local->first + i) % local->size;
        if (!local->ready[worker].revents)
            continue;
        local->first = (worker + 1) % local->size;
        TRY(receive_message(local, worker, &result, failure));
        break;
    }
    *message = result;
    return STATUS_OK;
}

/* Requests are short and few: the socket keeps those that the worker has not read. A worker that
 * has died is noticed by `receive`. */
static enum status send_request(struct crew *crew, int worker, const struct crew_request *request,
                                struct failure *failure) {
    const struct local *local = crew->context;
    char text[CREW_REQUEST_ROOM];
    crew_request_print(request, text);
    if (!crew_frame_write(local->members[worker].socket, text, strlen(text)) && errno != EPIPE &&
        errno != ECONNRESET)
        return failure_set(failure, status_of_errno(errno), "a worker can't be asked: %s",
                           strerror(errno));
    return STATUS_OK;
}

static void end(struct crew *crew, int worker) {
    const struct local *local = crew->context;
    kill(-local->members[worker].process, SIGKILL);
}

static bool is_stopped(const struct crew *crew, int worker) {
    const struct local *local = crew->context;
    char path[40], state = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)local->members[worker].process);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = 0;
    if (file)
        fclose(file);
    return state == 'T' || state == 't';
}

static void close_crew(struct crew *crew) {
    struct local *local = crew->context;
    for (int i = 0; i < local->size; i++) {
        struct member *member = &local->members[i];
        if (member->socket < 0)
            continue;
        bury(member);
    }
    FREE_ALL(local->members, local->ready, local);
    *crew = (struct crew){0};
}

enum status crew_local_open(struct crew *crew, int size, const struct crew_place *place,
                            struct failure *failure) {
    struct local *local = memory_new(1, sizeof *local);
    TRY(memory_check(local, failure, "workers"));
    *local = (struct local){.place = place,
                            .size = size,
                            .members = memory_new((size_t)size, sizeof *local->members),
                            .ready = memory_new((size_t)size, sizeof *local->ready)};
    struct crew result = {.size = size,
                          .context = local,
                          .send = send_request,
                          .receive = receive,
                          .end = end,
                          .is_stopped = is_stopped,
                          .close = close_crew};
    if (!local->members || !local->ready) {
        FREE_ALL(local->members, local->ready, local);
        return failure_memory(failure, "workers");
    }
    for (int i = 0; i < size; i++)
        local->members[i].socket = -1;
    enum status status = STATUS_OK;
    for (int i = 0; i < size && !status; i++)
        status = start(local, i, failure);
    if (status)
        close_crew(&result);
    else
        *crew = result;
    return status;
}
