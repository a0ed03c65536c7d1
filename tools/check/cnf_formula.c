#include "cnf_formula.h"

#include "check_memory.h"

#include <stdarg.h>
#include <stdlib.h>

struct formula {
    const struct slots *slots;
    struct clause_set *clauses;
    uint32_t made, most;
    bool full; /* beyond `most`, or out of room: nothing is added any more */
    int32_t *clause;
    size_t length, capacity;
    int32_t counters; /* variables before the counters of the current letter */
    int32_t sums;     /* variables before y(s,0) of the current block's first slot */
};

static uint64_t counter_variables(const struct slots *slots, uint32_t letter) {
    return (uint64_t)slots->letters * slots->copies[letter];
}

uint64_t cnf_variables(const struct slots *slots, enum cnf_encoding encoding) {
    uint64_t variables = (uint64_t)slots->letters * slots->latency;
    for (uint32_t j = 0; j < slots->latency; j++)
        variables += counter_variables(slots, j);
    if (encoding == CNF_SUMS)
        for (uint32_t b = 0; b < slots->blocks; b++)
            variables += (uint64_t)(slots->size[b] - 1) * slots->size[b];
    return variables;
}

static void put(struct formula *formula, int32_t literal) {
    formula->clause =
        memory_grow(formula->clause, &formula->capacity, formula->length + 1, sizeof literal);
    formula->clause[formula->length++] = literal;
}

static void end_clause(struct formula *formula) {
    if (!formula->full) {
        formula->made++;
        formula->full = formula->made > formula->most;
    }
    if (!formula->full &&
        !clauses_add(formula->clauses, formula->made, formula->clause, formula->length)) {
        formula->full = true;
        formula->made = 0;
    }
    formula->length = 0;
}

static void clause1(struct formula *formula, int32_t a) {
    put(formula, a);
    end_clause(formula);
}

static void clause2(struct formula *formula, int32_t a, int32_t b) {
    put(formula, a);
    clause1(formula, b);
}

static void clause3(struct formula *formula, int32_t a, int32_t b, int32_t c) {
    put(formula, a);
    clause2(formula, b, c);
}

/* Slot s holds letter j. */
static int32_t x(const struct formula *formula, uint32_t s, uint32_t j) {
    return (int32_t)(s * formula->slots->latency + j + 1);
}

/* At least k of the slots 0..s hold the current letter, which has `copies`. */
static int32_t c(const struct formula *formula, uint32_t copies, uint32_t s, uint32_t k) {
    return formula->counters + (int32_t)(s * copies + k);
}

/* L-1 plus the letters of the current block up to position p is q modulo its size. */
static int32_t y(const struct formula *formula, uint32_t size, uint32_t p, uint32_t q) {
    return formula->sums + (int32_t)((p - 1) * size + q + 1);
}

/* Smallest j >= 0 with j = a - b modulo r, for b < r. */
static uint32_t difference(uint32_t a, uint32_t b, uint32_t r) {
    return (a % r + r - b % r) % r;
}

/* Part 1: each slot holds exactly one letter. */
static void one_letter_each(struct formula *formula) {
    uint32_t L = formula->slots->latency;
    for (uint32_t s = 0; s < formula->slots->letters && !formula->full; s++) {
        for (uint32_t j = 0; j < L; j++)
            put(formula, x(formula, s, j));
        end_clause(formula);
        for (uint32_t i = 0; i < L && !formula->full; i++)
            for (uint32_t j = i + 1; j < L; j++)
                clause2(formula, -x(formula, s, i), -x(formula, s, j));
    }
}

/* Part 2, words: position 0 holds L-1, no two positions land on the same residue. */
static void distinct_residues(struct formula *formula, uint32_t first, uint32_t r) {
    uint32_t L = formula->slots->latency;
    for (uint32_t p = 1; p < r; p++)
        for (uint32_t i = difference(L - 1, p, r); i < L; i += r)
            clause1(formula, -x(formula, first + p - 1, i));
    for (uint32_t p = 1; p < r && !formula->full; p++)
        for (uint32_t q = p + 1; q < r; q++)
            for (uint32_t i = 0; i < L; i++)
                for (uint32_t j = difference(p + i, q, r); j < L; j += r)
                    clause2(formula, -x(formula, first + p - 1, i), -x(formula, first + q - 1, j));
}

/* Part 2, words: hence every other residue is landed on. */
static void all_residues(struct formula *formula, uint32_t first, uint32_t r) {
    uint32_t L = formula->slots->latency;
    for (uint32_t residue = 0; residue < r && !formula->full; residue++) {
        if (residue == (L - 1) % r)
            continue;
        for (uint32_t p = 1; p < r; p++)
            for (uint32_t i = difference(residue, p, r); i < L; i += r)
                put(formula, x(formula, first + p - 1, i));
        end_clause(formula);
    }
}

