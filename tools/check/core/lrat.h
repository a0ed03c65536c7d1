/* SPDX-License-Identifier: MIT */
/* Checks a refutation, line by line.
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
#ifndef STEADYCHECK_LRAT_H
#define STEADYCHECK_LRAT_H

#include "core/clauses.h"
#include "core/read.h"

enum { LRAT_VARIABLE_LIMIT = 1 << 28, LRAT_WORK_OF_LITERAL = 4 };

struct number_list {
    int32_t *array;
    size_t count, capacity;
};

/* Takes literals up to a 0, in place of what is in the list, which is the caller's. */
bool lrat_read_literals(struct reader *reader, uint32_t variables, struct number_list *list);

/* Reads lrat and delete lines up to the empty clause, and the next line. `clauses` holds the
 * formula and changes; its literals are within 1..variables <= LRAT_VARIABLE_LIMIT. */
bool lrat_refutes(struct reader *reader, struct clause_set *clauses, uint32_t variables);

#endif
