/* SPDX-License-Identifier: MIT */
/* Files that appear under their name only when they are complete, and runs that keep out of each
 * other's way.
 *
 * A file is written beside its place, as FILE.partial, flushed to the disk and renamed. The partial
 * file is locked for as long as it is open, so that a second run that writes the same file is
 * refused; a killed run leaves a file, but no lock. The locks are those of fcntl: they keep other
 * processes out, not other threads. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "automata/status.h"

struct locked_file {
    FILE *stream; /* empty when it is opened; the caller writes to it */
    char *path;
    char *partial;
    bool lazy; /* set by the caller: close does not wait for the disk, so that a failure of the
                  machine may leave the name with other bytes */
};

/* An existing file is refused with STATUS_INPUT unless `overwrite`; it stays as it is until the new
 * one is complete. What is not a regular file is refused in any case. Ends with close or
 * discard. */
enum status locked_file_open(struct locked_file *file, const char *path, bool overwrite,
                             struct failure *failure);

/* Flush, rename. `error`: errno of a write that failed before, or 0. STATUS_SYSTEM, with the
 * system's reason, if a byte was lost; then nothing new is under the name. */
enum status locked_file_close(struct locked_file *file, int error, struct failure *failure);

/* Gives up: removes the partial file. */
void locked_file_discard(struct locked_file *file);

/* Whether locked_file_open would succeed now; leaves nothing behind. For "-" always. */
enum status locked_file_probe(const char *path, bool overwrite, struct failure *failure);

/* A lock without content: the file PATH.lock, for as long as it is held. */
struct lock_file {
    char *path; /* NULL: not held */
    int descriptor;
};

/* STATUS_INPUT if another process holds it, or if the file can't be made. */
enum status lock_file_take(struct lock_file *lock, const char *path, struct failure *failure);

/* The same, but waits until no other process holds it; a signal ends that with STATUS_INPUT. */
enum status lock_file_wait(struct lock_file *lock, const char *path, struct failure *failure);
void lock_file_release(struct lock_file *lock); /* also of one that is not held */
