/* SPDX-License-Identifier: MIT */
/* For the tests: changes single words of certificates and compares what the checker says with what
 * the definitions say. */
#pragma once

#include "check_text.h"

#include <stdint.h>

struct change_tally {
    unsigned long malformed, refuted, verified;
};

/* Fails the test unless the checker verifies the text if and only if it `holds`; malformed ones are
 * only counted, as `holds` need not understand them. The text has its digest line. */
void change_compare(const struct text *text, bool (*holds)(const struct text *text),
                    struct change_tally *tally);

/* The same for a text without digest line, which is appended. */
void change_seal_and_compare(struct text *text, bool (*holds)(const struct text *text),
                             struct change_tally *tally);

/* Number of words behind the line `kind` of a body, that is, a text without digest line. */
size_t change_words(const struct text *body);

/* The number that this word is, or -1. */
long change_number_at(const struct text *body, size_t word);

/* Replaces one of these; `with` may be several words, or none. Nothing beyond the last. */
void change_word(struct text *body, size_t word, const char *with);

/* All words of folder/name, one by one, by everything of `others`, then `several` times two or
 * three at random. Fails unless some are malformed, some refuted, and some verified. */
void change_all(const char *folder, const char *name, const char *const *others, size_t count,
                bool (*holds)(const struct text *text), long several, uint64_t *random_state);

/* splitmix64 (Steele, Lea, Flood 2014), below a bound. */
long change_random(uint64_t *random_state, long below);
