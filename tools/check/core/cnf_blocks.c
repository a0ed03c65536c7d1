#include "core/cnf_blocks.h"

#include "core/cnf_builder.h"

struct formula {
    const struct slots *slots;
    struct cnf_builder *builder;
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
    for (uint32_t s = 0; s < formula->slots->letters && !formula->builder->full; s++) {
        for (uint32_t j = 0; j < L; j++)
            cnf_put(formula->builder, x(formula, s, j));
        cnf_end_clause(formula->builder);
        for (uint32_t i = 0; i < L && !formula->builder->full; i++)
            for (uint32_t j = i + 1; j < L; j++)
                cnf_clause2(formula->builder, -x(formula, s, i), -x(formula, s, j));
    }
}

/* Part 2, words: position 0 holds L-1, no two positions land on the same residue. */
static void distinct_residues(struct formula *formula, uint32_t first, uint32_t r) {
    uint32_t L = formula->slots->latency;
    for (uint32_t p = 1; p < r; p++)
        for (uint32_t i = difference(L - 1, p, r); i < L; i += r)
            cnf_clause1(formula->builder, -x(formula, first + p - 1, i));
    for (uint32_t p = 1; p < r && !formula->builder->full; p++)
        for (uint32_t q = p + 1; q < r; q++)
            for (uint32_t i = 0; i < L; i++)
                for (uint32_t j = difference(p + i, q, r); j < L; j += r)
                    cnf_clause2(formula->builder, -x(formula, first + p - 1, i),
                                -x(formula, first + q - 1, j));
}

/* Part 2, words: hence every other residue is landed on. */
static void all_residues(struct formula *formula, uint32_t first, uint32_t r) {
    uint32_t L = formula->slots->latency;
    for (uint32_t residue = 0; residue < r && !formula->builder->full; residue++) {
        if (residue == (L - 1) % r)
            continue;
        for (uint32_t p = 1; p < r; p++)
            for (uint32_t i = difference(residue, p, r); i < L; i += r)
                cnf_put(formula->builder, x(formula, first + p - 1, i));
        cnf_end_clause(formula->builder);
    }
}

/* Slot u holds no larger letter than slot v. */
static void ascending(struct formula *formula, uint32_t u, uint32_t v) {
    for (uint32_t i = 0; i < formula->slots->latency; i++)
        for (uint32_t j = 0; j < i; j++)
            cnf_clause2(formula->builder, -x(formula, u, i), -x(formula, v, j));
}

/* Part 2, sums: the letters of a block ascend, and L-1 plus all of them is 0 modulo r. */
static void divisible_sum(struct formula *formula, uint32_t first, uint32_t r) {
    uint32_t L = formula->slots->latency;
    for (uint32_t p = 1; p + 1 < r && !formula->builder->full; p++)
        ascending(formula, first + p - 1, first + p);
    for (uint32_t j = 0; j < L; j++)
        cnf_clause2(formula->builder, -x(formula, first, j), y(formula, r, 1, (L - 1 + j) % r));
    for (uint32_t p = 2; p < r && !formula->builder->full; p++)
        for (uint32_t q = 0; q < r; q++)
            for (uint32_t j = 0; j < L; j++)
                cnf_clause3(formula->builder, -y(formula, r, p - 1, q),
                            -x(formula, first + p - 1, j), y(formula, r, p, (q + j) % r));
    for (uint32_t q = 1; q < r; q++)
        cnf_clause1(formula->builder, -y(formula, r, r - 1, q));
}

static void blocks(struct formula *formula, enum cnf_encoding encoding) {
    const struct slots *slots = formula->slots;
    for (uint32_t b = 0; b < slots->blocks && !formula->builder->full; b++) {
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

/* Part 3: letter j is held by exactly a slots. */
static void count_letter(struct formula *formula, uint32_t j, uint32_t a) {
    uint32_t letters = formula->slots->letters;
    if (a == 0) {
        for (uint32_t s = 0; s < letters; s++)
            cnf_clause1(formula->builder, -x(formula, s, j));
        return;
    }
    cnf_count_first(formula->builder, x(formula, 0, j), c(formula, a, 0, 1), (int32_t)a);
    for (uint32_t s = 1; s < letters && !formula->builder->full; s++)
        cnf_count_next(formula->builder, x(formula, s, j), c(formula, a, s - 1, 1),
                       c(formula, a, s, 1), (int32_t)a);
    cnf_clause1(formula->builder, c(formula, a, letters - 1, a));
}

uint32_t cnf_build(const struct slots *slots, enum cnf_encoding encoding, uint32_t most,
                   struct clause_set *clauses) {
    struct cnf_builder builder = {.clauses = clauses, .most = most};
    struct formula formula = {.slots = slots, .builder = &builder};
    uint32_t letters = slots->letters, L = slots->latency;
    one_letter_each(&formula);
    formula.counters = (int32_t)(letters * L);
    formula.sums = (int32_t)(letters * L + letters * letters); /* sum of all copies: letters */
    blocks(&formula, encoding);
    for (uint32_t j = 0; j < L && !builder.full; j++) {
        count_letter(&formula, j, slots->copies[j]);
        formula.counters += (int32_t)counter_variables(slots, j);
    }
    return cnf_finish(&builder);
}
