/* SPDX-License-Identifier: MIT */
/* Reading a file in the frame of results/README.md line by line. This is the solver's own reader,
 * for showing certificates and for states of interrupted searches; it is not what verifies a
 * certificate. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

#include "automata/status.h"

struct certificate_input {
    const char *path; /* borrowed, for messages */
    char *text;
    size_t length;
    size_t next;  /* where the next line starts */
    int line;     /* number of the current line */
    char **words; /* of the current line */
    int word_count;
    bool refused;       /* memory, to the last certificate_next */
    const char *writer; /* the version of the program that wrote it */
    const char *kind;
};

/* Reads the whole file and checks first lines and digest. STATUS_INPUT, with file and line, if it
 * is no file of this format. On success the current line is the one with the kind. */
enum status certificate_load(struct certificate_input *input, const char *path,
                             struct failure *failure);
void certificate_unload(struct certificate_input *input);

/* Goes to the next line and splits it into words; false before the digest line, and when memory is
 * refused. */
bool certificate_next(struct certificate_input *input);

/* STATUS_INPUT with file, line and what was expected; STATUS_MEMORY if memory was refused. */
enum status certificate_expected(const struct certificate_input *input, const char *what,
                                 struct failure *failure);

/* Word `index` of the current line as a number in least..most. */
enum status certificate_number(const struct certificate_input *input, int index, long least,
                               long most, long *number, struct failure *failure);

/* Goes to the next line, which must be `key` and one number in least..most. */
enum status certificate_field(struct certificate_input *input, const char *key, long least,
                              long most, long *number, struct failure *failure);

/* The same for a number of any size, 0 or more; `number` is initialised. */
enum status certificate_big_field(struct certificate_input *input, const char *key, mpz_ptr number,
                                  struct failure *failure);
