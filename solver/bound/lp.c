/* SPDX-License-Identifier: MIT */
#include "solver/bound/lp.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/closed_word.h"
#include "automata/memory.h"
#include "solver/bound/program.h"
#include "solver/bound/rationals.h"

struct generation {
    int latency;
    int depth;
    int rows; /* values 0..t-L, then t */
    struct program *program;
    mpq_t *duals;
    mpq_t value;
    struct lp_word *words;
    size_t count;
    size_t room;
    int *entries; /* scratch */
};

static void generation_clear(struct generation *generation) {
    program_clear(generation->program);
    rationals_free(generation->duals, (size_t)generation->rows);
    mpq_clear(generation->value);
    for (size_t i = 0; i < generation->count; i++) {
        free(generation->words[i].values);
        free(generation->words[i].sends);
        mpq_clear(generation->words[i].count);
    }
    free(generation->words);
    free(generation->entries);
}

static enum status generation_init(struct generation *generation, int latency, int depth,
                                   struct failure *failure) {
    char path[PATH_MAX];
    enum status status = program_find(path, sizeof path, failure);
    if (status)
        return status;
    *generation =
        (struct generation){.latency = latency, .depth = depth, .rows = depth - latency + 2};
    mpq_init(generation->value);
    generation->entries = memory_new((size_t)generation->rows, sizeof(int));
    generation->duals = rationals_new((size_t)generation->rows);
    status = generation->entries && generation->duals
                 ? program_init(&generation->program, path, generation->rows, failure)
                 : failure_memory(failure, "a linear program");
    if (status)
        generation_clear(generation);
    return status;
}

/* The row that counts a value. */
static int row_of(const struct generation *generation, int value) {
    return value == generation->depth ? generation->rows - 1 : value;
}

/* sends[p] = the held value with the best price, the largest of several; silent where none pays. */
static void choose_sends(const struct generation *generation, const struct window *window,
                         const int *values, int length, int *sends) {
    for (int p = 0; p < length; p++)
        sends[p] = CLOSED_WORD_SILENT;
    for (int q = 0; q < length; q++)
        for (int held = values[q], p = q; held >= generation->latency; held--, p++) {
            int *send = &sends[p % length];
            int64_t own = window->price[held - generation->latency];
            int64_t best =
                *send == CLOSED_WORD_SILENT ? 0 : window->price[*send - generation->latency];
            if (own > best || (own == best && held > *send))
                *send = held;
        }
}

static enum status add_word(struct generation *generation, const struct window *window,
                            const int *values, int length, struct failure *failure) {
    if (generation->count == generation->room) {
        size_t room = 2 * generation->room + 64;
        struct lp_word *words = memory_resize(generation->words, room, sizeof *words);
        if (!words)
            return failure_memory(failure, "closed words");
        generation->words = words;
        generation->room = room;
    }
    struct lp_word word = {.length = length,
                           .values = memory_new((size_t)length, sizeof(int)),
                           .sends = memory_new((size_t)length, sizeof(int))};
    if (!word.values || !word.sends) {
        free(word.values);
        free(word.sends);
        return failure_memory(failure, "closed words");
    }
    memcpy(word.values, values, (size_t)length * sizeof *values);
    choose_sends(generation, window, values, length, word.sends);
    mpq_init(word.count);
    generation->words[generation->count++] = word;
    memset(generation->entries, 0, (size_t)generation->rows * sizeof(int));
    for (int p = 0; p < length; p++) {
        generation->entries[row_of(generation, values[p])]++;
        if (word.sends[p] != CLOSED_WORD_SILENT)
            generation->entries[word.sends[p] - generation->latency]--;
    }
    return program_add(generation->program, generation->entries, length, failure);
}

