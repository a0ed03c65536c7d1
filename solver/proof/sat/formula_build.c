/* SPDX-License-Identifier: MIT */
#include <assert.h>

#include "automata/memory.h"
#include "solver/proof/sat/formula.h"

/* The variables of the formula, in their order: x(s,j) "slot s holds letter j", c(j,s,k) "at least
 * k of the slots 0..s hold letter j", and for the sums y(s,q) "L-1 and the letters of its block up
 * to slot s are q modulo its size". */
struct builder {
    struct formula *formula;
    const struct slots *slots;
    int latency;
    int total;    /* M: all letter places, the receive-only processor's too */
    int *counter; /* counter[j]: variables before c(j,0,1) */
    int *sum;     /* sum[s]: variables before y(s,0), less 1 */
};

static int x(const struct builder *b, int slot, int letter) {
    assert(slot >= 0 && slot < b->total);
    assert(letter >= 0 && letter < b->latency);
    return slot * b->latency + letter + 1;
}

static int c(const struct builder *b, int letter, int slot, int copies) {
    assert(slot >= 0 && slot < b->total);
    assert(copies >= 1 && copies <= b->slots->letters[letter]);
    return b->counter[letter] + slot * b->slots->letters[letter] + copies;
}

static int y(const struct builder *b, int slot, int residue) {
    assert(residue >= 0 && residue < b->slots->list[slot].size);
    return b->sum[slot] + residue + 1;
}

static enum status number_variables(struct builder *b, bool words) {
    long next = (long)b->total * b->latency;
    if (!NEW(b->latency, b->counter) || !NEW(b->total, b->sum))
        return STATUS_MEMORY;
    for (int j = 0; j < b->latency && next <= FORMULA_MAX_VARIABLES; j++) {
        b->counter[j] = (int)next;
        next += (long)b->total * b->slots->letters[j];
    }
    for (int s = 0; !words && s < b->slots->count && next <= FORMULA_MAX_VARIABLES; s++) {
        b->sum[s] = (int)next;
        next += b->slots->list[s].size;
    }
    if (next > FORMULA_MAX_VARIABLES)
        return STATUS_LIMIT;
    assert(next >= (long)b->total * b->latency);
    b->formula->variables = (int)next;
    return STATUS_OK;
}

/* Clauses 1: one letter in each slot. */
static void one_letter(struct builder *b) {
    for (int s = 0; s < b->total; s++) {
        for (int i = 0; i < b->latency; i++)
            formula_add(b->formula, x(b, s, i));
        formula_add(b->formula, 0);
        for (int i = 0; i < b->latency; i++)
            for (int j = i + 1; j < b->latency; j++)
                formula_clause(b->formula, -x(b, s, i), -x(b, s, j));
    }
}

/* Clauses 2, words: the residues p + w_p of positions p = 1..size-1 are pairwise distinct and
 * distinct from that of the head. `head` is where the slot of position 0 would be. */
static void distinct_residues(struct builder *b, int head, int size) {
    int latency = b->latency;
    for (int p = 1; p < size; p++)
        for (int i = 0; i < latency; i++)
            if ((p + i) % size == (latency - 1) % size)
                formula_clause(b->formula, -x(b, head + p, i));
    for (int p = 1; p < size; p++)
        for (int q = p + 1; q < size; q++)
            for (int i = 0; i < latency; i++)
                for (int j = 0; j < latency; j++)
                    if ((p + i) % size == (q + j) % size)
                        formula_clause(b->formula, -x(b, head + p, i), -x(b, head + q, j));
}

static void every_residue(struct builder *b, int head, int size) {
    for (int residue = 0; residue < size; residue++) {
        if (residue == (b->latency - 1) % size)
            continue;
        for (int p = 1; p < size; p++)
            for (int i = 0; i < b->latency; i++)
                if ((p + i) % size == residue)
                    formula_add(b->formula, x(b, head + p, i));
        formula_add(b->formula, 0);
    }
}

