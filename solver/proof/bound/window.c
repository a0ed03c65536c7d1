/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/window.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/word.h"
#include "solver/base/processors.h"

enum {
    HALF = WINDOW_MAX_DEPTH / 2, /* values 0..HALF-1, and the others */
    NO_CHOICE = UINT8_MAX,
    WORDS_PER_PART = 4,
    MOST_PASSES = 1 << 16
};

/* The best that can be sent of a set, looked up by its two halves. */
struct gains {
    int64_t *low, *high;
};

/* Table over the subsets of the values first..first+count-1. */
static int64_t *gain_table(const struct window *window, int first, int count) {
    int64_t *table = memory_new((size_t)1 << count, sizeof *table);
    for (uint32_t set = 1; table && set < UINT32_C(1) << count; set++) {
        int value = first + __builtin_ctz(set);
        int64_t rest = table[set & (set - 1)], own = 0;
        if (value <= window->depth)
            own = window_gain(window, value);
        table[set] = own > rest ? own : rest;
    }
    return table;
}

static inline int64_t best_gain(const struct gains *gains, uint64_t set) {
    int64_t low = gains->low[set & ((1U << HALF) - 1)], high = gains->high[set >> HALF];
    return low > high ? low : high;
}

struct search {
    const struct window *window;
    struct gains gains;
    uint64_t values, states;
    int64_t *now, *next;
    uint8_t *choice;
};

static inline int64_t step_cost(const struct search *search, uint64_t state, int value) {
    return search->window->price[value] - best_gain(&search->gains, state | UINT64_C(1) << value) -
           search->window->unit;
}

static bool relax(const struct search *search, uint64_t state) {
    int64_t best = search->now[state];
    uint8_t choice = NO_CHOICE;
    for (uint64_t left = window_allowed(state, search->values); left; left &= left - 1) {
        int value = __builtin_ctzll(left);
        int64_t cost =
            step_cost(search, state, value) + search->now[juggling_successor(state, value)];
        if (cost < best) {
            best = cost;
            choice = (uint8_t)value;
        }
    }
    search->next[state] = best;
    if (choice == NO_CHOICE)
        return false;
    search->choice[state] = choice;
    return true;
}

/* States first..end-1, from the potentials before the pass, so that the order does not matter; how
 * many changed. A small window has no other thread: it had nothing to do but to wait, and a thread
 * of OpenMP waits busily, on a processor that others want. */
static int64_t pass_part(struct search *search, int64_t first, int64_t end, int threads) {
    enum { SHARE = 4096 };
    int64_t changed = 0;
#pragma omp parallel for schedule(static, SHARE) reduction(+ : changed) num_threads(threads) \
    if (end - first > SHARE)
    for (int64_t state = first; state < end; state++)
        changed += relax(search, (uint64_t)state);
    return changed;
}

/* One pass over all states, *changed if one did. */
static enum status pass(struct search *search, int threads, const struct limits *limits,
                        bool *changed, struct failure *failure) {
    const int64_t count = (int64_t)search->states, most = INT64_C(1) << 20; /* 0.1 s */
    enum status status = STATUS_OK;
    int64_t changes = 0;
    for (int64_t first = 0; first < count && !status; first += most) {
        int64_t end = count - first < most ? count : first + most;
        changes += pass_part(search, first, end, threads);
        status = limits_check(limits, failure);
    }
    int64_t *now = search->now;
    search->now = search->next;
    search->next = now;
    *changed = changes > 0;
    return status;
}

void window_words_clear(struct window_words *words) {
    for (size_t i = 0; i < words->count; i++)
        free(words->list[i].values);
    free(words->list);
    *words = (struct window_words){0};
}

/* The cycle of the choices through `start`. */
static enum status take_cycle(const struct search *search, uint64_t start,
                              struct window_words *words, struct failure *failure) {
    struct window_word word = {0};
    uint64_t state = start;
    do {
        state = juggling_successor(state, search->choice[state]);
        word.length++;
    } while (state != start);
    TRY(memory_check(NEW(word.length, word.values), failure, "closed words"));
    for (int p = 0; p < word.length; p++) {
        word.values[p] = search->choice[state];
        word.sum += step_cost(search, state, word.values[p]);
        state = juggling_successor(state, word.values[p]);
    }
    /* a cycle of choices has a negative sum: choices are made for a strict gain only */
    if (word.sum >= 0 || !APPEND(words->list, words->count, word)) {
        free(word.values);
        return word.sum >= 0 ? failure_internal(failure, "a cycle without gain")
                             : failure_memory(failure, "closed words");
    }
    return STATUS_OK;
}

