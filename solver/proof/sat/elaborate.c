/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/elaborate.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/proof/sat/propagator.h"

/* How many steps are walked back between two looks at the limits. */
enum { STEPS_PER_LOOK = 256 };

struct hint {
    uint32_t clause;
    bool last; /* nothing later in the proof uses this clause */
};

/* The hints of one step, in the order of use; count = 0: the step is left out. */
struct line {
    size_t start, count;
};

struct elaborator {
    struct propagator propagator;
    size_t originals;
    struct line *lines; /* of each step that was added */
    struct line end;    /* of the empty clause */
    struct hint *hints;
    size_t hint_count;
    bool *seen;    /* of each variable: its value has been used */
    bool *assumed; /* of each variable of the step: its value is an assumption */
    bool out_of_memory;
};

static bool elaborator_init(struct elaborator *e, const struct formula *formula,
                            const struct formula *steps) {
    size_t variables = (size_t)formula->variables + 1;
    assert(formula_is_closed(formula) && formula_is_closed(steps));
    *e = (struct elaborator){.originals = formula->clauses};
    propagator_init(&e->propagator, (uint32_t)formula->variables,
                    formula->clauses + steps->clauses);
    return NEW(steps->clauses, e->lines) && NEW(variables, e->seen, e->assumed) &&
           !e->propagator.out_of_memory;
}

static bool is_out_of_memory(const struct elaborator *e) {
    return e->out_of_memory || e->propagator.out_of_memory;
}

static void elaborator_clear(struct elaborator *e) {
    propagator_clear(&e->propagator);
    FREE_ALL(e->lines, e->hints, e->seen, e->assumed);
}

/* Adds clauses up to the first contradiction. */
static uint32_t add_clauses(struct propagator *propagator, const struct formula *list) {
    uint32_t conflict = NO_CLAUSE;
    for (size_t i = 0; i < list->length && conflict == NO_CLAUSE && !propagator->out_of_memory;) {
        size_t count = 0;
        while (list->literals[i + count])
            count++;
        assert(i + count < list->length); /* the clause is closed */
        conflict = propagator_add(propagator, list->literals + i, count);
        i += count + 1;
    }
    return conflict;
}

static void add_hint(struct elaborator *e, uint32_t clause) {
    assert(clause < e->propagator.alive);
    bool last = e->propagator.tier[clause] != TIER_IN_USE;
    if (APPEND(e->hints, e->hint_count, (struct hint){clause, last}))
        propagator_use(&e->propagator, clause);
    else
        e->out_of_memory = true;
}

/* Notes the variables of a clause whose values the conflict rests on, or forgets them. */
static void mark(struct elaborator *e, uint32_t clause, bool *marks, bool value) {
    const struct propagator *p = &e->propagator;
    for (size_t i = p->start[clause]; i < p->start[clause + 1]; i++)
        marks[p->literals[i] >> 1] = value;
}

/* The clauses that the conflict rests on, in the order in which they became unit, the false one
 * last. Variables of the step itself are assumed false: nothing has to be said about them. */
static struct line trace(struct elaborator *e, uint32_t conflict) {
    const struct propagator *p = &e->propagator;
    struct line line = {.start = e->hint_count};
    mark(e, conflict, e->seen, true);
    add_hint(e, conflict);
    for (uint32_t i = p->trail_length; i > 0; i--) {
        uint32_t variable = p->trail[i - 1] >> 1, reason = p->reason[variable];
        if (!e->seen[variable])
            continue;
        assert(p->position[variable] == i - 1);
        assert(reason == NO_CLAUSE || reason < p->alive);
        if (reason != NO_CLAUSE && !e->assumed[variable]) {
            mark(e, reason, e->seen, true);
            add_hint(e, reason);
        }
        e->seen[variable] = false;
    }
    line.count = e->hint_count - line.start;
    assert(line.count >= 1 || e->out_of_memory);
    for (size_t i = 0; !e->out_of_memory && i < line.count / 2; i++) {
        struct hint *first = &e->hints[line.start + i];
        struct hint *last = &e->hints[line.start + line.count - 1 - i];
        struct hint kept = *first;
        *first = *last;
        *last = kept;
    }
    return line;
}

/* Finds the hints of a step that has been taken away. */
static enum status elaborate_step(struct elaborator *e, uint32_t clause, struct failure *failure) {
    struct propagator *p = &e->propagator;
    assert(clause >= e->originals && clause == p->alive);
    size_t step = clause - e->originals;
    uint32_t length = p->trail_length;
    uint32_t conflict = propagator_assume(p, clause);
    if (conflict == NO_CLAUSE)
        return failure_internal(
            failure, "step %zu of the solver's proof does not follow by unit propagation",
            step + 1);
    assert(conflict < clause); /* what it follows from comes before */
    mark(e, clause, e->assumed, true);
    e->lines[step] = trace(e, conflict);
    mark(e, clause, e->assumed, false);
    propagator_retract(p, length);
    return STATUS_OK;
}

