/* SPDX-License-Identifier: MIT */
/* The ranges of parameters at which a claim is tried: "L=1..4 P=2..20 k=3". */
#ifndef STEADYCAST_TOOLS_CLAIM_RANGES_H
#define STEADYCAST_TOOLS_CLAIM_RANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

/* KEY=A..B, or KEY=A for A..A. */
struct claim_range {
    char *key; /* owned */
    long first;
    long last;
};

struct claim_ranges {
    size_t count;
    struct claim_range *list; /* owned */
};

/* A number in digits, of at most 10^9; *text is what follows it, whether it is one or not. */
bool claim_number_read(const char **text, long *number);

/* Adds the ranges of a text, which is changed, with spaces between them. STATUS_INPUT, with what is
 * wrong. Also after a failure the caller clears them. */
enum status claim_ranges_read(struct claim_ranges *ranges, char *text, struct failure *failure);
void claim_ranges_clear(struct claim_ranges *ranges);

#endif
