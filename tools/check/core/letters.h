/* SPDX-License-Identifier: MIT */
/* The letters of a line `block`, item by item: a, a range a-b (a < b, every letter once), or one of
 * these followed by *k (k >= 2 copies of each). */
#ifndef STEADYCHECK_LETTERS_H
#define STEADYCHECK_LETTERS_H

#include "core/read.h"

struct letters {
    uint32_t first, last, copies;
};

/* Takes the next word. */
bool letters_read(struct letters *letters, struct reader *reader);

/* How many there are, below 2^62, and their sum: contract: no more than 2^31. */
uint64_t letters_count(const struct letters *letters);
uint64_t letters_sum(const struct letters *letters);

#endif
