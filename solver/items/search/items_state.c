/* SPDX-License-Identifier: MIT */
#include "solver/items/search/items_state.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

static item_set every_item(const struct items_space *space) {
    assert(space->question.items >= 1 && space->question.items <= ITEMS_STATE_MOST);
    return UINT32_MAX >> (ITEMS_STATE_MOST - space->question.items);
}

static const item_set *row_of(const struct items_space *space, const item_set *state, int row) {
    assert(row >= 0 && row < space->question.processors);
    return state + (size_t)row * (size_t)space->question.latency;
}

int items_state_missing(const struct items_space *space, const item_set *state) {
    int missing = 0;
    for (int row = 0; row < space->question.processors; row++)
        missing +=
            space->question.items - item_set_size(items_row_all(space, row_of(space, state, row)));
    assert(missing >= 0);
    return missing;
}

item_set items_state_new(const struct items_space *space, const item_set *state) {
    item_set sent = 0;
    for (int row = 0; row < space->question.processors; row++)
        sent |= items_row_all(space, row_of(space, state, row));
    return every_item(space) & ~sent;
}

void items_state_next(const struct items_space *space, const item_set *state,
                      const item_set *chosen, item_set *next) {
    int latency = space->question.latency;
    for (int row = 0; row < space->question.processors; row++) {
        const item_set *from = row_of(space, state, row);
        item_set *to = next + (size_t)row * (size_t)latency;
        for (int d = 0; d < latency; d++)
            to[d] = d + 1 < latency ? from[d + 1] : chosen[row];
        to[0] |= from[0];
    }
}

/* rows[i] for i = 0..length: how many rows, at most, have one of the items of `which` at time s+i.
 * Up to s+L-1 that is known; later it grows by what those that have one, and the source from
 * `start` on if `source`, can send. Exact numbers beyond N don't matter. */
static void spread(const struct items_space *space, const item_set *state, item_set which,
                   bool source, int start, int length, int *rows) {
    const struct items_question *question = &space->question;
    int latency = question->latency;
    assert(length >= 0);
    memset(rows, 0, ((size_t)length + 1) * sizeof *rows);
    for (int row = 0; row < question->processors; row++) {
        item_set has = 0;
        for (int i = 0; i < latency && i <= length; i++) {
            has |= row_of(space, state, row)[i];
            rows[i] += (has & which) != 0;
        }
    }
    for (int i = latency; i <= length; i++) {
        int senders = rows[i - latency] + (source && i - latency >= start);
        long now = rows[i - 1] + (long)question->ports * senders;
        rows[i] = now < question->processors ? (int)now : question->processors;
        assert(rows[i] >= rows[i - 1]);
    }
}

/* Of the messages that are sent when `senders` processors have something. */
static long received(const struct items_question *question, int senders) {
    assert(senders >= 0);
    int most = senders < question->processors ? senders : question->processors;
    return (long)question->ports * most;
}

long items_state_later(const struct items_space *space, const item_set *state, int s, int *rows) {
    int length = space->time - space->question.latency - s;
    long sum = 0;
    if (length < 1)
        return 0;
    spread(space, state, UINT32_MAX, true, 0, length, rows);
    for (int i = 1; i <= length; i++)
        sum += received(&space->question, rows[i] + 1);
    return sum;
}

static bool row_too_late(const struct items_space *space, const item_set *state, int s) {
    const struct items_question *question = &space->question;
    long steps = space->time - question->latency - s + 1; /* in which it can be sent something */
    for (int row = 0; row < question->processors; row++) {
        int has = item_set_size(items_row_all(space, row_of(space, state, row)));
        if (question->items - has > question->ports * (steps > 0 ? steps : 0))
            return true;
    }
    return false;
}

/* The item is with all rows at time T? Of an item that is sent already the source may send more,
 * unless it sends each item once; the new item with `rank` new ones before it is first sent at time
 * s + rank/p or later. */
