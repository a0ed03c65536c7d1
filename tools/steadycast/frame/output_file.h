/* SPDX-License-Identifier: MIT */
/* Text files other than certificates: pictures, exports, tables. A file appears under its name only
 * when it is complete, and a second run that writes it at the same time is refused
 * (locked_file.h). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "solver/base/locked_file.h"
#include "tools/steadycast/frame/options.h"

/* Folders with all that is in them. */

/* Removes it as far as that is allowed; one that is not there is no fault. Does not follow
 * links. */
void folder_remove(const char *path);

/* One that is written: "-" is stdout. Whoever has opened it closes it. */
struct output_file {
    FILE *stream;
    struct locked_file file;
};

/* An existing file is refused with STATUS_INPUT unless `overwrite`. The second one opens what
 * --output says, or stdout, as --force allows. */
enum status output_file_open(struct output_file *output, const char *path, bool overwrite,
                             struct failure *failure);
enum status output_file_asked(struct output_file *output, const struct arguments *arguments,
                              struct failure *failure);

/* `status`: of what was written; on any error nothing is left under the name. */
enum status output_file_close(struct output_file *output, enum status status,
                              struct failure *failure);

/* Lets `body` write all of the file. */
typedef enum status output_file_body(FILE *file, const void *context, struct failure *failure);
enum status output_file_write(const char *path, bool overwrite, output_file_body *body,
                              const void *context, struct failure *failure);

/* The same in memory: opened, written and closed, with the status of what was written; then the
 * bytes are there. `purpose` is what messages call it. */
struct output_bytes {
    const char *purpose;
    FILE *stream; /* NULL: it is closed */
    char *text;   /* owned; 0-terminated */
    size_t size;
};
enum status output_bytes_open(struct output_bytes *bytes, struct failure *failure);
enum status output_bytes_close(struct output_bytes *bytes, enum status status,
                               struct failure *failure);
void output_bytes_clear(struct output_bytes *bytes);

/* A body that writes bytes which are there already: its context is a struct output_bytes. */
output_file_body output_file_bytes;

/* Makes a folder unless it is there. STATUS_INPUT, with the reason, if it can't be made, or the
 * path is `-`, which would mean standard output. */
enum status output_folder_make(const char *path, struct failure *failure);

/* The same for the folders above a file, as far as they stand behind the first `base` bytes of its
 * path, which is as it was afterwards. */
enum status output_folders_make_above(char *path, size_t base, struct failure *failure);
