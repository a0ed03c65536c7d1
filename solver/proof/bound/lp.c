/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/lp.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/proof/bound/program.h"

/* Of one processor that a class has too many, or too few: without words enough there is a solution
 * all the same, and no class has a denominator below 0. */
enum { PRICE_OF_MORE = 1, PRICE_OF_LESS = 1000 };

struct generation {
    int latency;
    int gap; /* 0: postal */
    int depth;
    const struct lp_case *within; /* NULL: no case */
    int letters;                  /* t-L+1 */
    int rows;  /* values 0..t-L, of a case most and least of each class, then t */
    int order; /* columns that are no words */
    struct program *program;
    mpq_t *duals;
    mpq_t value;
    struct lp_word *words;
    size_t count;
    int *entries; /* scratch */
};

static void lp_word_clear(struct lp_word *word) {
    FREE_ALL(word->values, word->sends);
    mpq_clear(word->count);
}

static void generation_clear(struct generation *generation) {
    program_clear(generation->program);
    rationals_free(generation->duals);
    mpq_clear(generation->value);
    for (size_t i = 0; i < generation->count; i++)
        lp_word_clear(&generation->words[i]);
    FREE_ALL(generation->words, generation->entries);
}

static enum status generation_init(struct generation *generation, int latency, int gap, int depth,
                                   const struct lp_case *within, struct failure *failure) {
    char path[PATH_MAX];
    TRY(program_find(path, sizeof path, failure));
    *generation = (struct generation){.latency = latency,
                                      .gap = gap,
                                      .depth = depth,
                                      .within = within,
                                      .letters = depth - latency + 1};
    generation->rows = generation->letters + (within ? 2 * gap : 0) + 1;
    mpq_init(generation->value);
    generation->duals = rationals_new((size_t)generation->rows);
    TRY(memory_check(generation->duals && NEW(generation->rows, generation->entries), failure,
                     "a linear program"));
    return program_init(&generation->program, path, generation->rows, failure);
}

/* The row that counts a value. */
static int row_of(const struct generation *generation, int value) {
    return value < generation->letters ? value : generation->rows - 1;
}

/* Adds the column of the entries, with T processors in a class: T <= most, least <= T, times the
 * items that the source sends. */
static enum status add_entries(struct generation *generation, int class, int length, int objective,
                               struct failure *failure) {
    const struct lp_case *within = generation->within;
    int *rows = generation->entries + generation->letters;
    int source = generation->entries[generation->rows - 1];
    for (int c = 0; c < generation->gap && within; c++) {
        int own = c == class ? length : 0;
        rows[2 * c] = within->most[c] == INT_MAX ? 0 : own - within->most[c] * source;
        rows[2 * c + 1] = within->least[c] * source - own;
    }
    return program_add(generation->program, generation->entries, objective, failure);
}

static enum status add_column(struct generation *generation, const struct lp_word *word,
                              struct failure *failure) {
    int step = generation->gap > 0 ? generation->gap : 1;
    memset(generation->entries, 0, (size_t)generation->rows * sizeof(int));
    for (int p = 0; p < word->length; p++) {
        generation->entries[row_of(generation, word->least + step * word->values[p])]++;
        if (word->sends[p] != CLOSED_WORD_SILENT)
            generation->entries[word->least + step * word->sends[p] - generation->latency]--;
    }
    return add_entries(generation, word->least, word->length, word->length, failure);
}

/* Of the class of the value `least`; its values are written as those of the window. */
static enum status add_word(struct generation *generation, const struct window *window, int least,
                            const int *values, int length, struct failure *failure) {
    int step = generation->gap > 0 ? generation->gap : 1, first = 0;
    while (least + step * first < generation->latency)
        first++;
    CLEANUP(lp_word_clear) struct lp_word word = {.least = least, .length = length};
    mpq_init(word.count);
    TRY(memory_check(NEW(length, word.values, word.sends), failure, "closed words"));
    memcpy(word.values, values, (size_t)length * sizeof *values);
    window_best_sends(window, first, values, length, word.sends);
    TRY(memory_check(APPEND(generation->words, generation->count, word), failure, "closed words"));
    word = (struct lp_word){0}; /* it is the list's now */
    return add_column(generation, &generation->words[generation->count - 1], failure);
}