static enum status look(const struct limits *limits, size_t done, size_t total,
                        struct failure *failure) {
    struct progress progress = {"elaborating the proof", done, total, 0};
    if (limits_stop(limits))
        return failure_limit(failure, "stopped while the proof was elaborated");
    limits_report(limits, &progress);
    return STATUS_OK;
}

static enum status walk_back(struct elaborator *e, const struct limits *limits,
                             struct failure *failure) {
    struct propagator *p = &e->propagator;
    size_t steps = p->alive > e->originals ? p->alive - e->originals : 0;
    enum status status = STATUS_OK;
    for (size_t done = 0; done < steps && !status && !is_out_of_memory(e); done++) {
        if (done % STEPS_PER_LOOK == 0)
            status = look(limits, done, steps, failure);
        propagator_pop(p);
        if (!status && p->tier[p->alive] == TIER_IN_USE)
            status = elaborate_step(e, p->alive, failure);
    }
    return status;
}

/* Numbers of an LRAT proof as they are written one after the other; without `numbers` they are only
 * counted. */
struct writer {
    const struct elaborator *elaborator;
    int64_t *numbers;
    size_t length;
    uint32_t *renumbered; /* of each step: which of those that are kept */
};

static void write_number(struct writer *w, int64_t number) {
    if (w->numbers)
        w->numbers[w->length] = number;
    w->length++;
}

static int64_t id_of(const struct writer *w, uint32_t clause) {
    size_t originals = w->elaborator->originals;
    assert(clause < originals || w->renumbered[clause - originals]); /* it is kept */
    return clause < originals ? (int64_t)clause + 1
                              : (int64_t)originals + w->renumbered[clause - originals];
}

static void put_hints(struct writer *w, const struct line *line) {
    const struct hint *hints = w->elaborator->hints + line->start;
    assert(line->count >= 1 && line->start + line->count <= w->elaborator->hint_count);
    for (size_t i = 0; i < line->count; i++)
        write_number(w, id_of(w, hints[i].clause));
    write_number(w, 0);
}

/* Original clauses stay: they are part of the question. */
static void put_deletion(struct writer *w, const struct line *line) {
    const struct elaborator *e = w->elaborator;
    bool any = false;
    for (size_t i = line->start; i < line->start + line->count; i++) {
        if (!e->hints[i].last || e->hints[i].clause < e->originals)
            continue;
        if (!any)
            write_number(w, 0);
        any = true;
        write_number(w, id_of(w, e->hints[i].clause));
    }
    if (any)
        write_number(w, 0);
}

static void put_proof(struct writer *w, size_t steps) {
    const struct elaborator *e = w->elaborator;
    const struct propagator *p = &e->propagator;
    uint32_t kept = 0;
    w->length = 0;
    for (size_t step = 0; step < steps; step++) {
        size_t clause = e->originals + step;
        if (e->lines[step].count == 0)
            continue;
        w->renumbered[step] = ++kept;
        assert(kept <= step + 1);
        write_number(w, (int64_t)(e->originals + kept));
        for (size_t i = p->start[clause]; i < p->start[clause + 1]; i++)
            write_number(w, propagator_literal(p->literals[i]));
        write_number(w, 0);
        put_hints(w, &e->lines[step]);
        put_deletion(w, &e->lines[step]);
    }
    write_number(w, (int64_t)(e->originals + kept + 1));
    write_number(w, 0);
    put_hints(w, &e->end);
}

static enum status write_proof(const struct elaborator *e, size_t steps, struct lrat *lrat,
                               struct failure *failure) {
    FREED uint32_t *renumbered = memory_new(steps, sizeof *renumbered);
    TRY(memory_check(renumbered, failure, "a proof"));
    struct writer writer = {.elaborator = e, .renumbered = renumbered};
    put_proof(&writer, steps);
    size_t length = writer.length;
    TRY(memory_check(NEW(length, writer.numbers), failure, "a proof"));
    put_proof(&writer, steps);
    assert(writer.length == length);
    *lrat = (struct lrat){writer.numbers, length};
    return STATUS_OK;
}

enum status elaborate(const struct formula *formula, const struct formula *steps,
                      const struct limits *limits, struct lrat *lrat, struct failure *failure) {
    CLEANUP(elaborator_clear) struct elaborator e = {0};
    TRY(memory_check(elaborator_init(&e, formula, steps), failure, "elaborating a proof"));
    uint32_t conflict = add_clauses(&e.propagator, formula);
    if (conflict == NO_CLAUSE)
        conflict = add_clauses(&e.propagator, steps);
    TRY(memory_check(!is_out_of_memory(&e), failure, "elaborating a proof"));
    if (conflict == NO_CLAUSE)
        return failure_internal(failure, "the solver's proof does not reach a contradiction");
    /* steps up to the contradiction */
    size_t used = e.propagator.alive > e.originals ? e.propagator.alive - e.originals : 0;
    e.end = trace(&e, conflict);
    enum status status = walk_back(&e, limits, failure);
    if (is_out_of_memory(&e)) /* whatever else was found then */
        status = failure_memory(failure, "elaborating a proof");
    return status ? status : write_proof(&e, used, lrat, failure);
}
