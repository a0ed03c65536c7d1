#include "tools/steadycast/sweep/crew_frame.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "automata/memory.h"

enum { HEADER = 4 };

void crew_request_print(const struct crew_request *request, char text[CREW_REQUEST_ROOM]) {
    snprintf(text, CREW_REQUEST_ROOM, "%zu %d %d %d %.6f %ld %" PRIu64, request->index,
             (int)request->stage, request->piece, request->attempt, request->limits.seconds,
             request->limits.megabytes, request->limits.nodes);
}

bool crew_request_parse(struct crew_request *request, const char *text) {
    int stage, end = 0;
    struct crew_request read;
    if (sscanf(text, "%zu %d %d %d %lf %ld %" SCNu64 "%n", &read.index, &stage, &read.piece,
               &read.attempt, &read.limits.seconds, &read.limits.megabytes, &read.limits.nodes,
               &end) != 7 ||
        text[end] || stage < STAGE_WHOLE || stage > STAGE_JOIN)
        return false;
    read.stage = (enum case_stage)stage;
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

void crew_fault_print(const struct failure *failure, char *text, size_t room) {
    snprintf(text, room, "%c%d %s", CREW_FAULT, (int)failure->status, failure->message);
}

enum status crew_fault_parse(const char *text, struct failure *failure) {
    int status = STATUS_INTERNAL, begin = 0;
    if (sscanf(text, "%d %n", &status, &begin) != 1 || status <= STATUS_OK ||
        status > STATUS_INTERNAL)
        return failure_set(failure, STATUS_INTERNAL, "a worker says: %.200s", text);
    return failure_set(failure, (enum status)status, "%s", text + begin);
}
