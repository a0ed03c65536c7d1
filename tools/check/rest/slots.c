/* SPDX-License-Identifier: MIT */
#include "rest/slots.h"

#include "core/memory.h"

#include <stdlib.h>

/* f_0..f_last; false if a term is above SLOT_LIMIT. */
static bool fill_sequence(uint32_t *f, uint32_t last, uint32_t latency) {
    for (uint32_t i = 0; i <= last; i++) {
        f[i] = i < latency ? 1 : f[i - 1] + f[i - latency];
        if (f[i] > SLOT_LIMIT)
            return false;
    }
    return true;
}

/* Letter j has f_{t-L-j} copies. */
static bool fill_letters(struct slots *slots, const uint32_t *f) {
    uint32_t above = slots->depth - slots->latency;
    slots->copies = memory_zeroed(slots->latency, sizeof *slots->copies);
    for (uint32_t j = 0; j < slots->latency && j <= above; j++) {
        slots->copies[j] = f[above - j];
        slots->letters += slots->copies[j];
        if (slots->letters > SLOT_LIMIT)
            return false;
    }
    return true;
}

static void add_blocks(struct slots *slots, uint32_t count, uint32_t size, uint32_t *next_slot) {
    for (; count > 0; count--) {
        slots->size[slots->blocks] = size;
        slots->first[slots->blocks] = *next_slot;
        slots->blocks++;
        *next_slot += size - 1;
    }
}

/* There are as many slots as letters, hence fewer blocks of size >= 2 than letters. */
static void fill_blocks(struct slots *slots, const uint32_t *f) {
    uint32_t L = slots->latency, t = slots->depth, next_slot = 0;
    uint32_t small = t >= 2 * L ? t - 2 * L + 1 : 0;
    slots->size = memory_zeroed(slots->letters, sizeof *slots->size);
    slots->first = memory_zeroed(slots->letters, sizeof *slots->first);
    for (uint32_t size = 2; size <= small; size++)
        add_blocks(slots, f[small - size], size, &next_slot);
    if (t - L + 1 >= 2)
        add_blocks(slots, 1, t - L + 1, &next_slot);
    if (next_slot != slots->letters - 1)
        abort(); /* letters = 1 + sum over the blocks of size - 1 */
}

/* The root block alone takes t-L letters, so f need not be known beyond SLOT_LIMIT terms. */
static bool write_out(struct slots *slots) {
    uint32_t last = slots->depth - slots->latency;
    if (last >= SLOT_LIMIT)
        return false;
    uint32_t *f = memory_zeroed((size_t)last + 1, sizeof *f);
    if (!fill_sequence(f, last, slots->latency) || !fill_letters(slots, f))
        return false;
    fill_blocks(slots, f);
    return true;
}

void slots_read(struct slots *slots, struct reader *reader) {
    *slots = (struct slots){.letters = 0};
    read_instance(reader, &slots->latency, &slots->depth);
    read_charge(reader, SLOTS_WORK_OF_LETTER * (uint64_t)slots->latency);
    if (!write_out(slots))
        read_malformed(reader, "the instance before this line has more than %d letters",
                       SLOT_LIMIT);
}
