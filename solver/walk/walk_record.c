/* SPDX-License-Identifier: MIT */
/* O_TMPFILE */
#define _GNU_SOURCE
#include "solver/walk/walk_record.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/temporary_file.h"

enum {
    MOST_MEMORY = 1 << 25, /* tokens in memory; beyond them, chunks go to the file */
    READ_SIZE = 1 << 20,
    LISTENER_SIZE = 1 << 18 /* of the buffer, and of the largest chunks */
};

struct walk_record {
    char *path; /* NULL: none */
    int file;   /* -1: not open yet */
    bool named; /* the file is under `path` */
    uint64_t end;
    uint64_t saved; /* what a state may rely on */
    size_t memory;  /* tokens in memory */
    struct walk_chunk **chunks;
    size_t count;
    size_t room;
    int error; /* errno of the first failure; ENOMEM for memory */
    pthread_mutex_t lock;
};

enum status walk_record_new(struct walk_record **record, const char *path,
                            struct failure *failure) {
    struct walk_record *result = memory_new(1, sizeof *result);
    if (result && path) {
        result->path = memory_new(strlen(path) + 1, 1);
        if (result->path)
            memcpy(result->path, path, strlen(path) + 1);
    }
    if (!result || (path && !result->path)) {
        free(result);
        return failure_memory(failure, "the record of a search");
    }
    result->file = -1;
    pthread_mutex_init(&result->lock, NULL);
    *record = result;
    return STATUS_OK;
}

void walk_record_free(struct walk_record *record) {
    if (!record)
        return;
    for (size_t i = 0; i < record->count; i++) {
        free(record->chunks[i]->tokens);
        free(record->chunks[i]);
    }
    if (record->named && ftruncate(record->file, (off_t)record->saved) != 0)
        record->error = errno; /* it stays longer than it need be */
    if (record->file >= 0)
        close(record->file);
    pthread_mutex_destroy(&record->lock);
    free(record->chunks);
    free(record->path);
    free(record);
}

static int temporary_file(void) {
    FILE *stream = temporary_file_open();
    int file = stream ? fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0) : -1;
    if (stream)
        fclose(stream);
    return file;
}

/* In the folder of the path; -1, with errno, where the system knows no nameless files. */
static int nameless_file(const char *path) {
    const char *end = strrchr(path, '/');
    size_t length = end ? (size_t)(end - path) + 1 : 0;
    char *folder = memory_new(length + 2, 1);
    if (!folder) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(folder, path, length);
    folder[length] = '.';
    int file = open(folder, O_RDWR | O_TMPFILE | O_CLOEXEC, 0666);
    free(folder);
    return file;
}

