/* SPDX-License-Identifier: MIT */
#include "solver/base/dialogue.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/child.h"

enum { NAP = 50 /* ms */, PATIENCE = 1000 /* ms */, FIRST_ROOM = 4096, LARGEST_READ = 1 << 16 };

struct text {
    char *bytes;
    size_t length;
    size_t room;
};

struct dialogue {
    const char *name;
    pid_t child;       /* 0: it has been waited for */
    int end;           /* ours, of a pair of sockets: no SIGPIPE, unlike a pipe */
    struct text told;  /* what has not gone out yet */
    struct text heard; /* from the beginning of the last answer on */
    size_t answer;     /* bytes of the last answer, with its end */
};

static enum status make_room(struct text *text, size_t more, struct failure *failure) {
    size_t room = text->room ? text->room : FIRST_ROOM;
    while (room - text->length < more)
        room *= 2;
    if (room == text->room)
        return STATUS_OK;
    char *bytes = memory_resize(text->bytes, room, 1);
    if (!bytes)
        return failure_memory(failure, "what a program is told");
    text->bytes = bytes;
    text->room = room;
    return STATUS_OK;
}

static void drop(struct text *text, size_t length) {
    text->length -= length;
    if (text->length)
        memmove(text->bytes, text->bytes + length, text->length);
}

enum status dialogue_open(struct dialogue **dialogue, const char *program, const char *name,
                          struct failure *failure) {
    const char *const arguments[] = {name, NULL};
    int ends[2];
    struct dialogue *result = memory_new(1, sizeof *result);
    if (!result)
        return failure_memory(failure, name);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        free(result);
        return failure_set(failure, STATUS_SYSTEM, "%s: %s", name, strerror(errno));
    }
    *result = (struct dialogue){.name = name, .end = ends[0]};
    result->child = child_start(program, arguments, ends[1], ends[1]);
    int error = errno;
    close(ends[1]);
    if (result->child < 0) {
        close(ends[0]);
        free(result);
        return failure_set(failure, STATUS_SYSTEM, "%s: %s", name, strerror(error));
    }
    *dialogue = result;
    return STATUS_OK;
}

void dialogue_close(struct dialogue *dialogue) {
    if (!dialogue)
        return;
    if (dialogue->child)
        child_finish(dialogue->child);
    close(dialogue->end);
    free(dialogue->told.bytes);
    free(dialogue->heard.bytes);
    free(dialogue);
}

enum status dialogue_tell(struct dialogue *dialogue, struct failure *failure, const char *format,
                          ...) {
    struct text *told = &dialogue->told;
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    enum status status = make_room(told, (size_t)length + 1, failure);
    if (!status) {
        vsnprintf(told->bytes + told->length, told->room - told->length, format, again);
        told->length += (size_t)length;
    }
    va_end(again);
    return status;
}

/* It closed its side: as a rule it is about to end, and says how; else it is made to. */
static enum status ended(struct dialogue *dialogue, struct failure *failure) {
    int state = 0;
    pid_t gone = 0;
    for (int naps = 0; naps < PATIENCE && gone == 0; naps++) {
        gone = waitpid(dialogue->child, &state, WNOHANG);
        if (gone == 0)
            poll(NULL, 0, 1);
    }
    if (gone == 0)
        return failure_set(failure, STATUS_SYSTEM, "the program %s does not answer any more",
                           dialogue->name);
    dialogue->child = 0;
    if (gone < 0) /* the host of the library waits for all children */
        return failure_set(failure, STATUS_SYSTEM, "the program %s ended without an answer",
                           dialogue->name);
    if (WIFSIGNALED(state))
        return failure_set(failure, STATUS_SYSTEM, "the program %s was killed by signal %d",
                           dialogue->name, WTERMSIG(state));
    return failure_set(failure, STATUS_SYSTEM,
                       "the program %s ended without an answer, with exit status %d",
                       dialogue->name, WEXITSTATUS(state));
}

static bool is_for_later(ssize_t moved) {
    return moved < 0 && (errno == EAGAIN || errno == EINTR);
}

/* As much as the child takes now. It may have answered before it stopped listening. */
static void send_some(struct dialogue *dialogue) {
    ssize_t sent = send(dialogue->end, dialogue->told.bytes, dialogue->told.length,
                        MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0)
        drop(&dialogue->told, (size_t)sent);
    else if (!is_for_later(sent))
        dialogue->told.length = 0;
}

static enum status receive_some(struct dialogue *dialogue, struct failure *failure) {
    struct text *heard = &dialogue->heard;
    enum status status = make_room(heard, LARGEST_READ, failure);
    if (status)
        return status;
    ssize_t got = recv(dialogue->end, heard->bytes + heard->length, LARGEST_READ, MSG_DONTWAIT);
    if (got > 0)
        heard->length += (size_t)got;
    else if (!is_for_later(got))
        return ended(dialogue, failure);
    return STATUS_OK;
}

/* Whether a line is there; what is beyond `most` bytes without an end is none. */
static enum status take_line(struct dialogue *dialogue, size_t most, size_t *searched, bool *there,
                             struct failure *failure) {
    struct text *heard = &dialogue->heard;
    char *start = heard->bytes + *searched;
    char *end = heard->length > *searched ? memchr(start, '\n', heard->length - *searched) : NULL;
    size_t length = end ? (size_t)(end - heard->bytes) : heard->length;
    *searched = heard->length;
    *there = end != NULL;
    if (length > most)
        return failure_set(failure, STATUS_SYSTEM, "the program %s answers with a line too long",
                           dialogue->name);
    if (end && memchr(heard->bytes, '\0', length))
        return failure_set(failure, STATUS_SYSTEM, "the program %s answers with a byte 0",
                           dialogue->name);
    if (end) {
        *end = '\0';
        dialogue->answer = length + 1;
    }
    return STATUS_OK;
}

/* Sends first: answers that come meanwhile are left where they are. */
static enum status move_some(struct dialogue *dialogue, struct failure *failure) {
    bool sends = dialogue->told.length > 0;
    struct pollfd ready = {.fd = dialogue->end, .events = sends ? POLLOUT : POLLIN};
    if (poll(&ready, 1, NAP) <= 0)
        return STATUS_OK;
    if (!sends)
        return receive_some(dialogue, failure);
    send_some(dialogue);
    return STATUS_OK;
}

enum status dialogue_hear(struct dialogue *dialogue, size_t most, const struct limits *limits,
                          char **line, struct failure *failure) {
    size_t searched = 0;
    bool there = false;
    drop(&dialogue->heard, dialogue->answer);
    dialogue->answer = 0;
    for (;;) {
        enum status status = limits_check(limits, failure);
        if (!status && !dialogue->told.length && dialogue->heard.length)
            status = take_line(dialogue, most, &searched, &there, failure);
        if (!status && there)
            *line = dialogue->heard.bytes;
        if (!status && !there)
            status = move_some(dialogue, failure);
        if (status == STATUS_SYSTEM && limits_check(limits, failure)) /* a Ctrl-C ends both */
            status = STATUS_LIMIT;
        if (status || there)
            return status;
    }
}
