/* SPDX-License-Identifier: MIT */
/* For the tests: a certificate in memory, to be changed and checked. */
#pragma once

#include "core/certificate.h"

#include <stddef.h>

enum { TEXT_LIMIT = 1 << 16 };

struct text {
    char bytes[TEXT_LIMIT];
    size_t length;
};

/* Reads folder/name. False if it can't be read or is longer than half of TEXT_LIMIT. */
bool text_load(struct text *text, const char *folder, const char *name);

/* Appends to the text, which stays below half of TEXT_LIMIT. */
void text_put(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bytes before the last line. */
size_t text_body(const struct text *text);

/* Appends a digest line that is right for the bytes so far. */
void text_seal(struct text *text);

/* The verdict on the text; the caller clears it. */
void text_check(const struct text *text, struct verdict *verdict);
