/* SPDX-License-Identifier: MIT */
/* Writing a certificate file: every byte is hashed on its way out, the last line carries the
 * digest, and the file appears under its name only when it is complete (written beside it as
 * FILE.partial, flushed to the disk, renamed). */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stdio.h>

#include "automata/status.h"

struct certificate_output;

/* Opens `path` ("-" is the standard output) and writes the first three lines. An existing file is
 * refused with STATUS_INPUT unless `overwrite`; it stays as it is until the new one is complete.
 * The caller ends with close or with discard. */
enum status certificate_open(struct certificate_output **output, const char *path, bool overwrite,
                             const char *kind, struct failure *failure);

/* The same behind what `stream` holds already; it stays open, and the caller sees to its place.
 * discard leaves there what was written. */
enum status certificate_open_stream(struct certificate_output **output, FILE *stream,
                                    const char *kind, struct failure *failure);

/* The same to whoever takes the bytes, in pieces of any length; after a `take` that returned false
 * it is given nothing more, and close says STATUS_LIMIT. discard leaves with it what it was
 * given. */
typedef bool certificate_take(void *context, const char *bytes, size_t count);
enum status certificate_open_taken(struct certificate_output **output, certificate_take *take,
                                   void *context, const char *kind, struct failure *failure);

/* Formatted text of the body, lines ending in \n. Errors are kept and reported by close. */
void certificate_print(struct certificate_output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for text that is ready. False once a byte was lost, so that who writes much may stop. */
bool certificate_write(struct certificate_output *output, const char *bytes, size_t count);

/* A decimal number of any size. */
void certificate_print_big(struct certificate_output *output, mpz_srcptr number);

/* Digest, flush, rename; frees `output` in any case. STATUS_SYSTEM, with the system's reason, if a
 * byte was lost. */
enum status certificate_close(struct certificate_output *output, struct failure *failure);

/* Closes if all went well so far, and if a byte was lost, which is reported with the system's
 * reason; else discards, and returns `status`. */
enum status certificate_end(struct certificate_output *output, enum status status,
                            struct failure *failure);
