/* SPDX-License-Identifier: MIT */
/* Text files other than certificates: pictures, exports, tables. A file appears under its name only
 * when it is complete, and a second run that writes it at the same time is refused
 * (locked_file.h). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "automata/status.h"
#include "tools/steadycast/frame/options.h"

/* Folders with all that is in them. */

/* Removes it as far as that is allowed; one that is not there is no fault. Does not follow
 * links. */
void folder_remove(const char *path);

typedef enum status output_file_body(FILE *file, const void *context, struct failure *failure);

/* Lets `body` write to `path`, "-" being stdout. An existing file is refused with STATUS_INPUT
 * unless `overwrite`; on any error nothing is left under that name. */
enum status output_file_write(const char *path, bool overwrite, output_file_body *body,
                              const void *context, struct failure *failure);

/* The same to where --output says, or stdout, as --force allows. */
enum status output_file_asked(const struct arguments *arguments, output_file_body *body,
                              const void *context, struct failure *failure);

/* A body that writes bytes which are there already: its context is a struct output_bytes. */
struct output_bytes {
    char *text; /* owned by who made it */
    size_t size;
};
output_file_body output_file_bytes;
void output_bytes_clear(struct output_bytes *bytes);

/* Makes a folder unless it is there. STATUS_INPUT, with the reason, if it can't be made, or the
 * path is `-`, which would mean standard output. */
enum status output_folder_make(const char *path, struct failure *failure);

/* The same for the folders above a file, as far as they stand behind the first `base` bytes of its
 * path, which is as it was afterwards. */
enum status output_folders_make_above(char *path, size_t base, struct failure *failure);
