/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/crew_frame.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

void crew_end_tell(const struct crew_end *end, char *text, size_t room) {
    if (end->by_signal)
        snprintf(text, room, "the process that worked on it was ended by signal %d (%s)",
                 end->number, strsignal(end->number));
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
        return failure_set(failure, STATUS_INTERNAL, "a worker says: %.200s", text);
    return failure_set(failure, (enum status)status, "%s", text + begin);
}
