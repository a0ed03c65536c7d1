/* SPDX-License-Identifier: MIT */
#include "automata/tuple_table.h"

#include "automata/memory.h"
#include "automata/require.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 32 };

static size_t hash(const uint64_t *tuple, size_t width) {
    uint64_t mixed = UINT64_C(0x9e3779b97f4a7c15);
    for (size_t index = 0; index < width; index++) {
        mixed = (mixed ^ tuple[index]) * UINT64_C(0xbf58476d1ce4e5b9);
        mixed ^= mixed >> 29;
    }
    return (size_t)(mixed * UINT64_C(0x94d049bb133111eb) >> 7);
}

/* The slot that holds `tuple`, or the empty one where it belongs. */
static size_t find_slot(const struct tuple_table *table, const uint64_t *tuple) {
    size_t slot = hash(tuple, table->width) & table->slot_mask;
    while (table->slots[slot] != 0 && memcmp(tuple_table_at(table, table->slots[slot] - 1), tuple,
                                             table->width * sizeof *tuple) != 0)
        slot = (slot + 1) & table->slot_mask;
    return slot;
}

enum status tuple_table_init(struct tuple_table *table, size_t width, struct failure *failure) {
    *table = (struct tuple_table){.width = width, .capacity = FIRST_CAPACITY};
    table->tuples = memory_new(FIRST_CAPACITY, width * sizeof *table->tuples);
    table->slots = memory_new(2 * FIRST_CAPACITY, sizeof *table->slots);
    table->slot_mask = 2 * FIRST_CAPACITY - 1;
    if (table->tuples != NULL && table->slots != NULL)
        return STATUS_OK;
    tuple_table_clear(table);
    return failure_memory(failure, "a table of states");
}

void tuple_table_clear(struct tuple_table *table) {
    FREE_ALL(table->tuples, table->slots);
    *table = (struct tuple_table){0};
}

/* Doubles the room; on failure the table is as before. */
static bool grow(struct tuple_table *table) {
    const size_t capacity = 2 * table->capacity;
    size_t *const slots = memory_new(2 * capacity, sizeof *slots);
    uint64_t *const tuples =
        slots == NULL ? NULL
                      : memory_resize(table->tuples, capacity, table->width * sizeof *tuples);
    if (tuples == NULL) {
        free(slots);
        return false;
    }
    free(table->slots);
    table->tuples = tuples;
    table->slots = slots;
    table->capacity = capacity;
    table->slot_mask = 2 * capacity - 1;
    for (size_t number = 0; number < table->count; number++)
        table->slots[find_slot(table, tuple_table_at(table, number))] = number + 1;
    return true;
}

enum status tuple_table_number(struct tuple_table *table, const uint64_t *tuple, size_t *number,
                               struct failure *failure) {
    require(tuple < table->tuples || tuple >= table->tuples + table->capacity * table->width);
    size_t slot = find_slot(table, tuple);
    if (table->slots[slot] == 0) {
        if (table->count == table->capacity) {
            TRY(memory_check(grow(table), failure, "a table of states"));
            slot = find_slot(table, tuple);
        }
        memcpy(table->tuples + table->count * table->width, tuple, table->width * sizeof *tuple);
        table->slots[slot] = ++table->count;
    }
    assert(table->count <= table->capacity && table->slots[slot] <= table->count);
    *number = table->slots[slot] - 1;
    return STATUS_OK;
}

const uint64_t *tuple_table_at(const struct tuple_table *table, size_t number) {
    return table->tuples + number * table->width;
}