/* number = dual * denominator, a whole number. */
static void take_dual(mpz_ptr number, mpz_srcptr denominator, mpq_srcptr dual) {
    mpz_divexact(number, denominator, mpq_denref(dual));
    mpz_mul(number, number, mpq_numref(dual));
}

/* A class pays less by the dual of its `most`, and more by that of its `least`; the source has paid
 * both for it. */
static enum status take_case(const struct generation *generation, struct prices *prices,
                             struct failure *failure) {
    const struct lp_case *within = generation->within;
    TRY(prices_add_case(prices, within->least, within->most, failure));
    BIG(part);
    for (int c = 0; c < generation->gap; c++) {
        mpz_ptr own = prices->within->own[c];
        mpq_t *duals = generation->duals + generation->letters + 2 * c;
        mpz_set(own, prices->denominator);
        if (within->most[c] != INT_MAX) {
            take_dual(part, prices->denominator, duals[0]);
            mpz_sub(own, own, part);
            mpz_mul_si(part, part, within->most[c]);
            mpz_sub(prices->root, prices->root, part);
        }
        take_dual(part, prices->denominator, duals[1]);
        mpz_add(own, own, part);
        mpz_mul_si(part, part, within->least[c]);
        mpz_add(prices->root, prices->root, part);
    }
    return STATUS_OK;
}

/* Brings the duals over a common denominator. */
static enum status take_prices(const struct generation *generation, struct prices *prices,
                               struct failure *failure) {
    CLEANUP(prices_clear) struct prices result = {0};
    TRY(prices_init(&result, generation->latency, generation->depth, false, failure));
    result.gap = generation->gap;
    for (int row = 0; row < generation->rows; row++)
        mpz_lcm(result.denominator, result.denominator, mpq_denref(generation->duals[row]));
    for (int value = 0; value < generation->letters; value++)
        take_dual(result.values[value], result.denominator, generation->duals[value]);
    take_dual(result.root, result.denominator, generation->duals[generation->rows - 1]);
    if (generation->within)
        TRY(take_case(generation, &result, failure));
    *prices = TAKE(result);
    return STATUS_OK;
}

/* Asks an automaton for words that still pay, and adds them. */
static enum status add_words(struct generation *generation, const struct window *window, int least,
                             const struct limits *limits, struct failure *failure) {
    CLEANUP(window_words_clear) struct window_words words = {0};
    TRY(window_potentials(window, limits, NULL, &words, failure));
    for (size_t i = 0; i < words.count; i++)
        TRY(add_word(generation, window, least, words.list[i].values, words.list[i].length,
                     failure));
    return STATUS_OK;
}

static enum status ask_automata(struct generation *generation, const struct prices *prices,
                                const struct limits *limits, struct failure *failure) {
    struct window window;
    if (generation->gap == 0) {
        TRY(prices_window(prices, &window, failure));
        return add_words(generation, &window, 0, limits, failure);
    }
    for (int least = 0; least < generation->gap && least <= generation->depth; least++) {
        TRY(prices_window_of_class(prices, least, &window, failure));
        TRY(add_words(generation, &window, least, limits, failure));
    }
    return STATUS_OK;
}

/* One round: solves the master program and asks the automata. *done: no word pays any more. */
static enum status improve(struct generation *generation, const struct limits *limits,
                           struct prices *prices, bool *done, struct failure *failure) {
    size_t before = generation->count;
    TRY(program_solve(generation->program, limits, generation->value, generation->duals, failure));
    TRY(take_prices(generation, prices, failure));
    enum status status = ask_automata(generation, prices, limits, failure);
    *done = generation->count == before;
    if (status || !*done)
        prices_clear(prices);
    return status;
}

