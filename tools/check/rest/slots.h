/* SPDX-License-Identifier: MIT */
/* An instance written out letter by letter: the slots that the exhausted search and the formula
 * speak about. For small instances only: at most SLOT_LIMIT letters in all.
 *
 * Slots 0..letters-2 are the positions 1..r-1 of the blocks of size r >= 2, sizes ascending; the
 * slot letters-1 is the receive-only processor. */
#pragma once

#include "core/read.h"

enum { SLOT_LIMIT = 100000, SLOTS_WORK_OF_LETTER = 16 };

struct slots {
    uint32_t latency, depth;
    uint32_t letters; /* in all, M of the grammar */
    uint32_t *copies; /* of letter j, 0 <= j < latency */
    uint32_t blocks;  /* of size >= 2 */
    uint32_t *size;   /* of a block */
    uint32_t *first;  /* slot of a block */
};

/* Reads the latency and depth lines and writes the instance out. */
void slots_read(struct slots *slots, struct reader *reader);
