/* SPDX-License-Identifier: MIT */
/* Files that a user names: `-` is the standard input. */
#ifndef STEADYCAST_SOLVER_BASE_INPUT_FILE_H
#define STEADYCAST_SOLVER_BASE_INPUT_FILE_H

#include <stdio.h>

/*
 * A file of text that others have written: behind the byte order mark that some editors put at its
 * beginning. Binary, so that no other byte is lost. NULL with errno if it can't be opened.
 */
FILE *input_file_open(const char *path);

/* The same from the first byte on: for certificates, whose digest counts all of them. */
FILE *input_file_open_bytes(const char *path);

/* Where a file stands that is named `name` by who stands in the folder `base`, NULL: the working
 * directory. Absolute names and `-` are as they are. Owned by the caller; NULL without memory. */
char *input_file_path(const char *base, const char *name);

/* The standard input stays open. */
void input_file_close(FILE *file);

/* How messages call it: the path, or `stdin`. */
const char *input_file_name(const char *path);

#endif
