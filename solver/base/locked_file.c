/* SPDX-License-Identifier: MIT */
#include "solver/base/locked_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "automata/memory.h"

static char *copy_with(const char *text, const char *suffix) {
    char *copy = memory_new(strlen(text) + strlen(suffix) + 1, 1);
    if (copy) {
        strcpy(copy, text);
        strcat(copy, suffix);
    }
    return copy;
}

/* Whether the descriptor is that of the file which has the name now. */
static bool has_name(int descriptor, const char *name) {
    struct stat held, named;
    return fstat(descriptor, &held) == 0 && stat(name, &named) == 0 &&
           held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

/* Opens and locks. Between the two another run may have renamed or removed the file that was
 * opened: then it is no longer this one's, and must not be touched. A lock that another run holds
 * is an error, or waited for. -1 with errno. */
static int open_locked(const char *name, bool wait) {
    for (;;) {
        int descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0)
            return -1;
        int error = lockf(descriptor, wait ? F_LOCK : F_TLOCK, 0) == 0 ? 0 : errno;
        if (!error && has_name(descriptor, name))
            return descriptor;
        close(descriptor);
        if (error) {
            errno = error;
            return -1;
        }
    }
}

static enum status refuse(const char *path, int error, struct failure *failure) {
    if (error == EAGAIN || error == EACCES) {
        /* EACCES is both a lock that is held and a folder that can't be written. */
        FREED char *partial = copy_with(path, ".partial");
        bool held = error == EAGAIN || (partial && access(partial, W_OK) == 0);
        if (held)
            return failure_input(failure, "another run is writing %s", path);
    }
    return failure_input(failure, "%s can't be written: %s", path, strerror(error));
}

static enum status check_place(const char *path, bool overwrite, struct failure *failure) {
    struct stat info; /* renaming would put a file in the place of a device */
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return failure_input(failure, "%s is not a regular file", path);
    if (*path && path[strlen(path) - 1] == '/')
        return failure_input(failure, "%s would be a folder: a file is written", path);
    if (!overwrite && access(path, F_OK) == 0)
        return failure_input(failure, "%s exists; --force overwrites it", path);
    return STATUS_OK;
}

static void locked_file_free(struct locked_file *file) {
    FREE_ALL(file->path, file->partial);
    *file = (struct locked_file){0};
}

static enum status open_stream(struct locked_file *file, bool overwrite, struct failure *failure) {
    int descriptor = open_locked(file->partial, false);
    if (descriptor < 0)
        return refuse(file->path, errno, failure);
    enum status status = check_place(file->path, overwrite, failure);
    if (status) { /* another run has just finished it */
        unlink(file->partial);
        close(descriptor);
        return status;
    }
    file->stream = ftruncate(descriptor, 0) == 0 ? fdopen(descriptor, "w") : NULL;
    if (!file->stream) {
        int error = errno;
        close(descriptor);
        return refuse(file->path, error, failure);
    }
    return STATUS_OK;
}

enum status locked_file_open(struct locked_file *file, const char *path, bool overwrite,
                             struct failure *failure) {
    CLEANUP(locked_file_free)
    struct locked_file result = {.path = copy_with(path, ""),
                                 .partial = copy_with(path, ".partial")};
    TRY(memory_check(result.path && result.partial, failure, NULL));
    TRY(check_place(path, overwrite, failure));
    TRY(open_stream(&result, overwrite, failure));
    *file = TAKE(result);
    return STATUS_OK;
}

static void note(int *error, bool failed) {
    if (failed && !*error)
        *error = errno ? errno : EIO;
}

enum status locked_file_close(struct locked_file *file, int error, struct failure *failure) {
    note(&error, ferror(file->stream) || fflush(file->stream) != 0);
    if (!file->lazy)
        note(&error, fsync(fileno(file->stream)) != 0);
    if (!error)
        note(&error, rename(file->partial, file->path) != 0);
    if (error)
        unlink(file->partial);
    fclose(file->stream); /* only now: it holds the lock, and the bytes are on the disk */
    enum status status = STATUS_OK;
    if (error)
        status =
            failure_system(failure, "%s could not be written: %s", file->path, strerror(error));
    locked_file_free(file);
    return status;
}

void locked_file_discard(struct locked_file *file) {
    unlink(file->partial);
    fclose(file->stream);
    locked_file_free(file);
}

enum status locked_file_probe(const char *path, bool overwrite, struct failure *failure) {
    struct locked_file file;
    if (strcmp(path, "-") == 0)
        return STATUS_OK;
    TRY(locked_file_open(&file, path, overwrite, failure));
    locked_file_discard(&file);
    return STATUS_OK;
}

static enum status take_lock(struct lock_file *lock, const char *path, bool wait,
                             struct failure *failure) {
    FREED char *name = copy_with(path, ".lock");
    TRY(memory_check(name, failure, NULL));
    int descriptor = open_locked(name, wait);
    int error = errno;
    if (descriptor < 0) {
        bool held = error == EAGAIN || (error == EACCES && access(name, W_OK) == 0);
        if (held)
            return failure_input(failure, "another run is working on %s", path);
        return failure_input(failure, "%s can't be written: %s", path, strerror(error));
    }
    *lock = (struct lock_file){TAKE(name), descriptor};
    return STATUS_OK;
}

enum status lock_file_take(struct lock_file *lock, const char *path, struct failure *failure) {
    return take_lock(lock, path, false, failure);
}

enum status lock_file_wait(struct lock_file *lock, const char *path, struct failure *failure) {
    return take_lock(lock, path, true, failure);
}

void lock_file_release(struct lock_file *lock) {
    if (!lock->path)
        return;
    unlink(lock->path);
    close(lock->descriptor);
    free(lock->path);
    *lock = (struct lock_file){0};
}
