#include "core/lrat.h"

#include "core/memory.h"

#include <stdlib.h>

struct proof {
    struct clause_set *clauses;
    uint32_t variables;
    uint32_t last_id;
    signed char *value;   /* of a variable: 1 true, -1 false, 0 open */
    struct literals made; /* the true literals */
    struct literals clause;
    uint32_t *hints;
    size_t hint_count, hint_capacity;
};

static bool append_literal(struct reader *reader, uint32_t variables, struct literals *literals,
                           bool *more) {
    struct word word = read_word(reader), rest = word;
    uint32_t variable;
    if (!word.text)
        return false;
    *more = !word_is(word, "0");
    if (!*more)
        return true;
    bool negative = word_take(&rest, '-');
    if (!word_take_number(&rest, variables, &variable) || rest.length > 0 || variable == 0)
        return read_malformed(reader,
                              "expected a literal of the variables 1..%u or 0, found '%.*s'",
                              variables, WORD_IN_MESSAGE(word));
    literals->array =
        memory_grow(literals->array, &literals->capacity, literals->count + 1, sizeof(int32_t));
    literals->array[literals->count++] = negative ? -(int32_t)variable : (int32_t)variable;
    return true;
}

bool lrat_read_literals(struct reader *reader, uint32_t variables, struct literals *literals) {
    bool more = true;
    while (more)
        if (!append_literal(reader, variables, literals, &more))
            return false;
    return true;
}

static bool read_hints(struct proof *proof, struct reader *reader) {
    proof->hint_count = 0;
    for (;;) {
        uint32_t hint;
        if (!read_number(reader, "clause number", 0, READ_NUMBER_LIMIT, &hint))
            return false;
        if (hint == 0)
            return true;
        proof->hints =
            memory_grow(proof->hints, &proof->hint_capacity, proof->hint_count + 1, sizeof hint);
        proof->hints[proof->hint_count++] = hint;
    }
}

/* 1 true, -1 false, 0 open. */
static int value_of(const struct proof *proof, int32_t literal) {
    return literal > 0 ? proof->value[literal] : -proof->value[-literal];
}

static void make_true(struct proof *proof, int32_t literal) {
    struct literals *made = &proof->made;
    made->array = memory_grow(made->array, &made->capacity, made->count + 1, sizeof literal);
    made->array[made->count++] = literal;
    proof->value[literal > 0 ? literal : -literal] = literal > 0 ? 1 : -1;
}

static void undo(struct proof *proof) {
    for (size_t i = 0; i < proof->made.count; i++) {
        int32_t literal = proof->made.array[i];
        proof->value[literal > 0 ? literal : -literal] = 0;
    }
    proof->made.count = 0;
}

static bool negate_clause(struct proof *proof, struct reader *reader) {
    for (size_t i = 0; i < proof->clause.count; i++) {
        int32_t literal = proof->clause.array[i];
        int value = value_of(proof, literal);
        if (value > 0)
            return read_refuted(reader, "the new clause holds both %ld and %ld", -(long)literal,
                                (long)literal);
        if (value == 0)
            make_true(proof, -literal);
    }
    return true;
}

/* What is left of a clause: *unit is its only open literal, or 0 if all are false. False if it is
 * satisfied or has two open literals (a repeated one counts once). */
static bool reduce(const struct proof *proof, const struct clause *clause, int32_t *unit) {
    *unit = 0;
    for (uint32_t i = 0; i < clause->size; i++) {
        int32_t literal = clause->literals[i];
        int value = value_of(proof, literal);
        if (value > 0 || (value == 0 && *unit != 0 && *unit != literal))
            return false;
        if (value == 0)
            *unit = literal;
    }
    return true;
}

static bool follow_hint(struct proof *proof, struct reader *reader, uint32_t hint, bool last) {
    const struct clause *clause = clauses_find(proof->clauses, hint);
    int32_t unit;
    if (!clause)
        return read_refuted(reader, "there is no clause %u", hint);
    if (!reduce(proof, clause, &unit))
        return read_refuted(reader, "clause %u does not become %s", hint, last ? "empty" : "unit");
    if (last != (unit == 0))
        return read_refuted(reader, "clause %u becomes %s, expected %s", hint,
                            unit ? "unit" : "empty", last ? "empty" : "unit");
    if (!last)
        make_true(proof, unit);
    return true;
}

static bool follows(struct proof *proof, struct reader *reader) {
    if (!negate_clause(proof, reader))
        return false;
    if (proof->hint_count == 0)
        return read_refuted(reader, "a clause without hints does not follow");
    for (size_t i = 0; i < proof->hint_count; i++)
        if (!follow_hint(proof, reader, proof->hints[i], i + 1 == proof->hint_count))
            return false;
    undo(proof);
    return true;
}

static bool check_lrat_line(struct proof *proof, struct reader *reader) {
    uint32_t id;
    proof->clause.count = 0;
    if (proof->last_id >= READ_NUMBER_LIMIT)
        return read_malformed(reader, "clause numbers end at %d", READ_NUMBER_LIMIT);
    if (!read_key(reader, "lrat") ||
        !read_number(reader, "clause number", proof->last_id + 1, READ_NUMBER_LIMIT, &id) ||
        !lrat_read_literals(reader, proof->variables, &proof->clause) ||
        !read_hints(proof, reader) || !follows(proof, reader))
        return false;
    if (!clauses_add(proof->clauses, id, proof->clause.array, proof->clause.count))
        return read_malformed(reader, "the clauses need more than 1 GiB");
    proof->last_id = id;
    return read_line_end(reader);
}

static bool check_delete_line(struct proof *proof, struct reader *reader) {
    if (!read_key(reader, "delete") || !read_hints(proof, reader))
        return false;
    for (size_t i = 0; i < proof->hint_count; i++)
        if (!clauses_remove(proof->clauses, proof->hints[i]))
            return read_refuted(reader, "there is no clause %u", proof->hints[i]);
    return read_line_end(reader);
}

static bool reaches_empty_clause(struct proof *proof, struct reader *reader) {
    for (;;) {
        if (read_is_at(reader, "delete")) {
            if (!check_delete_line(proof, reader))
                return false;
        } else if (read_is_at(reader, "lrat")) {
            if (!check_lrat_line(proof, reader))
                return false;
            if (proof->clause.count == 0)
                return true;
        } else if (read_is_at(reader, "digest")) {
            return read_refuted(reader, "the proof ends before the empty clause");
        } else {
            return read_malformed(reader, "expected lrat, delete or digest");
        }
    }
}

bool lrat_refutes(struct reader *reader, struct clause_set *clauses, uint32_t variables,
                  uint32_t last) {
    struct proof proof = {.clauses = clauses, .variables = variables, .last_id = last};
    proof.value = memory_zeroed((size_t)variables + 1, 1);
    bool right = reaches_empty_clause(&proof, reader);
    free(proof.value);
    free(proof.made.array);
    free(proof.clause.array);
    free(proof.hints);
    return right;
}