/* Brings the duals over a common denominator. */
static enum status take_prices(const struct generation *generation, struct prices *prices,
                               struct window *window, struct failure *failure) {
    struct prices result;
    enum status status =
        prices_init(&result, generation->latency, generation->depth, false, failure);
    if (status)
        return status;
    for (int row = 0; row < generation->rows; row++)
        mpz_lcm(result.denominator, result.denominator, mpq_denref(generation->duals[row]));
    for (int row = 0; row < generation->rows; row++) {
        mpz_ptr number = row == generation->rows - 1 ? result.root : result.values[row];
        mpz_divexact(number, result.denominator, mpq_denref(generation->duals[row]));
        mpz_mul(number, number, mpq_numref(generation->duals[row]));
    }
    status = prices_window(&result, window, failure);
    if (status)
        prices_clear(&result);
    else
        *prices = result;
    return status;
}

/* One round: solves the master program and asks the automaton. *done: no word pays any more. */
static enum status improve(struct generation *generation, const struct limits *limits,
                           struct prices *prices, bool *done, struct failure *failure) {
    struct window window;
    struct window_words words = {0};
    enum status status =
        program_solve(generation->program, limits, generation->value, generation->duals, failure);
    if (!status)
        status = take_prices(generation, prices, &window, failure);
    if (status)
        return status;
    status = window_potentials(&window, limits, NULL, &words, failure);
    *done = words.count == 0;
    for (size_t i = 0; i < words.count && !status; i++)
        status = add_word(generation, &window, words.list[i].values, words.list[i].length, failure);
    window_words_clear(&words);
    if (status || !*done)
        prices_clear(prices);
    return status;
}

static enum status take_counts(struct generation *generation, struct failure *failure) {
    mpq_t *x = rationals_new(generation->count);
    if (!x)
        return failure_memory(failure, "a linear program");
    program_solution(generation->program, x);
    for (size_t i = 0; i < generation->count; i++)
        mpq_swap(generation->words[i].count, x[i]);
    rationals_free(x, generation->count);
    return STATUS_OK;
}

/* The source sends every item to one processor: the word t alone. */
static enum status start(struct generation *generation, struct failure *failure) {
    struct window window = {.latency = generation->latency, .depth = generation->depth};
    return add_word(generation, &window, &generation->depth, 1, failure);
}

static enum status solve(int latency, int depth, const struct limits *limits,
                         struct lp_solution *solution, struct failure *failure) {
    struct generation generation;
    struct prices prices;
    bool done = false;
    int rounds = 0;
    enum status status = generation_init(&generation, latency, depth, failure);
    if (status)
        return status;
    status = start(&generation, failure);
    while (!status && !done) {
        struct progress progress = {"rounds of column generation", (uint64_t)rounds++, 0,
                                    generation.count};
        if (limits)
            limits_report(limits, &progress);
        status = limits_check(limits, failure);
        if (!status)
            status = improve(&generation, limits, &prices, &done, failure);
    }
    if (!status) {
        status = take_counts(&generation, failure);
        if (status)
            prices_clear(&prices);
    }
    if (!status) {
        *solution = (struct lp_solution){
            .prices = prices, .words = generation.words, .word_count = generation.count};
        mpq_init(solution->value);
        mpq_set(solution->value, generation.value);
        generation.words = NULL;
        generation.count = 0;
    }
    generation_clear(&generation);
    return status;
}

enum status lp_solve(int latency, int depth, const struct limits *limits,
                     struct lp_solution *solution, struct failure *failure) {
    if (latency < 1 || depth < latency || depth > LP_MAX_DEPTH)
        return failure_set(failure, STATUS_LIMIT, "the linear program takes L <= t <= %d",
                           LP_MAX_DEPTH);
    return solve(latency, depth, limits, solution, failure);
}

void lp_clear(struct lp_solution *solution) {
    mpq_clear(solution->value);
    prices_clear(&solution->prices);
    for (size_t i = 0; i < solution->word_count; i++) {
        free(solution->words[i].values);
        free(solution->words[i].sends);
        mpq_clear(solution->words[i].count);
    }
    free(solution->words);
}

void lp_take_prices(struct lp_solution *solution, struct prices *prices) {
    *prices = solution->prices;
    solution->prices = (struct prices){0};
}
