/* SPDX-License-Identifier: MIT */
#include "rest/cnf_blocks.h"

#include "core/formula.h"
#include "rest/cnf_counter.h"
#include "rest/rules.h"

struct blocks {
    const struct slots *slots;
    struct cnf_builder *builder;
    int64_t counters; /* variables before the counters of the current letter */
    int64_t sums;     /* variables before y(s,0) of the current block's first slot */
};

/* Slot s holds letter j. */
static int64_t x(const struct blocks *it, uint32_t s, uint32_t j) {
    return (int64_t)s * it->slots->latency + j + 1;
}

/* At least k of the slots 0..s hold the current letter, which has `copies`. */
static int64_t c(const struct blocks *it, uint32_t copies, uint32_t s, uint32_t k) {
    return it->counters + (int64_t)s * copies + k;
}

/* L-1 plus the letters of the current block up to position p is q modulo its size. */
static int64_t y(const struct blocks *it, uint32_t size, uint32_t p, uint32_t q) {
    return it->sums + (int64_t)(p - 1) * size + q + 1;
}

/* Smallest j >= 0 with j = a - b modulo r, for b < r. */
static uint32_t difference(uint32_t a, uint32_t b, uint32_t r) {
    return (a % r + r - b % r) % r;
}

/* Part 1: each slot holds exactly one letter. */
static void one_letter_each(struct blocks *it) {
    uint32_t L = it->slots->latency;
    for (uint32_t s = 0; s < it->slots->letters && !it->builder->full; s++) {
        it->builder->listed = 0;
        for (uint32_t j = 0; j < L; j++)
            cnf_list(it->builder, x(it, s, j));
        cnf_end_with_list(it->builder);
        cnf_at_most_one(it->builder);
    }
}

/* Part 2, words: position 0 holds L-1, no two positions land on the same residue. */
static void distinct_residues(struct blocks *it, uint32_t first, uint32_t r) {
    uint32_t L = it->slots->latency;
    for (uint32_t p = 1; p < r; p++)
        for (uint32_t i = difference(L - 1, p, r); i < L; i += r)
            cnf_clause1(it->builder, -x(it, first + p - 1, i));
    for (uint32_t p = 1; p < r && !it->builder->full; p++)
        for (uint32_t q = p + 1; q < r; q++)
            for (uint32_t i = 0; i < L; i++)
                for (uint32_t j = difference(p + i, q, r); j < L; j += r)
                    cnf_clause2(it->builder, -x(it, first + p - 1, i), -x(it, first + q - 1, j));
}

/* Part 2, words: hence every other residue is landed on. */
static void all_residues(struct blocks *it, uint32_t first, uint32_t r) {
    uint32_t L = it->slots->latency;
    for (uint32_t residue = 0; residue < r && !it->builder->full; residue++) {
        if (residue == (L - 1) % r)
            continue;
        for (uint32_t p = 1; p < r; p++)
            for (uint32_t i = difference(residue, p, r); i < L; i += r)
                cnf_put(it->builder, x(it, first + p - 1, i));
        cnf_end_clause(it->builder);
    }
}

/* Slot u holds no larger letter than slot v. */
static void ascending(struct blocks *it, uint32_t u, uint32_t v) {
    for (uint32_t i = 0; i < it->slots->latency; i++)
        for (uint32_t j = 0; j < i; j++)
            cnf_clause2(it->builder, -x(it, u, i), -x(it, v, j));
}

/* Part 2, sums: the letters of a block ascend, and L-1 plus all of them is 0 modulo r. */
static void divisible_sum(struct blocks *it, uint32_t first, uint32_t r) {
    uint32_t L = it->slots->latency;
    for (uint32_t p = 1; p + 1 < r && !it->builder->full; p++)
        ascending(it, first + p - 1, first + p);
    for (uint32_t j = 0; j < L; j++)
        cnf_clause2(it->builder, -x(it, first, j), y(it, r, 1, (L - 1 + j) % r));
    for (uint32_t p = 2; p < r && !it->builder->full; p++)
        for (uint32_t q = 0; q < r; q++)
            for (uint32_t j = 0; j < L; j++)
                cnf_clause3(it->builder, -y(it, r, p - 1, q), -x(it, first + p - 1, j),
                            y(it, r, p, (q + j) % r));
    for (uint32_t q = 1; q < r; q++)
        cnf_clause1(it->builder, -y(it, r, r - 1, q));
}

static void all_blocks(struct blocks *it, bool sums) {
    const struct slots *slots = it->slots;
    for (uint32_t b = 0; b < slots->blocks && !it->builder->full; b++) {
        uint32_t first = slots->first[b], r = slots->size[b];
        if (!sums) {
            distinct_residues(it, first, r);
            all_residues(it, first, r);
        } else {
            divisible_sum(it, first, r);
            it->sums += (int64_t)(r - 1) * r;
        }
    }
}

/* Part 3: letter j is held by exactly a slots. */
static void count_letter(struct blocks *it, uint32_t j, uint32_t a) {
    uint32_t letters = it->slots->letters;
    if (a == 0) {
        for (uint32_t s = 0; s < letters; s++)
            cnf_clause1(it->builder, -x(it, s, j));
        return;
    }
    cnf_count_first(it->builder, x(it, 0, j), c(it, a, 0, 1), a);
    for (uint32_t s = 1; s < letters && !it->builder->full; s++)
        cnf_count_next(it->builder, x(it, s, j), c(it, a, s - 1, 1), c(it, a, s, 1), a);
    cnf_clause1(it->builder, c(it, a, letters - 1, a));
}

int64_t cnf_blocks_build(struct cnf_builder *builder, const void *asked) {
    const struct blocks_question *question = asked;
    const struct slots *slots = &question->slots;
    int64_t letters = slots->letters, L = slots->latency;
    struct blocks it = {.slots = slots,
                        .builder = builder,
                        .counters = letters * L,
                        .sums = letters * (L + letters)}; /* the sum of all copies is `letters` */
    one_letter_each(&it);
    all_blocks(&it, question->sums);
    for (uint32_t j = 0; j < slots->latency && !builder->full; j++) {
        count_letter(&it, j, slots->copies[j]);
        it.counters += letters * slots->copies[j];
    }
    return it.sums;
}

void rule_impossible_cnf(struct reader *reader) {
    struct blocks_question question;
    const struct formula formula = {.question = &question, .build = cnf_blocks_build};
    const struct slots *slots = &question.slots;
    slots_read(&question.slots, reader);
    question.sums = read_either_line(reader, "encoding", "words", "sums");
    verdict_claim(reader->verdict,
                  "L=%u t=%u: no block-cyclic schedule with delay L+t on P(t) processors exists",
                  slots->latency, slots->depth);
    verdict_fields(reader->verdict, "L=%u t=%u encoding=%s", slots->latency, slots->depth,
                   question.sums ? "sums" : "words");
    formula_refuted(reader, &formula);
}