static enum status take_counts(struct generation *generation, struct failure *failure) {
    size_t order = (size_t)generation->order;
    CLEANUP(rationals_clear) mpq_t *x = rationals_new(order + generation->count);
    TRY(memory_check(x, failure, "a linear program"));
    program_solution(generation->program, x);
    for (size_t i = 0; i < generation->count; i++)
        mpq_swap(generation->words[i].count, x[order + i]);
    return STATUS_OK;
}

/* With a gap prices do not descend, the source's among them. */
static enum status add_order(struct generation *generation, struct failure *failure) {
    for (int value = 1; value <= generation->letters; value++) {
        memset(generation->entries, 0, (size_t)generation->rows * sizeof(int));
        generation->entries[value - 1] = -1;
        generation->entries[row_of(generation, value)] = 1;
        TRY(add_entries(generation, -1, 0, 0, failure));
        generation->order++;
    }
    return STATUS_OK;
}

static enum status add_changes(struct generation *generation, struct failure *failure) {
    for (int row = 0; row < 2 * generation->gap; row++) {
        memset(generation->entries, 0, (size_t)generation->rows * sizeof(int));
        generation->entries[generation->letters + row] = -1;
        TRY(program_add(generation->program, generation->entries,
                        row % 2 ? -PRICE_OF_LESS : -PRICE_OF_MORE, failure));
        generation->order++;
    }
    return STATUS_OK;
}

/* The source sends every item to one processor: the word t alone. */
static enum status start(struct generation *generation, struct failure *failure) {
    struct window window = {.latency = generation->latency, .depth = generation->depth};
    int top = generation->depth, least = 0;
    if (generation->gap > 0) {
        least = top % generation->gap;
        top /= generation->gap;
        window = (struct window){.depth = top};
    }
    TRY(generation->gap > 0 ? add_order(generation, failure) : STATUS_OK);
    if (generation->within)
        TRY(add_changes(generation, failure));
    return add_word(generation, &window, least, &top, 1, failure);
}

static enum status solve(int latency, int gap, int depth, const struct lp_case *within,
                         const struct limits *limits, struct lp_solution *solution,
                         struct failure *failure) {
    CLEANUP(generation_clear) struct generation generation = {0};
    CLEANUP(prices_clear) struct prices prices = {0};
    bool done = false;
    TRY(generation_init(&generation, latency, gap, depth, within, failure));
    TRY(start(&generation, failure));
    for (uint64_t rounds = 0; !done; rounds++) {
        struct progress progress = {"rounds of column generation", rounds, 0, generation.count};
        if (limits)
            limits_report(limits, &progress);
        TRY(limits_check(limits, failure));
        TRY(improve(&generation, limits, &prices, &done, failure));
    }
    TRY(take_counts(&generation, failure));
    *solution = (struct lp_solution){
        .prices = TAKE(prices), .words = generation.words, .word_count = generation.count};
    mpq_init(solution->value);
    mpq_set(solution->value, generation.value);
    generation.words = NULL;
    generation.count = 0;
    return STATUS_OK;
}

enum status lp_solve(int latency, int depth, const struct limits *limits,
                     struct lp_solution *solution, struct failure *failure) {
    if (latency < 1 || depth < latency || depth > LP_MAX_DEPTH)
        return failure_limit(failure, "the linear program takes L <= t <= %d", LP_MAX_DEPTH);
    return solve(latency, 0, depth, NULL, limits, solution, failure);
}

enum status lp_solve_classes(int latency, int gap, int depth, const struct lp_case *within,
                             const struct limits *limits, struct lp_solution *solution,
                             struct failure *failure) {
    if (latency < 1 || gap < 1 || depth < latency || depth / gap > LP_MAX_DEPTH)
        return failure_limit(failure, "the linear program takes l <= s, s/g <= %d", LP_MAX_DEPTH);
    return solve(latency, gap, depth, within, limits, solution, failure);
}

void lp_clear(struct lp_solution *solution) {
    mpq_clear(solution->value);
    prices_clear(&solution->prices);
    for (size_t i = 0; i < solution->word_count; i++)
        lp_word_clear(&solution->words[i]);
    free(solution->words);
}

void lp_take_prices(struct lp_solution *solution, struct prices *prices) {
    *prices = TAKE(solution->prices);
}
