/* SPDX-License-Identifier: MIT */
/* What the checker says about one file: a status and one line of text.
 *
 * A verdict starts as MALFORMED. It becomes VERIFIED in two places of the whole program only, both
 * in certificate.c: that of a certificate behind its digest, that of a stream when all of its
 * certificates are. Until then the rules put together the claim, in words, with every
 * parameter in it. A fault replaces whatever text there was. The verdict owns its text. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The values are the exit statuses. */
enum verdict_status { VERDICT_VERIFIED = 0, VERDICT_REFUTED = 1, VERDICT_MALFORMED = 2 };

struct verdict_text {
    char *bytes;
    size_t length, capacity;
};

struct verdict {
    enum verdict_status status;
    struct verdict_text claim;  /* or the fault */
    struct verdict_text fields; /* the same claim for programs: `key=value ` again and again */
};

void verdict_init(struct verdict *verdict);
void verdict_clear(struct verdict *verdict);

/* Append to the claim; the status stays as it is. */
void verdict_claim(struct verdict *verdict, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Append to the fields of the claim, `key=value` with spaces between. results/README.md lists those
 * of each kind. */
void verdict_fields(struct verdict *verdict, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Replace the text by the reason of a fault and set the status. */
void verdict_fault(struct verdict *verdict, enum verdict_status status, const char *where,
                   const char *format, va_list arguments);

/* Prints the verdict line, and behind VERIFIED, if they are asked for, a line `f` with the fields.
 * False if they could not be written completely. */
bool verdict_print(const struct verdict *verdict, bool fields, FILE *out);
