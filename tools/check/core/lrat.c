/* SPDX-License-Identifier: MIT */
#include "core/lrat.h"

#include "core/memory.h"

#include <string.h>

/* --- sets of clauses --- */

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

void clauses_add(struct clause_set *set, const int32_t *literals, size_t size) {
    if (size > CLAUSE_ROOM_LIMIT || set->used - set->removed + size + 2 > CLAUSE_ROOM_LIMIT)
        memory_refuse(false);
    if (set->used + size + 2 > set->capacity && set->removed > set->used / 2)
        close_up(set);
    MEMORY_GROW(set->words, set->capacity, set->used + size + 2);
    MEMORY_GROW(set->place, set->place_capacity, (size_t)set->last + 2);
    set->words[set->used++] = (int32_t)++set->last;
    set->place[set->last] = (uint32_t)set->used;
    if (size > 0)
        memcpy(set->words + set->used, literals, size * sizeof *literals);
    set->used += size;
    set->words[set->used++] = 0;
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

/* --- the proof --- */

struct proof {
    struct reader *reader;
    struct clause_set *clauses;
    uint32_t variables;
    signed char *value;      /* of a literal, also behind 0: 1 true, -1 false, 0 open */
    struct number_list made; /* the true literals */
    struct number_list clause, hints;
    uint64_t looked; /* literals of the clause that was looked at last */
    bool ended;      /* by the empty clause */
};

static void number_list_append(struct number_list *list, int32_t number) {
    if (list->count == list->capacity)
        MEMORY_GROW(list->array, list->capacity, list->count + 1);
    list->array[list->count++] = number;
}

static void make_true(struct proof *proof, int32_t literal) {
    number_list_append(&proof->made, literal);
    proof->value[literal] = 1;
    proof->value[-literal] = -1;
}

static void undo(struct proof *proof) {
    for (size_t i = 0; i < proof->made.count; i++) {
        int32_t literal = proof->made.array[i];
        proof->value[literal] = proof->value[-literal] = 0;
    }
    proof->made.count = 0;
}

/* Literals that are there twice are dropped. */
static void negate_clause(struct proof *proof) {
    struct number_list *clause = &proof->clause;
    size_t kept = 0;
    for (size_t i = 0; i < clause->count; i++) {
        int32_t literal = clause->array[i];
        if (proof->value[literal] > 0)
            read_refuted(proof->reader, "the new clause holds both %ld and %ld", -(long)literal,
                         (long)literal);
        if (proof->value[literal] == 0) {
            make_true(proof, -literal);
            clause->array[kept++] = literal;
        }
    }
    clause->count = kept;
}

/* What is left of a clause: *unit is its only open literal, or 0 if all are false. False if it is
 * satisfied or has two open literals (a repeated one counts once). */
static bool reduce(struct proof *proof, const int32_t *clause, int32_t *unit) {
    const int32_t *literal = clause;
    *unit = 0;
    for (; *literal; literal++) {
        if (proof->value[*literal] < 0)
            continue;
        if (proof->value[*literal] > 0 || (*unit != 0 && *unit != *literal))
            return false;
        *unit = *literal;
    }
    proof->looked = (uint64_t)(literal - clause);
    return true;
}

static void follow_hint(struct proof *proof, uint32_t hint, bool last) {
    const int32_t *clause = clauses_find(proof->clauses, hint);
    int32_t unit;
    if (!clause)
        read_refuted(proof->reader, "there is no clause %u", hint);
    if (!reduce(proof, clause, &unit))
        read_refuted(proof->reader, "clause %u does not become %s", hint, last ? "empty" : "unit");
    if (last != (unit == 0))
        read_refuted(proof->reader, "clause %u becomes %s, expected %s", hint,
                     unit ? "unit" : "empty", last ? "empty" : "unit");
    read_charge(proof->reader, LRAT_WORK_OF_LITERAL * proof->looked);
    if (!last)
        make_true(proof, unit);
}

static void follows(struct proof *proof) {
    const struct number_list *hints = &proof->hints;
    negate_clause(proof);
    if (hints->count == 0)
        read_refuted(proof->reader, "a clause without hints does not follow");
    for (size_t i = 0; i < hints->count; i++)
        follow_hint(proof, (uint32_t)hints->array[i], i + 1 == hints->count);
    undo(proof);
}

static void add_clause(struct proof *proof) {
    follows(proof);
    clauses_add(proof->clauses, proof->clause.array, proof->clause.count);
    proof->ended = proof->clause.count == 0;
}

static void remove_clauses(struct proof *proof) {
    for (size_t i = 0; i < proof->hints.count; i++)
        if (!clauses_remove(proof->clauses, (uint32_t)proof->hints.array[i]))
            read_refuted(proof->reader, "there is no clause %u", (uint32_t)proof->hints.array[i]);
}

/* --- the lines --- */

/* Takes numbers up to a 0, in place of what is in the list; `minus` may stand before them. */
static void read_list(struct reader *reader, const char *what, bool minus, uint32_t most,
                      struct number_list *list) {
    list->count = 0;
    for (uint32_t number;;) {
        const char *front = read_front(reader);
        bool negative = minus && *front == '-';
        const char *end = read_digits(front + negative, most, &number);
        if (!end || !read_ends_word(*end) || (negative && number == 0))
            read_expected(reader, "%s 1..%u or 0", what, most);
        reader->at = end;
        if (number == 0)
            return;
        number_list_append(list, negative ? -(int32_t)number : (int32_t)number);
    }
}

void lrat_read_literals(struct reader *reader, uint32_t variables, struct number_list *list) {
    read_list(reader, "a literal of the variables", true, variables, list);
}

static void read_ids(struct reader *reader, struct number_list *list) {
    read_list(reader, "a clause number,", false, READ_NUMBER_LIMIT, list);
}

static void check_line(struct proof *proof) {
    struct reader *reader = proof->reader;
    uint32_t id = proof->clauses->last + 1;
    bool adds = read_take(reader, "lrat");
    if (!adds && read_is_at(reader, "digest"))
        read_refuted(reader, "the proof ends before the empty clause");
    if (!adds && !read_take(reader, "delete"))
        read_expected(reader, "lrat, delete or digest");
    if (adds) {
        if (id > READ_NUMBER_LIMIT)
            read_malformed(reader, "clause numbers end at %d", READ_NUMBER_LIMIT);
        read_number(reader, "clause number", id, id);
        lrat_read_literals(reader, proof->variables, &proof->clause);
    }
    read_ids(reader, &proof->hints);
    read_no_more(reader);
    if (adds)
        add_clause(proof);
    else
        remove_clauses(proof);
    read_next_line(reader);
}

void lrat_refutes(struct reader *reader, struct clause_set *clauses, uint32_t variables) {
    struct proof proof = {.reader = reader, .clauses = clauses, .variables = variables};
    signed char *values = memory_zeroed((size_t)variables * LRAT_ROOM_OF_VARIABLE + 1, 1);
    proof.value = values + variables;
    read_charge(reader, variables / 4);
    while (!proof.ended)
        check_line(&proof);
}
