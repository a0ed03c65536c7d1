/* SPDX-License-Identifier: MIT */
#include "solver/items/search/items_refuted.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

enum status items_refuted_init(struct items_refuted *refuted, size_t length,
                               struct failure *failure) {
    size_t places = ITEMS_REFUTED_ROOM / (length * sizeof(item_set) + sizeof(int));
    struct items_refuted result = {.length = length, .places = places + 1};
    result.since = memory_new(result.places, sizeof *result.since);
    result.states = memory_new(result.places, length * sizeof *result.states);
    if (!result.since || !result.states) {
        items_refuted_clear(&result);
        return failure_memory(failure, "refuted states");
    }
    *refuted = result;
    return STATUS_OK;
}

void items_refuted_clear(struct items_refuted *refuted) {
    free(refuted->since);
    free(refuted->states);
    *refuted = (struct items_refuted){0};
}

static size_t place_of(const struct items_refuted *refuted, const item_set *state) {
    uint64_t mixed = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < refuted->length; i++) {
        mixed = (mixed ^ state[i]) * 0xD6E8FEB86659FD93u;
        mixed ^= mixed >> 32;
    }
    return (size_t)(mixed % refuted->places);
}

static bool is_there(const struct items_refuted *refuted, const item_set *state, size_t place) {
    assert(place < refuted->places);
    return refuted->since[place] > 0 && memcmp(refuted->states + place * refuted->length, state,
                                               refuted->length * sizeof *state) == 0;
}

void items_refuted_add(struct items_refuted *refuted, const item_set *state, int s) {
    require(s >= 0);
    size_t place = place_of(refuted, state);
    if (is_there(refuted, state, place) && refuted->since[place] <= s + 1)
        return;
    refuted->since[place] = s + 1;
    memcpy(refuted->states + place * refuted->length, state, refuted->length * sizeof *state);
}

bool items_refuted_has(const struct items_refuted *refuted, const item_set *state, int s) {
    size_t place = place_of(refuted, state);
    return is_there(refuted, state, place) && refuted->since[place] <= s + 1;
}
