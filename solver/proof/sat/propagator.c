/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/propagator.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"

/* How many clauses before the last one are recent. Measured: 500 to 10000 are about equally good.
 */
enum { RECENT_CLAUSES = 2000 };

/* Room for one more element in an array that doubles; false if memory was refused. */
static bool reserve(void **array, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return true;
    size_t larger = *room ? 2 * *room : 4;
    void *moved = memory_resize(*array, larger, size);
    if (!moved)
        return false;
    assert(larger > count);
    *array = moved;
    *room = larger;
    return true;
}

void propagator_init(struct propagator *p, uint32_t variables, size_t clauses) {
    require(clauses < NO_CLAUSE);
    size_t codes = 2 * (size_t)variables + 2;
    *p = (struct propagator){.variables = variables};
    p->start = memory_new(clauses + 1, sizeof *p->start);
    p->tier = memory_new(clauses, sizeof *p->tier);
    bool lists = true;
    for (int tier = 0; tier < TIERS; tier++) {
        p->watches[tier] = memory_new(codes, sizeof *p->watches[tier]);
        lists &= p->watches[tier] != NULL;
    }
    p->value = memory_new(codes, sizeof *p->value);
    p->stamp = memory_new(codes, sizeof *p->stamp);
    p->reason = memory_new((size_t)variables + 1, sizeof *p->reason);
    p->position = memory_new((size_t)variables + 1, sizeof *p->position);
    p->trail = memory_new((size_t)variables + 1, sizeof *p->trail);
    p->out_of_memory = !lists || !p->start || !p->tier || !p->value || !p->stamp || !p->reason ||
                       !p->position || !p->trail;
}

void propagator_clear(struct propagator *p) {
    for (int tier = 0; tier < TIERS; tier++) {
        for (size_t code = 0; p->watches[tier] && code < 2 * (size_t)p->variables + 2; code++)
            free(p->watches[tier][code].list);
        free(p->watches[tier]);
    }
    FREE_ALL(p->start, p->literals, p->tier, p->value, p->stamp, p->reason, p->position, p->trail);
    *p = (struct propagator){0};
}

static void add_watch(struct propagator *p, uint32_t code, struct watch watch) {
    assert(watch.clause < p->alive && watch.blocker != code);
    struct watch_list *list = &p->watches[p->tier[watch.clause]][code];
    void *array = list->list;
    size_t room = list->room;
    if (!reserve(&array, list->count, &room, sizeof watch)) {
        p->out_of_memory = true;
        return;
    }
    list->list = array;
    list->room = (uint32_t)room;
    list->list[list->count++] = watch;
}

/* Watches the first two literals in the lists of the clause's tier. */
static void watch_clause(struct propagator *p, uint32_t number) {
    const uint32_t *clause = p->literals + p->start[number];
    size_t size = p->start[number + 1] - p->start[number];
    for (int i = 0; size > 1 && i < 2; i++)
        add_watch(p, clause[i], (struct watch){number, clause[1 - i]});
}

static void assign(struct propagator *p, uint32_t code, uint32_t reason) {
    assert(p->value[code] == 0 && p->trail_length < p->variables);
    p->value[code] = 1;
    p->value[code ^ 1] = -1;
    p->reason[code >> 1] = reason;
    p->position[code >> 1] = p->trail_length;
    p->trail[p->trail_length++] = code;
}

static void swap(uint32_t *first, uint32_t *second) {
    uint32_t kept = *first;
    *first = *second;
    *second = kept;
}

enum visit { VISIT_MOVED, VISIT_KEPT, VISIT_CONFLICT };

/* The watched literal `lost` became false: watch another one, or find the clause unit or false. */
static enum visit visit_clause(struct propagator *p, uint32_t lost, struct watch *watch) {
    uint32_t *clause = p->literals + p->start[watch->clause];
    size_t size = p->start[watch->clause + 1] - p->start[watch->clause];
    if (clause[0] == lost)
        swap(&clause[0], &clause[1]);
    assert(size >= 2 && clause[1] == lost); /* whose list this is */
    watch->blocker = clause[0];
    if (p->value[clause[0]] > 0)
        return VISIT_KEPT;
    for (size_t i = 2; i < size; i++)
        if (p->value[clause[i]] >= 0) {
            swap(&clause[1], &clause[i]);
            add_watch(p, clause[1], *watch);
            return VISIT_MOVED;
        }
    if (p->value[clause[0]] < 0)
        return VISIT_CONFLICT;
    assign(p, clause[0], watch->clause);
    return VISIT_KEPT;
}

/* Visits the clauses of a tier that watch `lost`; returns the conflict. Watches of clauses that are
 * gone, or are in another tier now, are dropped on the way. */