/* Under the lock. False, with errno, if there is none. */
static bool open_file(struct walk_record *record) {
    if (record->file >= 0)
        return true;
    record->file = record->path ? nameless_file(record->path) : temporary_file();
    if (record->file < 0 && record->path) {
        record->file = open(record->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        record->named = record->file >= 0;
    }
    return record->file >= 0;
}

/* False, with errno, if it can't have its name. */
static bool name_file(struct walk_record *record) {
    char link[40];
    if (record->named)
        return true;
    snprintf(link, sizeof link, "/proc/self/fd/%d", record->file);
    unlink(record->path);
    record->named = linkat(AT_FDCWD, link, AT_FDCWD, record->path, AT_SYMLINK_FOLLOW) == 0;
    return record->named;
}

static bool write_all(int file, const char *bytes, size_t length, uint64_t offset) {
    while (length) {
        ssize_t written = pwrite(file, bytes, length, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        offset += (uint64_t)written;
        length -= (size_t)written;
    }
    return true;
}

/* A chunk that is nowhere yet. Under the lock. */
static struct walk_chunk *add_chunk(struct walk_record *record, size_t length) {
    if (record->count == record->room) {
        size_t room = 2 * record->room + 64;
        struct walk_chunk **chunks =
            memory_resize(record->chunks, room, sizeof(struct walk_chunk *));
        if (!chunks)
            return NULL;
        record->chunks = chunks;
        record->room = room;
    }
    assert(record->count < record->room);
    struct walk_chunk *chunk = memory_new(1, sizeof *chunk);
    if (!chunk)
        return NULL;
    chunk->length = length;
    record->chunks[record->count++] = chunk;
    return chunk;
}

static void append(struct walk_stretch *stretch, struct walk_chunk *chunk) {
    assert(!chunk->next && !stretch->first == !stretch->last);
    if (stretch->last)
        stretch->last->next = chunk;
    else
        stretch->first = chunk;
    stretch->last = chunk;
}

/* Under the lock: room for the tokens, in memory or in the file, where they are still to be
 * written. NULL: there is none. */
static struct walk_chunk *reserve(struct walk_record *record, size_t length) {
    bool in_memory = record->memory + length <= MOST_MEMORY;
    if (!in_memory && !open_file(record)) {
        record->error = errno;
        return NULL;
    }
    struct walk_chunk *chunk = add_chunk(record, length);
    if (chunk && in_memory)
        chunk->tokens = memory_new(length, 1);
    if (!chunk || (in_memory && !chunk->tokens)) {
        record->error = ENOMEM;
        return NULL;
    }
    assert(in_memory == (chunk->tokens != NULL));
    chunk->offset = record->end;
    if (in_memory)
        record->memory += length;
    else
        record->end += length;
    return chunk;
}

void walk_record_put(struct walk_record *record, struct walk_stretch *stretch, const char *tokens,
                     size_t length) {
    if (!length)
        return;
    pthread_mutex_lock(&record->lock);
    struct walk_chunk *chunk = record->error ? NULL : reserve(record, length);
    pthread_mutex_unlock(&record->lock);
    if (!chunk)
        return;
    if (chunk->tokens) {
        memcpy(chunk->tokens, tokens, length);
    } else if (!write_all(record->file, tokens, length, chunk->offset)) {
        int error = errno ? errno : EIO;
        pthread_mutex_lock(&record->lock);
        record->error = error;
        pthread_mutex_unlock(&record->lock);
    }
    append(stretch, chunk);
}

enum status walk_record_fault(const struct walk_record *record, struct failure *failure) {
    if (record->error)
        return failure_set(
            failure, status_of_errno(record->error), "the record of the search %s: %s",
            record->path ? record->path : "(a temporary file)", strerror(record->error));
    return STATUS_OK;
}

void walk_stretch_join(struct walk_stretch *stretch, struct walk_stretch *more) {
    if (!more->first)
        return;
    assert(more->last && !more->last->next && more->first != stretch->first);
    if (stretch->last)
        stretch->last->next = more->first;
    else
        stretch->first = more->first;
    stretch->last = more->last;
    *more = (struct walk_stretch){0};
}

enum status walk_record_save(struct walk_record *record, struct failure *failure) {
    if (!record->error && !open_file(record))
        record->error = errno;
    for (size_t i = 0; i < record->count && !record->error; i++) {
        struct walk_chunk *chunk = record->chunks[i];
        if (!chunk->tokens)
            continue;
        if (!write_all(record->file, chunk->tokens, chunk->length, record->end)) {
            record->error = errno ? errno : EIO;
            break;
        }
        chunk->offset = record->end;
        record->end += chunk->length;
        assert(record->memory >= chunk->length);
        record->memory -= chunk->length;
        free(chunk->tokens);
        chunk->tokens = NULL;
    }
    assert(record->error || record->memory == 0); /* all is in the file */
    if (!record->error && (!name_file(record) || fdatasync(record->file) != 0))
        record->error = errno;
    if (!record->error)
        record->saved = record->end;
    return walk_record_fault(record, failure);
}

/* The file of before is opened as it is; until it is saved again all of it stays. */
static bool reopen(struct walk_record *record) {
    if (record->file >= 0)
        return true;
    record->file = open(record->path, O_RDWR | O_CLOEXEC);
    off_t end = record->file < 0 ? -1 : lseek(record->file, 0, SEEK_END);
    record->saved = end < 0 ? 0 : (uint64_t)end;
    record->named = end >= 0;
    return end >= 0;
}

enum status walk_record_restore(struct walk_record *record, struct walk_stretch *stretch,
                                uint64_t offset, uint64_t length, struct failure *failure) {
    if (!reopen(record))
        return failure_set(failure, STATUS_INPUT, "%s: %s", record->path, strerror(errno));
    if (offset > record->saved || length > record->saved - offset)
        return failure_set(failure, STATUS_INPUT, "%s is shorter than its state says",
                           record->path);
    struct walk_chunk *chunk = add_chunk(record, (size_t)length);
    if (!chunk)
        return failure_memory(failure, "the record of a search");
    chunk->offset = offset;
    if (record->end < offset + length)
        record->end = offset + length;
    append(stretch, chunk);
    return STATUS_OK;
}

static enum status read_chunk(struct walk_record *record, const struct walk_chunk *chunk,
                              char *buffer, walk_take *take, void *context,
                              struct failure *failure) {
    if (chunk->tokens)
        return take(context, chunk->tokens, chunk->length, failure);
    assert(record->file >= 0);
    for (size_t done = 0; done < chunk->length;) {
        size_t wanted = chunk->length - done < READ_SIZE ? chunk->length - done : READ_SIZE;
        ssize_t got = pread(record->file, buffer, wanted, (off_t)(chunk->offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return failure_set(failure, status_of_errno(errno), "the record of the search: %s",
                               got ? strerror(errno) : "the file has become shorter");
        enum status status = take(context, buffer, (size_t)got, failure);
        if (status)
            return status;
        done += (size_t)got;
    }
    return STATUS_OK;
}

enum status walk_record_read(struct walk_record *record, const struct walk_stretch *stretch,
                             walk_take *take, void *context, struct failure *failure) {
    enum status status = walk_record_fault(record, failure);
    char *buffer = status ? NULL : memory_new(READ_SIZE, 1);
    if (!status && !buffer)
        status = failure_memory(failure, "the record of a search");
    for (const struct walk_chunk *chunk = stretch->first; chunk && !status; chunk = chunk->next)
        status = read_chunk(record, chunk, buffer, take, context, failure);
    free(buffer);
    return status;
}

uint64_t walk_stretch_length(const struct walk_stretch *stretch) {
    uint64_t length = 0;
    for (const struct walk_chunk *chunk = stretch->first; chunk; chunk = chunk->next)
        length += chunk->length;
    return length;
}

static void empty_buffer(struct walk_events *events) {
    struct walk_listener *listener = events->context;
    assert(events->end >= events->tokens && events->end <= events->limit);
    if (listener->record)
        walk_record_put(listener->record, &listener->stretch, events->tokens,
                        (size_t)(events->end - events->tokens));
    events->end = events->tokens;
}

enum status walk_listener_init(struct walk_listener *listener, struct walk_record *record,
                               bool counts, struct failure *failure) {
    size_t size = record ? LISTENER_SIZE : 2 * WALK_EVENTS_ROOM;
    char *tokens = memory_new(size, 1);
    if (!tokens)
        return failure_memory(failure, "the record of a search");
    *listener = (struct walk_listener){.record = record};
    listener->events = (struct walk_events){.counts = counts,
                                            .tokens = tokens,
                                            .end = tokens,
                                            .limit = tokens + size,
                                            .full = empty_buffer,
                                            .context = listener};
    return STATUS_OK;
}

void walk_listener_clear(struct walk_listener *listener) {
    free(listener->events.tokens);
    *listener = (struct walk_listener){.record = NULL};
}

struct walk_stretch walk_listener_take(struct walk_listener *listener) {
    empty_buffer(&listener->events);
    struct walk_stretch heard = listener->stretch;
    listener->stretch = (struct walk_stretch){0};
    return heard;
}
