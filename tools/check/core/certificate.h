/* SPDX-License-Identifier: MIT */
/* Checks certificates, format version 1, as laid down in results/README.md: one in a file, or any
 * number of them one behind the other.
 *
 * The bytes are read once, from a file or a pipe. The first fault ends the check. Nothing is
 * refuted that is only damaged: a refutation counts when the digest was reached and is right. */
#pragma once

#include "core/verdict.h"

#include <stdint.h>
#include <stdio.h>

struct reader;

/* A rule reads the body behind the line `kind`, up to the digest line, which it leaves; it puts the
 * claim together, or a fault ends the check. */
struct kind {
    const char *name;
    void (*rule)(struct reader *reader);
};

/* The rules of the core. What is claimed and why it follows stands where each is. */
void rule_schedule(struct reader *reader);
void rule_family(struct reader *reader);
void rule_residues(struct reader *reader);
void rule_prices(struct reader *reader);
void rule_messages(struct reader *reader);
void rule_items_bound(struct reader *reader);
void rule_impossible_items(struct reader *reader);

/* The kinds that the program at hand takes, up to one without a name; it defines them. */
extern const struct kind certificate_kinds[];

/* What it says behind the name of a kind or model that it does not take: which program does. */
extern const char certificate_unknown[];

/* `in` is read from where it stands to its end; `name` is for messages. The verdict is initialised
 * here; the caller clears it. */
void certificate_check(FILE *in, const char *name, struct verdict *verdict);

/* Checks all certificates of `in`, up to the first that is not verified. Prints the verdict of each
 * that is verified to `each` as soon as it is known, if that is not NULL, with its fields if they
 * are asked for. The verdict is that of the first which is not verified; MALFORMED for a stream
 * without certificates, and if a line could not be printed; else VERIFIED, with the number of
 * certificates. */
void certificate_check_stream(FILE *in, const char *name, FILE *each, bool fields,
                              struct verdict *verdict);

/* The verdict for a file that could not even be opened. */
void certificate_cannot_open(const char *name, const char *why, struct verdict *verdict);
