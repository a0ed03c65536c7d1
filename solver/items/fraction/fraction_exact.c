/* SPDX-License-Identifier: MIT */
#include "solver/items/fraction/fraction_exact.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/bound/rationals.h"

/* An equation a line: the uses of the words, then the L coefficients of what there is. */
struct equations {
    const struct fraction_problem *problem;
    size_t words;
    size_t width;
    mpq_t *entries;
    mpq_t scratch;
};

static mpq_t *line_of(const struct equations *equations, size_t line) {
    return equations->entries + line * equations->width;
}

static enum status equations_init(struct equations *equations,
                                  const struct fraction_problem *problem,
                                  const struct fraction_words *words, const bool *is_used_up,
                                  struct failure *failure) {
    size_t n = words->count, L = (size_t)problem->latency, line = 0;
    int *uses = memory_new((size_t)problem->rows, sizeof *uses);
    *equations = (struct equations){.problem = problem, .words = n, .width = n + L};
    equations->entries = rationals_new(n * (n + L));
    if (!uses || !equations->entries) {
        free(uses);
        rationals_free(equations->entries, n * (n + L));
        return failure_memory(failure, "equations");
    }
    mpq_init(equations->scratch);
    for (size_t word = 0; word < n; word++) {
        fraction_word_use(problem, &words->list[word], uses);
        line = 0;
        for (int row = 0; row < problem->rows; row++)
            if (is_used_up[row])
                mpq_set_si(line_of(equations, line++)[word], uses[row], 1);
    }
    line = 0;
    for (int row = 0; row < problem->rows; row++)
        if (is_used_up[row])
            fraction_add(&problem->field, line_of(equations, line++) + n,
                         problem->supply + (size_t)row * L, 1);
    free(uses);
    return STATUS_OK;
}

static void equations_clear(struct equations *equations) {
    rationals_free(equations->entries, equations->words * equations->width);
    mpq_clear(equations->scratch);
}

/* line -= factor pivot, from `first` on. */
static void reduce(struct equations *equations, size_t line, size_t pivot, size_t first) {
    mpq_t *to = line_of(equations, line), *from = line_of(equations, pivot);
    mpq_t factor;
    if (mpq_sgn(to[first]) == 0)
        return;
    mpq_init(factor);
    mpq_set(factor, to[first]);
    for (size_t i = first; i < equations->width; i++) {
        if (mpq_sgn(from[i]) == 0)
            continue;
        mpq_mul(equations->scratch, factor, from[i]);
        mpq_sub(to[i], to[i], equations->scratch);
    }
    mpq_clear(factor);
}

/* Gauss and Jordan; false if the words depend on each other. */
static bool eliminate(struct equations *equations) {
    for (size_t word = 0; word < equations->words; word++) {
        size_t pivot = word;
        while (pivot < equations->words && mpq_sgn(line_of(equations, pivot)[word]) == 0)
            pivot++;
        if (pivot == equations->words)
            return false;
        mpq_t *line = line_of(equations, word), *other = line_of(equations, pivot);
        for (size_t i = 0; i < equations->width && pivot != word; i++)
            mpq_swap(line[i], other[i]);
        for (size_t i = equations->width; i-- > word;)
            mpq_div(line[i], line[i], line[word]);
        for (size_t i = 0; i < equations->words; i++)
            if (i != word)
                reduce(equations, i, word, word);
    }
    return true;
}

/* The words with their times go to what was set aside, and their leaves are taken off what there
 * is. */
static enum status take_times(struct fraction_problem *problem, const struct equations *equations,
                              const struct fraction_words *words, struct failure *failure) {
    size_t L = (size_t)problem->latency, place;
    int *uses = memory_new((size_t)problem->rows, sizeof *uses);
    enum status status = uses ? STATUS_OK : failure_memory(failure, "words");
    for (size_t i = 0; i < words->count && !status; i++) {
        const struct fraction_word *word = &words->list[i];
        mpq_t *times = line_of(equations, i) + words->count;
        status = fraction_words_add(&problem->words, word->places, word->length, &place, failure);
        if (status)
            break;
        fraction_add(&problem->field, problem->times + place * L, times, 1);
        fraction_word_use(problem, word, uses);
        for (int row = 0; row < problem->rows; row++)
            if (uses[row])
                fraction_add(&problem->field, problem->supply + (size_t)row * L, times, -uses[row]);
    }
    free(uses);
    return status;
}

/* What is left of the leaves is fill. */
static bool take_fill(struct fraction_problem *problem) {
    size_t L = (size_t)problem->latency;
    bool positive = true;
    for (int w = fraction_least_leaf(problem); w <= fraction_most_leaf(problem); w++) {
        int row = fraction_row(problem, w, FRACTION_LEAF);
        mpq_t *fill = problem->fill + (size_t)w * L;
        fraction_add(&problem->field, fill, problem->supply + (size_t)row * L, 1);
        positive = positive && fraction_is_positive(&problem->field, fill);
    }
    return positive;
}

enum status fraction_solve_exactly(struct fraction_problem *problem,
                                   const struct fraction_words *words, const bool *is_used_up,
                                   bool *found, struct failure *failure) {
    struct equations equations;
    size_t lines = 0, L = (size_t)problem->latency;
    for (int row = 0; row < problem->rows; row++)
        lines += is_used_up[row];
    *found = lines == words->count;
    if (!*found)
        return STATUS_OK;
    enum status status = equations_init(&equations, problem, words, is_used_up, failure);
    if (status)
        return status;
    *found = eliminate(&equations);
    if (*found)
        status = take_times(problem, &equations, words, failure);
    *found = *found && !status && take_fill(problem);
    for (size_t i = 0; i < problem->words.count && *found; i++)
        *found = fraction_is_positive(&problem->field, problem->times + i * L);
    equations_clear(&equations);
    return status;
}