/* Follows the choices from every state; `mark` says from which start a state was reached. */
static enum status find_cycles(const struct search *search, uint32_t *mark,
                               struct window_words *words, struct failure *failure) {
    int found[WINDOW_MAX_DEPTH + 1] = {0};
    memset(mark, 0, search->states * sizeof *mark);
    for (uint64_t start = 0; start < search->states; start++) {
        uint64_t state = start;
        uint32_t own = (uint32_t)start + 1;
        while (search->choice[state] != NO_CHOICE && mark[state] == 0) {
            mark[state] = own;
            state = juggling_successor(state, search->choice[state]);
        }
        bool closed = search->choice[state] != NO_CHOICE && mark[state] == own;
        if (closed && found[juggling_balls(state)]++ < WORDS_PER_PART)
            TRY(take_cycle(search, state, words, failure));
    }
    return STATUS_OK;
}

static enum status run(struct search *search, const struct limits *limits, uint32_t *mark,
                       struct window_words *words, struct failure *failure) {
    int threads = threads_or_processors(limits ? limits->threads : 0);
    int depth = search->window->depth;
    bool changed = true;
    for (int round = 1; words->count == 0; round++) {
        struct progress progress = {"passes over the window automaton", (uint64_t)round, 0,
                                    (uint64_t)round * search->states};
        TRY(pass(search, threads, limits, &changed, failure));
        if (!changed)
            return STATUS_OK;
        if (limits)
            limits_report(limits, &progress);
        /* potentials are settled after about `depth` passes where they exist */
        if (round % (depth + 2) == 0)
            TRY(find_cycles(search, mark, words, failure));
        if (round == MOST_PASSES)
            return failure_limit(failure, "no potentials after %d passes", round);
    }
    return STATUS_OK;
}

static enum status check_range(const struct window *window, struct failure *failure) {
    if (window->latency < 0 || window->depth < window->latency ||
        window->depth > WINDOW_MAX_DEPTH || window->unit < 0 ||
        window->unit > window_max_price(window->depth))
        return failure_input(failure,
                             "the window automaton takes 1 <= L <= t <= %d, not L = %d, t = %d",
                             WINDOW_MAX_DEPTH, window->latency, window->depth);
    for (uint64_t left = window_values(window->latency, window->depth); left; left &= left - 1) {
        int value = __builtin_ctzll(left);
        if (window->price[value] < 0 || window->price[value] > window_max_price(window->depth))
            return failure_input(failure, "the price of the value %d is out of range", value);
    }
    for (int value = 0; value <= window->depth; value++)
        if (window_gain(window, value) < 0 ||
            window_gain(window, value) > window_max_price(window->depth))
            return failure_input(failure, "the gain of the value %d is out of range", value);
    return STATUS_OK;
}

static void search_clear(struct search *search) {
    FREE_ALL(search->gains.low, search->gains.high, search->now, search->next, search->choice);
}

enum status window_potentials(const struct window *window, const struct limits *limits,
                              int64_t **potential, struct window_words *words,
                              struct failure *failure) {
    TRY(check_range(window, failure));
    CLEANUP(search_clear)
    struct search search = {.window = window,
                            .values = window_values(window->latency, window->depth),
                            .states = UINT64_C(1) << window->depth};
    search.gains.low = gain_table(window, 0, HALF);
    search.gains.high = gain_table(window, HALF, WINDOW_MAX_DEPTH + 1 - HALF);
    FREED uint32_t *mark = NULL;
    CLEANUP(window_words_clear) struct window_words found = {0};
    TRY(memory_check(search.gains.low && search.gains.high &&
                         NEW(search.states, search.now, search.next, search.choice, mark),
                     failure, "the window automaton"));
    memset(search.choice, NO_CHOICE, search.states);
    TRY(run(&search, limits, mark, &found, failure));
    if (potential && found.count == 0)
        *potential = TAKE(search.now);
    *words = TAKE(found);
    return STATUS_OK;
}

void window_best_sends(const struct window *window, int first, const int *values, int length,
                       int *sends) {
    for (int p = 0; p < length; p++)
        sends[p] = CLOSED_WORD_SILENT;
    for (int q = 0; q < length; q++)
        for (int held = values[q], p = q; held >= first; held--, p++) {
            int *send = &sends[p % length];
            int64_t own = window_gain(window, held);
            int64_t best = *send == CLOSED_WORD_SILENT ? 0 : window_gain(window, *send);
            if (own > best || (own == best && held > *send))
                *send = held;
        }
}
