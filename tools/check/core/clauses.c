/* SPDX-License-Identifier: MIT */
#include "core/clauses.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

void clauses_init(struct clause_set *set) {
    *set = (struct clause_set){.last = 0};
}

void clauses_clear(struct clause_set *set) {
    free(set->words);
    free(set->place);
    clauses_init(set);
}

/* The clause with its number and its 0. */
static size_t size_of(const int32_t *literals) {
    size_t size = 2;
    while (*literals++)
        size++;
    return size;
}

static void close_up(struct clause_set *set) {
    size_t used = 0;
    for (size_t at = 0, size; at < set->used; at += size) {
        const int32_t *clause = set->words + at;
        size = size_of(clause + 1);
        if (set->place[*clause] != at + 1)
            continue;
        set->place[*clause] = (uint32_t)used + 1;
        memmove(set->words + used, clause, size * sizeof *clause);
        used += size;
    }
    set->used = used;
    set->removed = 0;
}

bool clauses_add(struct clause_set *set, const int32_t *literals, size_t size) {
    if (size > CLAUSE_ROOM_LIMIT || set->used - set->removed + size + 2 > CLAUSE_ROOM_LIMIT)
        return false;
    if (set->used + size + 2 > set->capacity && set->removed > set->used / 2)
        close_up(set);
    set->words = memory_grow(set->words, &set->capacity, set->used + size + 2, sizeof *set->words);
    set->place =
        memory_grow(set->place, &set->place_capacity, (size_t)set->last + 2, sizeof *set->place);
    set->words[set->used++] = (int32_t)++set->last;
    set->place[set->last] = (uint32_t)set->used;
    if (size > 0)
        memcpy(set->words + set->used, literals, size * sizeof *literals);
    set->used += size;
    set->words[set->used++] = 0;
    return true;
}

const int32_t *clauses_find(const struct clause_set *set, uint32_t id) {
    bool there = id >= 1 && id <= set->last && set->place[id];
    return there ? set->words + set->place[id] : NULL;
}

bool clauses_remove(struct clause_set *set, uint32_t id) {
    const int32_t *literals = clauses_find(set, id);
    if (!literals)
        return false;
    set->removed += size_of(literals);
    set->place[id] = 0;
    return true;
}