static bool item_too_late(const struct items_space *space, const item_set *state, int item, int s,
                          bool is_new, int rank, int *rows) {
    const struct items_question *question = &space->question;
    int length = space->time - s, latency = question->latency, start = rank / question->ports;
    if (length < 0)
        return true;
    bool once = question->single && is_new;
    spread(space, state, (item_set)1 << item, !question->single, start, length, rows);
    if (once) { /* one row has it L later, and it grows from there */
        int first = start + latency;
        for (int i = first; i <= length; i++) {
            long now = i == first ? 1
                                  : rows[i - 1] + (i - first >= latency
                                                       ? (long)question->ports * rows[i - latency]
                                                       : 0);
            rows[i] = now < question->processors ? (int)now : question->processors;
        }
    }
    return rows[length] < question->processors;
}

bool items_state_hopeless(const struct items_space *space, const item_set *state, int s,
                          int *rows) {
    const struct items_question *question = &space->question;
    item_set left = items_state_new(space, state);
    int senders = 1, rank = 0;
    for (int row = 0; row < question->processors; row++)
        senders += row_of(space, state, row)[0] != 0;
    long messages = space->time - question->latency >= s ? received(question, senders) : 0;
    messages += items_state_later(space, state, s, rows);
    if (messages < items_state_missing(space, state) || row_too_late(space, state, s))
        return true;
    for (int item = 0; item < question->items; item++) {
        bool is_new = left >> item & 1;
        if (item_too_late(space, state, item, s, is_new, is_new ? rank : 0, rows))
            return true;
        rank += is_new;
    }
    return false;
}

/* What does not depend on the names of rows: how many rows have the item, or receive it when. */
static uint64_t signature(const struct items_space *space, const item_set *state, int item) {
    uint64_t mixed = 0;
    for (int row = 0; row < space->question.processors; row++) {
        const item_set *sets = row_of(space, state, row);
        uint64_t place = 0, all = 0;
        for (int d = 0; d < space->question.latency; d++) {
            all = all * 37 + (uint64_t)item_set_size(sets[d]);
            if (sets[d] >> item & 1)
                place = (uint64_t)d + 1;
        }
        uint64_t mix = (place * 0x9E3779B97F4A7C15u) ^ (all * 0xC2B2AE3D27D4EB4Fu);
        mixed += (mix ^ mix >> 29) * (2 * place + 1);
    }
    return mixed;
}

static void rename_items(const struct items_space *space, const item_set *state, item_set *image) {
    int items = space->question.items, order[ITEMS_STATE_MOST];
    uint64_t signatures[ITEMS_STATE_MOST];
    size_t sets = (size_t)space->question.processors * (size_t)space->question.latency;
    for (int item = 0; item < items; item++) {
        int place = item;
        signatures[item] = signature(space, state, item);
        for (; place > 0 && signatures[order[place - 1]] > signatures[item]; place--)
            order[place] = order[place - 1];
        order[place] = item;
    }
    for (size_t i = 0; i < sets; i++) {
        image[i] = 0;
        for (int place = 0; place < items; place++)
            image[i] |= (state[i] >> order[place] & 1) << place;
    }
}

void items_state_canonical(const struct items_space *space, const item_set *state,
                           item_set *image) {
    int latency = space->question.latency;
    rename_items(space, state, image);
    for (int row = 1; row < space->question.processors; row++) /* sorted by insertion */
        for (int i = row; i > 0; i--) {
            item_set *below = image + (size_t)i * (size_t)latency, *above = below - latency;
            int d = 0;
            while (d < latency && above[d] == below[d])
                d++;
            if (d == latency || above[d] < below[d])
                break;
            for (d = 0; d < latency; d++) {
                item_set swap = above[d];
                above[d] = below[d];
                below[d] = swap;
            }
        }
}

enum status items_refuted_init(struct items_refuted *refuted, size_t length,
                               struct failure *failure) {
    size_t places = ITEMS_REFUTED_ROOM / (length * sizeof(item_set) + sizeof(int));
    CLEANUP(items_refuted_clear)
    struct items_refuted result = {.length = length, .places = places + 1};
    result.since = memory_new(result.places, sizeof *result.since);
    result.states = memory_new(result.places, length * sizeof *result.states);
    TRY(memory_check(result.since && result.states, failure, "refuted states"));
    *refuted = TAKE(result);
    return STATUS_OK;
}

void items_refuted_clear(struct items_refuted *refuted) {
    FREE_ALL(refuted->since, refuted->states);
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
