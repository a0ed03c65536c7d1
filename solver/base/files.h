/* SPDX-License-Identifier: MIT */
/* Files: those that a user names, and those that nobody is to find again. */
#pragma once

#include <stdio.h>

#include "automata/status.h"

/* Files that a user names: `-` is the standard input. */

/* A file of text that others have written: behind the byte order mark that some editors put at its
 * beginning. Binary, so that no other byte is lost. NULL with errno if it can't be opened. */
FILE *input_file_open(const char *path);

/* The same from the first byte on: for certificates, whose digest counts all of them. */
FILE *input_file_open_bytes(const char *path);

/* Where a file stands that is named `name` by who stands in the folder `base`, NULL: the working
 * directory. Absolute names and `-` are as they are. Owned by the caller; NULL without memory. */
char *input_file_path(const char *base, const char *name);

/* The standard input stays open. */
void input_file_close(FILE *file);

/* All that is left of it, `most` bytes at most, with a byte 0 behind: owned by the caller.
 * STATUS_LIMIT if there is more, STATUS_MEMORY, or STATUS_SYSTEM with errno; without a message. */
enum status input_file_read(FILE *file, size_t most, char **text, size_t *length);

/* The same of a file that is named. STATUS_INPUT with the name and why it can't be read, or that it
 * is larger; STATUS_MEMORY. */
enum status input_file_text(const char *path, size_t most, char **text, size_t *length,
                            struct failure *failure);

/* How messages call it: the path, or `stdin`. */
const char *input_file_name(const char *path);

/* Files and folders that nobody is to find again: where they are, and files without a name. */

/* The folder for them: what TMPDIR names, or /tmp without it. Borrowed from the environment. */
const char *temporary_folder(void);

/* An empty file in that folder, to be written and read in binary; it has no name any more, and is
 * gone once it is closed, which is up to the caller. No program that is started later inherits it.
 * NULL, with errno, if there can be none; where TMPDIR is no folder, or not one to write into, it
 * is in /tmp. In the place of tmpfile(), which knows only /tmp. */
FILE *temporary_file_open(void);

/* For CLEANUP (status.h): closes the file, if there is one. */
static inline void file_close(FILE **file) {
    if (*file)
        fclose(*file);
}
