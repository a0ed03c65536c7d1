/* SPDX-License-Identifier: MIT */
#pragma once

#include "automata/status.h"

#include <stddef.h>
#include <stdint.h>

/* A table that numbers different tuples of `width` words of 64 bits: the first tuple that is looked
 * up becomes 0, the next different one 1, and so on. Expected time O(width) per look-up, memory
 * about 8 * (width + 3) bytes per tuple. */
struct tuple_table {
    size_t width;
    size_t count;     /* tuples in the table */
    uint64_t *tuples; /* count * width words, in the order of their numbers */
    size_t capacity;  /* tuples for which there is room */
    size_t *slots;    /* open addressing: number + 1, or 0 */
    size_t slot_mask; /* number of slots - 1 */
};

/* An empty table. */
enum status tuple_table_init(struct tuple_table *table, size_t width, struct failure *failure);
void tuple_table_clear(struct tuple_table *table);

/* Sets *number to the number of `tuple`, which is new iff it equals the count before the call.
 * `tuple` must not lie within the table. Fails for lack of memory only. */
enum status tuple_table_number(struct tuple_table *table, const uint64_t *tuple, size_t *number,
                               struct failure *failure);

/* The tuple with the given number < count; valid until the next tuple_table_number. */
const uint64_t *tuple_table_at(const struct tuple_table *table, size_t number);