/* Slot u holds no larger letter than slot v. */
static void ascending(struct formula *formula, uint32_t u, uint32_t v) {
    for (uint32_t i = 0; i < formula->slots->latency; i++)
        for (uint32_t j = 0; j < i; j++)
            clause2(formula, -x(formula, u, i), -x(formula, v, j));
}

/* Part 2, sums: the letters of a block ascend, and L-1 plus all of them is 0 modulo r. */
static void divisible_sum(struct formula *formula, uint32_t first, uint32_t r) {
    uint32_t L = formula->slots->latency;
    for (uint32_t p = 1; p + 1 < r && !formula->full; p++)
        ascending(formula, first + p - 1, first + p);
    for (uint32_t j = 0; j < L; j++)
        clause2(formula, -x(formula, first, j), y(formula, r, 1, (L - 1 + j) % r));
    for (uint32_t p = 2; p < r && !formula->full; p++)
        for (uint32_t q = 0; q < r; q++)
            for (uint32_t j = 0; j < L; j++)
                clause3(formula, -y(formula, r, p - 1, q), -x(formula, first + p - 1, j),
                        y(formula, r, p, (q + j) % r));
    for (uint32_t q = 1; q < r; q++)
        clause1(formula, -y(formula, r, r - 1, q));
}

static void blocks(struct formula *formula, enum cnf_encoding encoding) {
    const struct slots *slots = formula->slots;
    for (uint32_t b = 0; b < slots->blocks && !formula->full; b++) {
        uint32_t first = slots->first[b], r = slots->size[b];
        if (encoding == CNF_WORDS) {
            distinct_residues(formula, first, r);
            all_residues(formula, first, r);
        } else {
            divisible_sum(formula, first, r);
            formula->sums += (int32_t)((r - 1) * r);
        }
    }
}

/* Part 3: the first letters of equal blocks ascend. */
static void equal_blocks(struct formula *formula) {
    const struct slots *slots = formula->slots;
    for (uint32_t b = 1; b < slots->blocks && !formula->full; b++)
        if (slots->size[b] == slots->size[b - 1])
            ascending(formula, slots->first[b - 1], slots->first[b]);
}

/* Part 4 for one slot s >= 1: c(s,.) counts on from c(s-1,.), and a copy too many is forbidden. */
static void count_on(struct formula *formula, uint32_t j, uint32_t a, uint32_t s) {
    for (uint32_t k = 1; k <= a; k++) {
        int32_t now = c(formula, a, s, k), before = c(formula, a, s - 1, k);
        int32_t here = x(formula, s, j);
        clause2(formula, -before, now);
        if (k == 1) {
            clause2(formula, -here, now);
            clause3(formula, -now, before, here);
        } else {
            clause3(formula, -here, -c(formula, a, s - 1, k - 1), now);
            clause3(formula, -now, before, here);
            clause3(formula, -now, before, c(formula, a, s - 1, k - 1));
        }
    }
    clause2(formula, -x(formula, s, j), -c(formula, a, s - 1, a));
}

/* Part 4: letter j is held by exactly a slots. */
static void count_letter(struct formula *formula, uint32_t j, uint32_t a) {
    uint32_t letters = formula->slots->letters;
    if (a == 0) {
        for (uint32_t s = 0; s < letters; s++)
            clause1(formula, -x(formula, s, j));
        return;
    }
    clause2(formula, -x(formula, 0, j), c(formula, a, 0, 1));
    clause2(formula, x(formula, 0, j), -c(formula, a, 0, 1));
    for (uint32_t k = 2; k <= a; k++)
        clause1(formula, -c(formula, a, 0, k));
    for (uint32_t s = 1; s < letters && !formula->full; s++)
        count_on(formula, j, a, s);
    clause1(formula, c(formula, a, letters - 1, a));
}

uint32_t cnf_build(const struct slots *slots, enum cnf_encoding encoding, uint32_t most,
                   struct clause_set *clauses) {
    struct formula formula = {.slots = slots, .clauses = clauses, .most = most};
    uint32_t letters = slots->letters, L = slots->latency;
    one_letter_each(&formula);
    formula.counters = (int32_t)(letters * L);
    formula.sums = (int32_t)(letters * L + letters * letters); /* sum of all copies: letters */
    blocks(&formula, encoding);
    equal_blocks(&formula);
    for (uint32_t j = 0; j < L && !formula.full; j++) {
        count_letter(&formula, j, slots->copies[j]);
        formula.counters += (int32_t)counter_variables(slots, j);
    }
    free(formula.clause);
    return formula.made;
}
