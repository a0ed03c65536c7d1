/* SPDX-License-Identifier: MIT */
/* Lines and words of files of networks, as their readers go through them. */
#pragma once

#include <stdbool.h>
#include <string.h>

#include "solver/base/words.h"
#include "solver/network/network_files.h"

/* Where a reader is in a text; the word ends at a blank, the line at its end. */
struct place {
    const char *name;
    const char *at;
    long line;
};

static inline size_t word_length(const char *word) {
    return strcspn(word, " \t\r\n");
}

static inline bool is_end(const char *word) {
    return *word == '\n' || *word == '\0';
}

static inline void skip_blanks(struct place *place) {
    place->at += strspn(place->at, " \t\r");
}

static inline void skip_line(struct place *place) {
    place->at += strcspn(place->at, "\n");
    place->at += *place->at == '\n';
    place->line++;
}

/* With the word or, of no length, the rest of the line from `what` on. STATUS_INPUT. */
enum status place_bad(const struct place *place, const char *why, const char *what, bool word,
                      struct failure *failure);

static inline bool read_number(const char **at, int most, int *number) {
    return digits_read(at, most, number) && *number <= most;
}

/* Reads what nvidia-smi prints: a line begins with GPU0, which is the first that is read. */
enum status network_read_smi(const char *name, const char *text, struct network *network,
                             struct failure *failure);

/* Is the word `GPU` and the number? */
bool network_is_gpu(const char *word, int number);
