/* SPDX-License-Identifier: MIT */
/* Unit propagation with two watched literals, over a list of clauses that first grows and then
 * shrinks from its end: the walk of a checker of clausal proofs forwards to the conflict and back.
 *
 * Clauses are in three tiers, and a later one is propagated through only where the earlier ones
 * give nothing more: those in use (marked by the caller; "core first", Heule, Hunt, Wetzler, FMCAD
 * 2013), those added recently, and the old ones. The last two are distinguished because a solver's
 * proof does not say which clauses the solver had forgotten when it took a step; with 250000
 * clauses learnt from the formula of L = 12, t = 24, by words, elaboration takes 21 s instead
 * of 85.
 *
 * Literals are codes here: 2v for variable v, 2v+1 for its negation; code ^ 1 negates. Clauses have
 * numbers from 0 in the order in which they were added; repeated literals are dropped. Clauses with
 * a literal and its negation need no care: they can't become unit.
 *
 * The trail holds the true literals in the order in which they became true. What follows from the
 * clauses alone stands at its start; assumptions come behind it, between propagator_assume and
 * propagator_retract. Each clause is added when the trail is closed under propagation through those
 * before it, so that its consequences are a suffix, like a decision level: taking the clause away
 * cuts the suffix off, and what is left is closed and well watched again.
 *
 * When memory is refused, `out_of_memory` is set and the answers are no longer complete. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NO_CLAUSE UINT32_MAX

enum tier { TIER_IN_USE, TIER_RECENT, TIER_OLD, TIERS };

struct watch {
    uint32_t clause;
    uint32_t blocker; /* another literal of the clause: nothing to do while it is true */
};

struct watch_list {
    struct watch *list;
    uint32_t count, room;
};

struct propagator {
    uint32_t variables;
    uint32_t alive; /* clauses; those with higher numbers have been taken away again */
    size_t *start;  /* of each clause in `literals`, and where the next one starts */
    size_t start_room;
    uint32_t *literals;
    size_t literal_room;
    uint8_t *tier;                     /* of each clause */
    struct watch_list *watches[TIERS]; /* [tier][literal] */
    uint32_t old;                      /* clauses before all recent ones */
    int8_t *value;                     /* of each literal: 1 true, -1 false, 0 open */
    uint32_t *reason;                  /* of each variable with a value: its clause, or NO_CLAUSE */
    uint32_t *position;                /* of each variable with a value: its place in the trail */
    uint32_t *trail;
    uint32_t trail_length;
    uint32_t head[TIERS]; /* how much of the trail was propagated through the tier */
    uint32_t *stamp;      /* of each literal: the last clause that it was added with, plus 1 */
    bool out_of_memory;
};

static inline uint32_t propagator_code(int literal) {
    return literal > 0 ? 2 * (uint32_t)literal : 2 * (uint32_t)-literal + 1;
}

static inline int propagator_literal(uint32_t code) {
    return code & 1 ? -(int)(code >> 1) : (int)(code >> 1);
}

/* `clauses` is how many will be added at most. */
void propagator_init(struct propagator *propagator, uint32_t variables, size_t clauses);
void propagator_clear(struct propagator *propagator);

/* Adds the clause of `count` literals (not codes) and propagates. The clause that became false, or
 * NO_CLAUSE; after a conflict only propagator_pop goes on. */
uint32_t propagator_add(struct propagator *propagator, const int *literals, size_t count);

/* Takes the last clause away, and what followed only through it. */
void propagator_pop(struct propagator *propagator);

/* Assumes that every literal of the clause is false, and propagates. The clause has been taken
 * away, and none of its literals is true. Returns the clause that became false, or NO_CLAUSE. */
uint32_t propagator_assume(struct propagator *propagator, uint32_t clause);

/* Back to a trail of that length. */
void propagator_retract(struct propagator *propagator, uint32_t length);

/* The clause is in use from now on. */
void propagator_use(struct propagator *propagator, uint32_t clause);
