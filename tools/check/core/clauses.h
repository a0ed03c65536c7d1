/* SPDX-License-Identifier: MIT */
/* A set of clauses under the numbers 1, 2, .. in the order in which they were added. Their literals
 * stand in one array, which is closed up when more than half of it is of removed clauses; so
 * finding and removing take constant time, and adding takes time in proportion to the literals.
 * Room is limited to CLAUSE_ROOM_LIMIT words of 4 bytes (1 GiB) for the clauses that are there. */
#ifndef STEADYCHECK_CLAUSES_H
#define STEADYCHECK_CLAUSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLAUSE_ROOM_LIMIT ((size_t)1 << 28)

struct clause_set {
    int32_t *words; /* of each clause its number, its literals +v or -v, and 0 */
    size_t used, capacity;
    size_t removed;  /* of those used: what removed clauses have left */
    uint32_t *place; /* of each number: where its literals begin, or 0 if the clause was removed */
    size_t place_capacity;
    uint32_t last; /* the number of the last clause */
};

void clauses_init(struct clause_set *set);
void clauses_clear(struct clause_set *set);

/* Copies the clause; its number is the next one, which is below 2^31 by contract. False if the
 * limit is reached. */
bool clauses_add(struct clause_set *set, const int32_t *literals, size_t size);

/* Its literals up to a 0, until the next clause is added; NULL if there is none. */
const int32_t *clauses_find(const struct clause_set *set, uint32_t id);

/* False if there is none. */
bool clauses_remove(struct clause_set *set, uint32_t id);

#endif
