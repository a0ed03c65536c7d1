#include "core/clauses.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_PER_CLAUSE = 12 }; /* header, bucket and what malloc needs, rounded up */

void clauses_init(struct clause_set *set) {
    *set = (struct clause_set){.bucket_count = 1024};
    set->buckets = memory_zeroed(set->bucket_count, sizeof(struct clause *));
}

void clauses_clear(struct clause_set *set) {
    for (size_t i = 0; i < set->bucket_count; i++)
        while (set->buckets[i]) {
            struct clause *clause = set->buckets[i];
            set->buckets[i] = clause->next;
            free(clause);
        }
    free(set->buckets);
}

/* Successive numbers, the usual case, fill the buckets evenly. */
static struct clause **bucket_of(const struct clause_set *set, uint32_t id) {
    return &set->buckets[id & (set->bucket_count - 1)];
}

static void insert(struct clause_set *set, struct clause *clause) {
    struct clause **bucket = bucket_of(set, clause->id);
    clause->next = *bucket;
    *bucket = clause;
}

static void double_buckets(struct clause_set *set) {
    struct clause_set old = *set;
    set->bucket_count *= 2;
    set->buckets = memory_zeroed(set->bucket_count, sizeof(struct clause *));
    for (size_t i = 0; i < old.bucket_count; i++)
        for (struct clause *clause = old.buckets[i], *next; clause; clause = next) {
            next = clause->next;
            insert(set, clause);
        }
    free(old.buckets);
}

bool clauses_add(struct clause_set *set, uint32_t id, const int32_t *literals, size_t size) {
    if (size > CLAUSE_ROOM_LIMIT || set->room + size + WORDS_PER_CLAUSE > CLAUSE_ROOM_LIMIT)
        return false;
    struct clause *clause = memory_zeroed(1, sizeof *clause + size * sizeof *literals);
    clause->id = id;
    clause->size = (uint32_t)size;
    if (size > 0)
        memcpy(clause->literals, literals, size * sizeof *literals);
    if (set->count == set->bucket_count)
        double_buckets(set);
    insert(set, clause);
    set->count++;
    set->room += size + WORDS_PER_CLAUSE;
    return true;
}

const struct clause *clauses_find(const struct clause_set *set, uint32_t id) {
    const struct clause *clause = *bucket_of(set, id);
    while (clause && clause->id != id)
        clause = clause->next;
    return clause;
}

bool clauses_remove(struct clause_set *set, uint32_t id) {
    struct clause **link = bucket_of(set, id);
    while (*link && (*link)->id != id)
        link = &(*link)->next;
    struct clause *clause = *link;
    if (!clause)
        return false;
    *link = clause->next;
    set->count--;
    set->room -= clause->size + WORDS_PER_CLAUSE;
    free(clause);
    return true;
}
