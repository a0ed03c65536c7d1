/* SPDX-License-Identifier: MIT */
/*
 * Files that a user names: `-` is the standard input.
 */
#ifndef STEADYCAST_SOLVER_BASE_INPUT_FILE_H
#define STEADYCAST_SOLVER_BASE_INPUT_FILE_H

#include <stdio.h>

/* NULL with errno if it can't be opened. Binary, so that no byte is lost. */
FILE *input_file_open(const char *path);

/* The standard input stays open. */
void input_file_close(FILE *file);

/* How messages call it: the path, or `stdin`. */
const char *input_file_name(const char *path);

#endif