static uint32_t visit_list(struct propagator *p, int tier, uint32_t lost) {
    struct watch_list *list = &p->watches[tier][lost];
    uint32_t kept = 0, next = 0, conflict = NO_CLAUSE;
    while (next < list->count && conflict == NO_CLAUSE) {
        struct watch watch = list->list[next++];
        if (p->value[watch.blocker] > 0) {
            list->list[kept++] = watch;
            continue;
        }
        if (watch.clause >= p->alive || p->tier[watch.clause] != tier)
            continue;
        enum visit visit = visit_clause(p, lost, &watch);
        if (visit != VISIT_MOVED)
            list->list[kept++] = watch;
        if (visit == VISIT_CONFLICT)
            conflict = watch.clause;
    }
    while (next < list->count)
        list->list[kept++] = list->list[next++];
    assert(kept <= list->count);
    list->count = kept;
    return conflict;
}

static uint32_t propagate(struct propagator *p) {
    uint32_t conflict = NO_CLAUSE;
    for (int tier = 0; tier < TIERS && conflict == NO_CLAUSE;) {
        assert(p->head[tier] <= p->trail_length);
        if (p->head[tier] == p->trail_length) {
            tier++;
            continue;
        }
        uint32_t length = p->trail_length;
        conflict = visit_list(p, tier, p->trail[p->head[tier]++] ^ 1);
        if (p->trail_length > length)
            tier = 0;
    }
    return conflict;
}

/* Copies the literals without repetitions. */
static void store(struct propagator *p, const int *literals, size_t count) {
    size_t end = p->start[p->alive];
    for (size_t i = 0; i < count; i++) {
        uint32_t code = propagator_code(literals[i]);
        assert(code >= 2 && code >> 1 <= p->variables);
        void *array = p->literals;
        if (p->stamp[code] == p->alive + 1)
            continue;
        p->stamp[code] = p->alive + 1;
        if (!reserve(&array, end, &p->literal_room, sizeof *p->literals)) {
            p->out_of_memory = true;
            break;
        }
        p->literals = array;
        p->literals[end++] = code;
    }
    assert(p->alive < NO_CLAUSE && end >= p->start[p->alive]);
    p->tier[p->alive] = TIER_OLD;
    p->start[++p->alive] = end;
    p->old = p->alive;
}

uint32_t propagator_add(struct propagator *p, const int *literals, size_t count) {
    require(!p->out_of_memory);
    uint32_t number = p->alive;
    store(p, literals, count);
    if (p->out_of_memory)
        return NO_CLAUSE;
    uint32_t *clause = p->literals + p->start[number];
    size_t size = p->start[number + 1] - p->start[number], open = 0;
    for (size_t i = 0; i < size && open < 2; i++) /* literals that are not false come first */
        if (p->value[clause[i]] >= 0)
            swap(&clause[open++], &clause[i]);
    watch_clause(p, number);
    if (open == 0)
        return number;
    if (open == 1 && p->value[clause[0]] == 0)
        assign(p, clause[0], number);
    return propagate(p);
}

void propagator_retract(struct propagator *p, uint32_t length) {
    require(length <= p->trail_length);
    while (p->trail_length > length) {
        uint32_t code = p->trail[--p->trail_length];
        assert(p->value[code] > 0 && p->position[code >> 1] == p->trail_length);
        p->value[code] = p->value[code ^ 1] = 0;
    }
    for (int tier = 0; tier < TIERS; tier++)
        p->head[tier] = length;
}

/* Makes the last clauses recent, now that the list shrinks. */
static void promote_recent(struct propagator *p) {
    while (p->old > 0 && p->old + RECENT_CLAUSES > p->alive) {
        uint32_t number = --p->old;
        if (p->tier[number] != TIER_OLD)
            continue;
        assert(number < p->alive);
        p->tier[number] = TIER_RECENT;
        watch_clause(p, number);
    }
}

void propagator_pop(struct propagator *p) {
    require(p->alive > 0);
    uint32_t gone = --p->alive, length = p->trail_length;
    for (size_t i = p->start[gone]; i < p->start[gone + 1]; i++) {
        uint32_t code = p->literals[i];
        if (p->value[code] > 0 && p->reason[code >> 1] == gone)
            length = p->position[code >> 1];
    }
    assert(length == p->trail_length || p->reason[p->trail[length] >> 1] == gone);
    propagator_retract(p, length);
    promote_recent(p);
}

uint32_t propagator_assume(struct propagator *p, uint32_t clause) {
    require(clause >= p->alive);
    for (size_t i = p->start[clause]; i < p->start[clause + 1]; i++) {
        uint32_t code = p->literals[i];
        if (p->value[code] == 0)
            assign(p, code ^ 1, NO_CLAUSE);
    }
    return propagate(p);
}

void propagator_use(struct propagator *p, uint32_t number) {
    require(number < p->alive);
    if (p->tier[number] == TIER_IN_USE)
        return;
    p->tier[number] = TIER_IN_USE;
    watch_clause(p, number);
}