/* Clauses 2, sums: ascending letters, and their sum with the head is 0 modulo the size. */
static void divisible_sum(struct builder *b, int first, int size) {
    int latency = b->latency, last = first + size - 2;
    assert(b->slots->list[last].position == size - 1);
    for (int s = first; s < last; s++)
        for (int i = 0; i < latency; i++)
            for (int j = 0; j < i; j++)
                formula_clause(b->formula, -x(b, s, i), -x(b, s + 1, j));
    for (int j = 0; j < latency; j++)
        formula_clause(b->formula, -x(b, first, j), y(b, first, (latency - 1 + j) % size));
    for (int s = first + 1; s <= last; s++)
        for (int q = 0; q < size; q++)
            for (int j = 0; j < latency; j++)
                formula_clause(b->formula, -y(b, s - 1, q), -x(b, s, j), y(b, s, (q + j) % size));
    for (int q = 1; q < size; q++)
        formula_clause(b->formula, -y(b, last, q));
}

static void fill_blocks(struct builder *b, bool words) {
    for (int s = 0, size; s < b->slots->count; s += size - 1) {
        size = b->slots->list[s].size;
        assert(b->slots->list[s].position == 1); /* where a block begins */
        assert(size >= 2 && s + size - 1 <= b->slots->count);
        if (words) {
            distinct_residues(b, s - 1, size);
            every_residue(b, s - 1, size);
        } else {
            divisible_sum(b, s, size);
        }
    }
}

/* What `slot` changes in the count of `letter`. */
static void count_slot(struct builder *b, int letter, int slot, int copies) {
    int here = x(b, slot, letter);
    assert(slot >= 1 && copies >= 1);
    for (int k = 1; k <= copies; k++) {
        int before = c(b, letter, slot - 1, k), now = c(b, letter, slot, k);
        formula_clause(b->formula, -before, now);
        formula_clause(b->formula, -here, k > 1 ? -c(b, letter, slot - 1, k - 1) : now,
                       k > 1 ? now : 0);
        formula_clause(b->formula, -now, before, here);
        if (k > 1)
            formula_clause(b->formula, -now, before, c(b, letter, slot - 1, k - 1));
    }
    formula_clause(b->formula, -here, -c(b, letter, slot - 1, copies));
}

/* Clauses 3: as many copies of each letter as the instance has. */
static void count_letter(struct builder *b, int letter) {
    int copies = b->slots->letters[letter];
    assert(copies >= 0 && copies <= b->total);
    if (copies == 0) {
        for (int s = 0; s < b->total; s++)
            formula_clause(b->formula, -x(b, s, letter));
        return;
    }
    formula_clause(b->formula, -x(b, 0, letter), c(b, letter, 0, 1));
    formula_clause(b->formula, x(b, 0, letter), -c(b, letter, 0, 1));
    for (int k = 2; k <= copies; k++)
        formula_clause(b->formula, -c(b, letter, 0, k));
    for (int s = 1; s < b->total; s++)
        count_slot(b, letter, s, copies);
    formula_clause(b->formula, c(b, letter, b->total - 1, copies));
}

static enum status build(struct builder *b, bool words) {
    TRY(number_variables(b, words));
    one_letter(b);
    fill_blocks(b, words);
    for (int j = 0; j < b->latency && !b->formula->fault; j++)
        count_letter(b, j);
    assert(formula_is_closed(b->formula) || b->formula->fault);
    return b->formula->fault;
}

enum status formula_build(const struct slots *slots, bool words, struct formula *formula,
                          struct failure *failure) {
    CLEANUP(formula_clear) struct formula result = {0};
    struct builder builder = {
        .formula = &result, .slots = slots, .latency = slots->latency, .total = slots->count + 1};
    if (builder.total > FORMULA_MAX_LETTERS)
        return failure_limit(failure, "%d letters are too many for a formula, over %d",
                             builder.total, FORMULA_MAX_LETTERS);
    formula_init(&result, 0);
    result.fault = build(&builder, words);
    FREE_ALL(builder.counter, builder.sum);
    TRY(formula_fault(&result, failure));
    *formula = TAKE(result);
    return STATUS_OK;
}

enum status formula_decode(const struct slots *slots, const bool *model, int *letters,
                           struct failure *failure) {
    for (int s = 0; s < slots->count; s++) {
        int letter = 0;
        while (letter < slots->latency && !model[s * slots->latency + letter + 1])
            letter++;
        if (letter == slots->latency)
            return failure_internal(failure, "the model gives no letter to slot %d", s);
        letters[s] = letter;
    }
    return STATUS_OK;
}
