/* SPDX-License-Identifier: MIT */
/* Sets of clauses, and refutations of them, which are checked line by line.
 *
 *   lrat ID LIT .. 0 HINT .. 0     adds the clause of these literals
 *   delete ID .. 0                 removes clauses
 *
 * Theorem (reverse unit propagation: Goldberg, Novikov, DATE 2003; with hints: Cruz-Filipe, Heule,
 * Hunt, Kaufmann, Schneider-Kamp, CADE 2017): assume that every literal of the new clause is false.
 * If each hint but the last is a clause with one literal that is not false, that literal is true in
 * every model of the clauses; if the last one has none, there is no model, so the new clause
 * follows. When the empty clause follows, the formula has no model. Removing clauses only weakens.
 *
 * Cost: the literals of the clauses that the hints name, which are charged; honest proofs need less
 * than 10 for each byte. */
#pragma once

#include "core/read.h"

/* A set of clauses under the numbers 1, 2, .. in the order in which they were added. Their literals
 * stand in one array, which is closed up when more than half of it is of removed clauses; so
 * finding and removing take constant time, and adding takes time in proportion to the literals.
 * Room is limited to CLAUSE_ROOM_LIMIT words of 4 bytes (1 GiB) for the clauses that are there. */
#define CLAUSE_ROOM_LIMIT ((size_t)1 << 28)

/* All zero at first. */
struct clause_set {
    int32_t *words; /* of each clause its number, its literals +v or -v, and 0 */
    size_t used, capacity;
    size_t removed;  /* of those used: what removed clauses have left */
    uint32_t *place; /* of each number: where its literals begin, or 0 if the clause was removed */
    size_t place_capacity;
    uint32_t last; /* the number of the last clause */
};

/* Copies the clause; its number is the next one, which is below 2^31 by contract. Beyond the limit
 * memory is refused. */
void clauses_add(struct clause_set *set, const int32_t *literals, size_t size);

/* Its literals up to a 0, until the next clause is added; NULL if there is none. */
const int32_t *clauses_find(const struct clause_set *set, uint32_t id);

/* False if there is none. */
bool clauses_remove(struct clause_set *set, uint32_t id);

enum { LRAT_VARIABLE_LIMIT = 1 << 28, LRAT_ROOM_OF_VARIABLE = 2, LRAT_WORK_OF_LITERAL = 4 };

struct number_list {
    int32_t *array;
    size_t count, capacity;
};

/* Takes literals up to a 0, in place of what is in the list, which is the caller's. */
void lrat_read_literals(struct reader *reader, uint32_t variables, struct number_list *list);

/* Reads lrat and delete lines up to the empty clause, and the next line. `clauses` holds the
 * formula and changes; its literals are within 1..variables <= LRAT_VARIABLE_LIMIT. */
void lrat_refutes(struct reader *reader, struct clause_set *clauses, uint32_t variables);
